"""Games of the table's own: a game of the library with what was chosen for it, under a name, for all nights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from app.games import modifiers as game_modifiers
from app.games.catalog import catalog
from app.games.errors import GameError
from app.games.load import resolve
from app.night.db import db, writing
from app.night.models import OwnGame
from app.night.validation import Problem, house_raw, name_of

LONGEST_OWN_NAME = 40


def own_games() -> list[OwnGame]:
    """The table's own games by name."""
    return list(db.session.scalars(select(OwnGame).order_by(OwnGame.folded)))


def own_game(own_id: int) -> OwnGame | None:
    """One of them; None where it has been removed."""
    return db.session.get(OwnGame, own_id)


def save_own_game(
    name: str,
    game_id: str,
    options: Mapping[str, Any] | None = None,
    modifiers: Sequence[str | Mapping[str, Any]] = (),
    house: Mapping[str, Any] | None = None,
) -> OwnGame | Problem:
    """Keep a game as it is called now. The problem's field is ``name``, ``game`` or ``house``."""
    named = name_of(name, longest=LONGEST_OWN_NAME)
    if isinstance(named, Problem):
        return named
    if taken := _in_library(named):
        return Problem("name", f"{taken} is a game of the library; choose another name")
    try:
        resolve(game_id, options, [game_modifiers.read(one, "modifier") for one in modifiers])
    except GameError as problem:
        return Problem("game", str(problem))
    if isinstance(wrong := house_raw(house or {}), Problem):
        return wrong
    own = OwnGame(
        name=named,
        folded=named.casefold(),
        game_id=game_id,
        options=dict(options or {}),
        modifiers=[one if isinstance(one, str) else dict(one) for one in modifiers],
        house=dict(house or {}),
    )
    try:
        with writing() as session:
            same = session.scalar(select(OwnGame.name).where(OwnGame.folded == own.folded))
            if same is not None:
                return _taken(same)
            session.add(own)
    except IntegrityError:  # somebody saved it between the look and the writing
        return _taken(named)
    return own


def remove_own_game(own_id: int) -> bool:
    """Forget one of them; hands that were played of it stay as they are. Whether it was there."""
    with writing() as session:
        own = session.get(OwnGame, own_id)
        if own is not None:
            session.delete(own)
    return own is not None


def _taken(name: str) -> Problem:
    return Problem("name", f"{name} is one of your games already; choose another name")


def _in_library(name: str) -> str:
    """The library's game of this name, as it is written there; empty where there is none."""
    folded = name.casefold()
    for info in catalog().values():
        for known in (info.name, *info.aliases, info.id):
            if known.casefold() == folded:
                return known if known != info.id else info.name
    return ""
