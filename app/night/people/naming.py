"""What a game is called once modifiers are on it: ``Chicago, rolled, follow the queen``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from app.cards.card import RANKS, card_name, parse_cards, rank_plural
from app.games import modifiers as game_modifiers
from app.games.steps import count_word
from app.hand.spoken import listed

#: A longer name says only how much was changed.
LONGEST_MIX = 80


def mix_name(name: str, used: Iterable[str | Mapping[str, Any]]) -> str:
    """The game's name with its modifiers in a word or two each. Raises GameError for a modifier that is none."""
    order = list(_SHORT)
    said = [(order.index(name) if name in order else len(order), words) for name, words in map(_short, used)]
    words = [words for _, words in sorted(said)]
    mixed = ", ".join([name, *words])
    if len(mixed) <= LONGEST_MIX or not words:
        return mixed
    return f"{name} with {count_word(len(words))} change{'' if len(words) == 1 else 's'}"


def _short(entry: str | Mapping[str, Any]) -> tuple[str, str]:
    name = entry if isinstance(entry, str) else str(entry.get("modifier", ""))
    use: Any = game_modifiers.read(entry, "modifier")
    said = _SHORT.get(name)
    return name, said(use) if said is not None else name.replace("-", " ")


def _wild(use: Any) -> str:
    named = [rank_plural(RANKS.index(rank)) for rank in use.ranks]
    named += [card_name(card).lower() for card in parse_cards(use.cards)] if use.cards else []
    named += ["one-eyed jacks"] if use.one_eyed_jacks else []
    named += ["suicide king"] if use.suicide_king else []
    return f"{listed(named)} wild"


def _jokers(use: Any) -> str:
    count = "joker" if use.count == 1 else "two jokers"
    return count if use.play == "wild" else f"{count} as bug{'' if use.count == 1 else 's'}"


def _twist(use: Any) -> str:
    return "with a twist" if use.rounds == 1 else f"with {count_word(use.rounds)} twists"


def _high_low(use: Any) -> str:
    rank = "10" if use.qualifier == "T" else use.qualifier
    return f"high-low, {rank} or better" if rank else "high-low"


def _skipped(use: Any) -> str:
    rounds = [str(number) for number in use.rounds]
    return f"no betting in round{'' if len(rounds) == 1 else 's'} {' and '.join(rounds)}"


#: How the cards come, then what is wild, then what wins, then the rest: the order in which people say it.
_SHORT: Mapping[str, Callable[[Any], str]] = {
    "roll-your-own": lambda _use: "rolled",
    "rollout": lambda _use: "rollout",
    "blind": lambda _use: "blind",
    "auction": lambda _use: "auction",
    "draft": lambda _use: "draft",
    "extra-down-card": lambda _use: "extra down card",
    "seventh-up": lambda _use: "last card up",
    "follow-the-queen": lambda _use: "follow the queen",
    "follow-the-pair": lambda _use: "follow the pair",
    "low-hole-wild": lambda _use: "low hole wild",
    "wild": _wild,
    "jokers": _jokers,
    "hi-lo": _high_low,
    "suit-in-the-hole": lambda use: f"{use.end} {use.suit} in the hole",
    "twist": _twist,
    "skip-betting": _skipped,
}
