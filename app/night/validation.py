"""What people type, checked: a value that fits, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from app.games.errors import GameError
from app.games.house import Stakes, changed, house_rules

MOST_CHIPS = 10**9
MOST_SEATS = 10
LONGEST_NAME = 30
LONGEST_NIGHT_NAME = 60


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something was not done, and the field of the form that it is about; nothing has changed."""

    field: str
    text: str


def name_of(text: str, field: str = "name", longest: int = LONGEST_NAME) -> str | Problem:
    """A name with its blanks in order; it must have something that can be seen in it."""
    name = " ".join(text.split())
    if not name:
        return Problem(field, "give a name")
    if len(name) > longest:
        return Problem(field, f"the name is longer than {longest} letters")
    if not name.isprintable():
        return Problem(field, "the name holds something that cannot be shown")
    return name


def chips(amount: int, field: str, least: int = 0) -> Problem | None:
    """What is wrong with a number of chips; None when nothing is."""
    if amount < least:
        return Problem(field, f"at least {least} chips" if least else "chips cannot be below 0")
    if amount > MOST_CHIPS:
        return Problem(field, f"at most {MOST_CHIPS} chips")
    return None


def stakes_raw(stakes: Stakes) -> dict[str, Any] | Problem:
    """Stakes as they are stored."""
    raw = asdict(stakes)
    for name, value in raw.items():
        if isinstance(value, int) and (problem := chips(value, name)):
            return problem
    return raw


def house_raw(house: Mapping[str, Any]) -> dict[str, Any] | Problem:
    """House rules as they are stored: what differs from the defaults."""
    try:
        rules = house_rules(house)
    except GameError as problem:
        return Problem("house", str(problem))
    for name in ("raises", "last_bet", "chip_unit"):
        if problem_there := chips(getattr(rules, name), name):
            return problem_there
    return changed(rules)
