"""The fields of a record file: which there are, and what may stand in them."""

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
        or _is_list(lambda one: _is_text(one) or _is_table(one))(value)
    ),
)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record, or a key of ``_expect``: what may stand in it, and what it says."""

    kind: Kind
    says: str


#: The fields that say what was played, and how.
PLAYED: Mapping[str, Field] = {
    "variant": Field(TEXT, "the id of the game, or a code of the Poker Hand History format; required"),
    "antes": Field(CHIP_LIST, "what each player antes; required"),
    "bring_in": Field(CHIPS, "what the player who must open brings in; required where the game has a bring-in"),
    "small_bet": Field(CHIPS, "the bet of the early rounds; required at a fixed limit"),
    "big_bet": Field(CHIPS, "the bet of the later rounds; required at a fixed limit"),
    "min_bet": Field(CHIPS, "the smallest bet; required at every other limit"),
    "starting_stacks": Field(STACKS, "each player's chips before the antes; required"),
    "actions": Field(TEXTS, "what happened, one line an action; required"),
    "players": Field(TEXTS, "the players' names, from the dealer's left; the dealer is the last"),
    "finishing_stacks": Field(STACKS, "each player's chips after the hand; checked by a replay to the end"),
    "winnings": Field(CHIP_LIST, "what each player was pushed, the player's own chips included"),
    "_limit": Field(TEXT, "`fixed` (the default), `spread`, `pot` or `none`"),
    "_max_bet": Field(CHIPS, "the largest bet; required at a spread limit"),
    "_options": Field(TABLE, "the options of the game that were chosen"),
    "_house": Field(TABLE, "the house rules that were changed for this hand"),
    "_modifiers": Field(MODIFIERS, "the modifiers that the game was called with"),
    "_carried": Field(CHIPS, "the chips that the last hand left in the pot"),
    "_expect": Field(TABLES, "what the hand is claimed to be like on the way"),
}

#: The keys of a table of ``_expect``; ``pN`` stands for a player.
EXPECTED: Mapping[str, Field] = {
    "after": Field(WHOLE, "how many actions are replayed before the claims are checked; all of them without it"),
    "wild": Field(TEXT, "the cards that are wild for everyone, exactly these; empty for none"),
    "wild_pN": Field(TEXT, "the cards that are wild for this player alone, exactly these"),
    "opener": Field(TEXT, "the player who opens this betting round; empty for nobody"),
    "to_act": Field(TEXT, "the player whose turn it is; empty for nobody"),
    "pot": Field(WHOLE, "the chips in the middle, bets included"),
    "showing_pN": Field(TEXT, "the hand that this player's up-cards make"),
    "says": Field(TEXT, "words within an announcement that the last action made, in upper or lower case"),
    "refuses": Field(TEXT, "an action that would be refused now"),
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
    """Why this field cannot stand in a record, or not with this value; empty when it can."""
    kind = PLAYED[name].kind if name in PLAYED else DESCRIBED.get(name)
    if kind is None:
        return "" if name.startswith("_") else "there is no such field; one of your own starts with an underscore"
    return "" if kind.fits(value) else f"must be {kind.words}, not {short(value)}"
