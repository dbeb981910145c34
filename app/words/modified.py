"""The names of games called with modifiers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from app.cards.card import RANKS, card_name, parse_cards, rank_digits, rank_plural
from app.games.modifiers import read_modifier
from app.games.values import or_better, rank_numbers
from app.text import count_word, listing

#: A longer name is replaced by one that only counts the modifiers.
MAX_GAME_NAME_LENGTH = 80


def modified_name(name: str, modifiers: Iterable[str | Mapping[str, Any]]) -> str:
    """Return the game's name with a word or two for each modifier. Raises GameError for an unknown modifier."""
    words = modifier_text(modifiers)
    full_name = ", ".join([name, *words])
    if len(full_name) <= MAX_GAME_NAME_LENGTH or not words:
        return full_name
    return f"{name} with {count_word(len(words))} change{'' if len(words) == 1 else 's'}"


def modifier_text(modifiers: Iterable[str | Mapping[str, Any]]) -> list[str]:
    """Return a word or two for each modifier, in their usual order. Raises GameError for an unknown modifier."""
    order = list(_SHORT)
    ranked = [
        (order.index(modifier) if modifier in order else len(order), words)
        for modifier, words in map(_short, modifiers)
    ]
    return [words for _, words in sorted(ranked)]


def _short(entry: str | Mapping[str, Any]) -> tuple[str, str]:
    """Return the name of a modifier, and its wording in the name of a game."""
    name = entry if isinstance(entry, str) else str(entry.get("modifier", ""))
    modifier: Any = read_modifier(entry, "modifier")
    words = _SHORT.get(name)
    return name, words(modifier) if words is not None else name.replace("-", " ")


def _cards(modifier: Any) -> list[str]:
    """Return the ranks and the single cards that a modifier names."""
    return [*_ranks(modifier.ranks), *(card_name(card).lower() for card in parse_cards(modifier.cards))]


def _ranks(letters: str) -> list[str]:
    return [rank_plural(RANKS.index(rank)) for rank in letters]


def _wild(modifier: Any) -> str:
    names = _cards(modifier)
    names += ["one-eyed jacks"] if modifier.one_eyed_jacks else []
    names += ["suicide king"] if modifier.suicide_king else []
    return f"{listing(names)} wild"


def _jokers(modifier: Any) -> str:
    count = "joker" if modifier.count == 1 else "two jokers"
    return count if modifier.play == "wild" else f"{count} as bug{'' if modifier.count == 1 else 's'}"


def _high_low(modifier: Any) -> str:
    return f"high-low, {or_better(modifier.qualifier)}" if modifier.qualifier else "high-low"


def _event(modifier: Any) -> str:
    names = _cards(modifier)
    names += [f"{modifier.suit}s"] if modifier.suit else []
    names += ["jokers"] if modifier.joker else []
    names += ["pairs"] if modifier.pair else []
    wild = _ranks(modifier.wild_ranks or modifier.ranks)
    then = {"wild": f"{listing(wild)} wild", "not wild": f"{listing(wild)} not wild"} if wild else {}
    return f"{listing(names)} up: {then.get(modifier.then, modifier.then)}"


def _skipped(modifier: Any) -> str:
    rounds = sorted(set(modifier.rounds))
    return f"no betting in round{'s' * (len(rounds) > 1)} {listing(map(str, rounds))}"


#: The wording of each modifier, in the order people say them: the deal, wild cards, the winning hand, the rest.
_SHORT: Mapping[str, Callable[[Any], str]] = {
    "stripped-deck": lambda modifier: f"without {listing(map(rank_digits, rank_numbers(modifier.ranks)))}",
    "roll-your-own": lambda _modifier: "rolled",
    "rollout": lambda _modifier: "rollout",
    "blind": lambda _modifier: "blind",
    "auction": lambda _modifier: "auction",
    "draft": lambda _modifier: "draft",
    "more-up-cards": lambda modifier: f"{count_word(modifier.count)} up-cards at once",
    "common-cards": lambda _modifier: "common cards",
    "extra-down-card": lambda modifier: (
        "extra down card" if modifier.count == 1 else f"{count_word(modifier.count)} extra down cards"
    ),
    "seventh-up": lambda _modifier: "last card up",
    "follow-the-queen": lambda _modifier: "follow the queen",
    "follow-the-pair": lambda _modifier: "follow the pair",
    "low-hole-wild": lambda _modifier: "low hole wild",
    "wild": _wild,
    "jokers": _jokers,
    "event": _event,
    "another-event": _event,
    "hi-lo": _high_low,
    "low-hand": lambda _modifier: "low",
    "low-qualifier": lambda modifier: or_better(modifier.highest),
    "suit-in-the-hole": lambda modifier: f"{modifier.end} {modifier.suit} in the hole",
    "twist": lambda modifier: "with a twist" if modifier.rounds == 1 else f"with {count_word(modifier.rounds)} twists",
    "skip-betting": _skipped,
}
