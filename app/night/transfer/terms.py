"""The shapes of what a form asks for too: names, stakes, house rules, rotations, money and games as they are chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.build import make
from app.games.errors import GameError
from app.games.house import Stakes
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


STAKES = free(check=_check_stakes)
ROTATION = free(check=read_rotation)
HOUSE = free(check=validate_house)
CHIPS = list_of(free(), 8)
GAME = text(80, 1)
OPTIONS = free(check=check_options)
MODIFIERS = list_of(either(GAME, free(check=check_modifier)), 50)
