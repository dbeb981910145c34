"""The table's own games: a game of the library with chosen options, modifiers and house rules, saved under a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from app.games.catalog import catalog
from app.games.errors import GameError
from app.games.load import resolve
from app.games.modifiers import read_modifier
from app.night.db import db, retry_conflicts, writing
from app.night.limits import too_many
from app.night.models import OwnGame
from app.night.validation import Problem, clean_name, validate_house

LONGEST_OWN_NAME = 40


def own_games() -> list[OwnGame]:
    """Return the table's own games, sorted by name."""
    return list(db.session.scalars(select(OwnGame).order_by(OwnGame.folded)))


def own_game(own_id: int) -> OwnGame | None:
    """Return one of the table's own games; None if it has been removed."""
    return db.session.get(OwnGame, own_id)


@retry_conflicts
def save_own_game(
    name: str,
    game_id: str,
    options: Mapping[str, Any] | None = None,
    modifiers: Sequence[str | Mapping[str, Any]] = (),
    house: Mapping[str, Any] | None = None,
) -> OwnGame | Problem:
    """Save a game with the options chosen for it. The field of a problem is ``name``, ``game`` or ``house``."""
    cleaned = clean_name(name, longest=LONGEST_OWN_NAME)
    if isinstance(cleaned, Problem):
        return cleaned
    if library_name := _name_in_library(cleaned):
        return Problem("name", f"{library_name} is a game of the library; choose another name")
    try:
        resolve(game_id, options, [read_modifier(entry, "modifier") for entry in modifiers])
    except GameError as problem:
        return Problem("game", str(problem))
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
        query = select(OwnGame.name).where(OwnGame.folded == own.folded)
        taken = session.scalar(query)
        if taken is not None:
            return _name_taken(taken)
        if full := too_many(session, "games", OwnGame.id):
            return full
        session.add(own)
    return own


@retry_conflicts
def remove_own_game(own_id: int) -> bool:
    """Remove one of the table's own games and return whether there was one. Hands played of it stay as they are."""
    with writing() as session:
        own = session.get(OwnGame, own_id)
        if own is not None:
            session.delete(own)
    return own is not None


def _name_taken(name: str) -> Problem:
    return Problem("name", f"{name} is one of your games already; choose another name")


def _name_in_library(name: str) -> str:
    """Return the name of the library's game that goes by this name, alias or id; empty if there is none."""
    folded = name.casefold()
    for info in catalog().values():
        for known in (info.name, *info.aliases, info.id):
            if known.casefold() == folded:
                return known if known != info.id else info.name
    return ""
