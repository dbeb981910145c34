"""The games of the library, and the table's saved games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.games.catalog import Catalog, catalog
from app.games.definition import Game
from app.games.errors import GameError
from app.games.load import build
from app.games.modifiers import read_modifier
from app.night.caches import database_cache
from app.night.db import db, retry_conflicts, transaction, writing
from app.night.models import Night, OwnGame
from app.night.play.texts import CatalogCache
from app.night.validation import Problem, check_limit, clean_name, validate_house
from app.words.modified import modified_name


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


MAX_OWN_NAME_LENGTH = 40
#: The columns of a saved game in which one saved twice agrees.
_CHOSEN = ("name", "game_id", "options", "modifiers", "house")


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
    """Save a game with its chosen options; one saved just so, as by a form sent twice, is returned.

    The field of a problem is ``name``, ``game`` or ``house``.
    """
    cleaned = clean_name(name, longest=MAX_OWN_NAME_LENGTH)
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
        taken = session.scalar(select(OwnGame).where(OwnGame.folded == own.folded))
        if taken is not None and all(getattr(taken, name) == getattr(own, name) for name in _CHOSEN):
            return taken
        if taken is not None:
            return Problem("name", f"{taken.name} is one of your games already; choose another name")
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
