"""The fields of a record file, and what each may hold."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from app.text import short

#: Beyond this, chips are a slip of the finger.
MOST_CHIPS = 10**15 - 1

_TIME = type(tomllib.loads("time = 12:00:00")["time"])


@dataclass(frozen=True, slots=True)
class Kind:
    """What a field holds: a test, and the words for it."""

    words: str
    fits: Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_chips(value: Any) -> bool:
    return _is_whole(value) and 0 <= value <= MOST_CHIPS


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _is_list(of: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(of, value))


TEXT = Kind("a text", _is_text)
WHOLE = Kind("a whole number", _is_whole)
COUNT = Kind("a whole number, 0 or more", lambda value: _is_whole(value) and value >= 0)
NUMBER = Kind("a number", _is_number)
CHIPS = Kind("a number of chips", _is_chips)
TEXTS = Kind("a list of texts", _is_list(_is_text))
CHIP_LIST = Kind("a list of numbers of chips", _is_list(_is_chips))
STACKS = Kind(
    "a list of numbers of chips, inf for a stack that is not tracked",
    _is_list(lambda value: _is_chips(value) or (isinstance(value, float) and value == inf)),
)
TABLE = Kind("a table", _is_table)
TABLES = Kind("a list of tables", _is_list(_is_table))
TRUTH = Kind("true or false", lambda value: isinstance(value, bool))
TIME = Kind("a time of day", lambda value: isinstance(value, _TIME))
NAME_OR_NUMBER = Kind("a text or a whole number", lambda value: _is_text(value) or _is_whole(value))
WHOLES = Kind("a list of whole numbers", _is_list(_is_whole))
NUMBERS = Kind("a list of numbers", _is_list(_is_number))
MODIFIERS = Kind(
    "a list of names and tables, or a table of settings by name",
    lambda value: (
        (isinstance(value, dict) and all(map(_is_table, value.values())))
        or _is_list(lambda entry: _is_text(entry) or _is_table(entry))(value)
    ),
)

#: The fields that say what was played, and how.
PLAYED: Mapping[str, Kind] = {
    "variant": TEXT,
    "antes": CHIP_LIST,
    "bring_in": CHIPS,
    "small_bet": CHIPS,
    "big_bet": CHIPS,
    "min_bet": CHIPS,
    "starting_stacks": STACKS,
    "actions": TEXTS,
    "players": TEXTS,
    "finishing_stacks": STACKS,
    "winnings": CHIP_LIST,
    "_limit": TEXT,
    "_max_bet": CHIPS,
    "_options": TABLE,
    "_house": TABLE,
    "_modifiers": MODIFIERS,
    "_carried": CHIPS,
    "_expect": TABLES,
}

#: The fields of the Poker Hand History format that describe a hand; they are checked, kept and not used.
DESCRIBED: Mapping[str, Kind] = {
    **dict.fromkeys(
        "author event url venue address city region postal_code country time_zone time_zone_abbreviation"
        " currency currency_symbol".split(),
        TEXT,
    ),
    **dict.fromkeys("day month year level seat_count".split(), WHOLE),
    **dict.fromkeys("time_limit rake rake_cap".split(), NUMBER),
    "time": TIME,
    "hand": NAME_OR_NUMBER,
    "table": NAME_OR_NUMBER,
    "seats": WHOLES,
    "time_banks": NUMBERS,
    "ante_trimming_status": TRUTH,
}

#: Fields with one entry a player.
BY_PLAYER = ("antes", "players", "finishing_stacks", "winnings", "seats", "time_banks")


def problem_with(name: str, value: Any) -> str:
    """Return why a record cannot have this field, or not with this value; empty when it can."""
    kind = PLAYED.get(name) or DESCRIBED.get(name)
    if kind is None:
        return "" if name.startswith("_") else "there is no such field; one of your own starts with an underscore"
    return "" if kind.fits(value) else f"must be {kind.words}, not {short(value)}"
