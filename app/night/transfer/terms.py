"""The shapes of what a form asks for too: names, stakes, house rules, rotations, money and games as they are chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.build import make
from app.games.catalog import wrong_id
from app.games.errors import GameError
from app.games.house import Stakes
from app.games.load import library
from app.night.play.game_files import MOST_BYTES
from app.night.play.texts import wrong_text
from app.night.rotation import read_rotation
from app.night.transfer.shapes import Shape, either, free, list_of, text
from app.night.validation import (
    Problem,
    check_modifier,
    check_options,
    clean_name,
    validate_house,
    validate_money,
    validate_stakes,
)


def name(longest: int) -> Shape:
    """Return the shape of a name, written as it is stored."""

    def check(given: str) -> Problem | None:
        cleaned = clean_name(given, longest=longest)
        if isinstance(cleaned, Problem):
            return cleaned
        return None if cleaned == given else Problem("", f"must be written {cleaned!r}")

    return text(longest, 1, check=check)


def check_money(terms: Mapping[str, Any]) -> Problem | None:
    """Return what is wrong with a currency, the worth of a chip and a set of chips; each may be missing."""
    return validate_money(terms.get("currency", ""), terms.get("worth", 0), terms.get("chips", ()))


def _check_stakes(raw: dict[str, Any]) -> object:
    try:
        return validate_stakes(make(Stakes, raw, "stakes"))
    except GameError as problem:
        return Problem("", str(problem))


def _check_own_id(game_id: str) -> Problem | None:
    """Check the id of a saved text. A game of the library may have come by it since: then the text is not dealt."""
    problem = "" if game_id in library() else wrong_id(game_id)
    return Problem("", problem) if problem else None


def _check_game_file(text: str) -> Problem | None:
    problem = wrong_text(text)
    return Problem("", problem) if problem else None


STAKES = free(check=_check_stakes)
ROTATION = free(check=read_rotation)
HOUSE = free(check=validate_house)
CHIPS = list_of(free(), 8)
GAME = text(80, 1)
OWN_ID = text(60, 1, check=_check_own_id)
GAME_FILE = text(MOST_BYTES, 1, check=_check_game_file)
OPTIONS = free(check=check_options)
MODIFIERS = list_of(either(GAME, free(check=check_modifier)), 50)
