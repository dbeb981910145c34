"""The table's saved games, and the names of games called with modifiers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.cards.card import RANKS, card_name, parse_cards, rank_digits, rank_plural
from app.games.catalog import Catalog, catalog
from app.games.definition import Game
from app.games.errors import GameError
from app.games.load import build
from app.games.modifiers import read_modifier
from app.games.values import rank_numbers
from app.night.caches import database_cache
from app.night.db import db, retry_conflicts, transaction, writing
from app.night.models import Night, OwnGame
from app.night.play.texts import CatalogCache
from app.night.validation import Problem, check_limit, clean_name, validate_house
from app.text import count_word, listing

#: A longer name is replaced by one that only counts the modifiers.
LONGEST_GAME_NAME = 80


def modified_name(name: str, modifiers: Iterable[str | Mapping[str, Any]]) -> str:
    """Return the game's name with a word or two for each modifier. Raises GameError for an unknown modifier."""
    order = list(_SHORT)
    ranked = [
        (order.index(modifier) if modifier in order else len(order), words)
        for modifier, words in map(_short, modifiers)
    ]
    words = [words for _, words in sorted(ranked)]
    full_name = ", ".join([name, *words])
    if len(full_name) <= LONGEST_GAME_NAME or not words:
        return full_name
    return f"{name} with {count_word(len(words))} change{'' if len(words) == 1 else 's'}"


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
    rank = "10" if modifier.qualifier == "T" else modifier.qualifier
    return f"high-low, {rank} or better" if rank else "high-low"


def _event(modifier: Any) -> str:
    names = _cards(modifier)
    names += [f"{modifier.suit}s"] if modifier.suit else []
    names += ["jokers"] if modifier.joker else []
    names += ["pairs"] if modifier.pair else []
    wild = _ranks(modifier.wild_ranks or modifier.ranks)
    then = {"wild": f"{listing(wild)} wild", "not wild": f"{listing(wild)} not wild"} if wild else {}
    return f"{listing(names)} up: {then.get(modifier.then, modifier.then)}"


def _skipped(modifier: Any) -> str:
    rounds = [str(number) for number in modifier.rounds]
    return f"no betting in round{'' if len(rounds) == 1 else 's'} {' and '.join(rounds)}"


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
    "low-qualifier": lambda modifier: f"{'10' if modifier.highest == 'T' else modifier.highest} or better",
    "suit-in-the-hole": lambda modifier: f"{modifier.end} {modifier.suit} in the hole",
    "twist": lambda modifier: "with a twist" if modifier.rounds == 1 else f"with {count_word(modifier.rounds)} twists",
    "skip-betting": _skipped,
}


def all_games() -> Catalog:
    """Return the current games of the library, of the folder in the data directory and of saved texts."""
    return database_cache(CatalogCache).catalog()


def games_at(night: Night) -> Catalog:
    """Return the games that a night can call: only the library's for an example, which anybody can start."""
    return catalog() if night.example else all_games()


def named_game(
    game_id: str, options: Mapping[str, Any] | None, modifiers: Sequence[str | Mapping[str, Any]], name: str
) -> Game | Problem:
    """Return a game as called: with this ``name``, or if that is empty with its own, followed by its modifiers."""
    try:
        game = all_games().resolve(game_id, options, [read_modifier(entry, "modifier") for entry in modifiers])
        name = name or modified_name(game.name, modifiers)
        return game if name == game.name else build({**game.raw, "name": name})
    except GameError as problem:
        return Problem("game", str(problem))


LONGEST_OWN_NAME = 40


def own_games() -> list[OwnGame]:
    """Return the table's saved games, sorted by name."""
    return list(db.session.scalars(select(OwnGame).order_by(OwnGame.folded)))


def own_games_at(night: Night) -> list[OwnGame]:
    """Return the saved games that a night can play: none for an example, which anybody can start."""
    return [] if night.example else own_games()


def own_game(own_id: int) -> OwnGame | None:
    """Return one of the table's saved games; None if it has been removed."""
    return db.session.get(OwnGame, own_id)


@retry_conflicts
def save_own_game(
    name: str,
    game_id: str,
    options: Mapping[str, Any] | None = None,
    modifiers: Sequence[str | Mapping[str, Any]] = (),
    house: Mapping[str, Any] | None = None,
) -> OwnGame | Problem:
    """Save a game with its chosen options. The field of a problem is ``name``, ``game`` or ``house``."""
    cleaned = clean_name(name, longest=LONGEST_OWN_NAME)
    if isinstance(cleaned, Problem):
        return cleaned
    if library_name := _name_in_library(cleaned):
        return Problem("name", f"{library_name} is a game of the library; choose another name")
    if isinstance(game := named_game(game_id, options, modifiers, cleaned), Problem):
        return game
    if isinstance(wrong := validate_house(house or {}), Problem):
        return wrong
    own = OwnGame(
        name=cleaned,
        folded=cleaned.casefold(),
        game_id=game_id,
        options=dict(options or {}),
        modifiers=[entry if isinstance(entry, str) else dict(entry) for entry in modifiers],
        house=dict(house or {}),
    )
    with writing() as session:
        taken = session.scalar(select(OwnGame.name).where(OwnGame.folded == own.folded))
        if taken is not None:
            return Problem("name", f"{taken} is one of your games already; choose another name")
        if full := check_limit(session, "games", OwnGame.id):
            return full
        session.add(own)
    return own


@transaction
def remove_own_game(session: Session, own_id: int) -> bool:
    """Remove one of the table's saved games; return whether it existed. Hands already played of it are unaffected."""
    own = session.get(OwnGame, own_id)
    if own is not None:
        session.delete(own)
    return own is not None


def _name_in_library(name: str) -> str:
    """Return the name of the library game that has this name, alias or id; empty if there is none."""
    folded = name.casefold()
    for info in all_games().values():
        for known in (info.name, *info.aliases, info.id):
            if known.casefold() == folded:
                return known if known != info.id else info.name
    return ""
