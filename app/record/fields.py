"""The fields of a record file, and what each may hold."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from app.text import short

#: Beyond this, chips are a slip of the finger.
LARGEST_AMOUNT = 10**15 - 1

_TIME = type(tomllib.loads("time = 12:00:00")["time"])


@dataclass(frozen=True, slots=True)
class FieldKind:
    """What a field holds: a test, and the words for it."""

    words: str
    fits: Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_chips(value: Any) -> bool:
    return _is_whole(value) and 0 <= value <= LARGEST_AMOUNT


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _is_list(of: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(of, value))


TEXT = FieldKind("a text", _is_text)
WHOLE = FieldKind("a whole number", _is_whole)
COUNT = FieldKind("a whole number, 0 or more", lambda value: _is_whole(value) and value >= 0)
NUMBER = FieldKind("a number", _is_number)
CHIPS = FieldKind("a number of chips", _is_chips)
TEXTS = FieldKind("a list of texts", _is_list(_is_text))
CHIP_LIST = FieldKind("a list of numbers of chips", _is_list(_is_chips))
STACKS = FieldKind(
    "a list of numbers of chips, inf for a stack that is not tracked",
    _is_list(lambda value: _is_chips(value) or (isinstance(value, float) and value == inf)),
)
TABLE = FieldKind("a table", _is_table)
TABLES = FieldKind("a list of tables", _is_list(_is_table))
TRUTH = FieldKind("true or false", lambda value: isinstance(value, bool))
TIME = FieldKind("a time of day", lambda value: isinstance(value, _TIME))
NAME_OR_NUMBER = FieldKind("a text or a whole number", lambda value: _is_text(value) or _is_whole(value))
WHOLES = FieldKind("a list of whole numbers", _is_list(_is_whole))
NUMBERS = FieldKind("a list of numbers", _is_list(_is_number))
MODIFIERS = FieldKind(
    "a list of names and tables, or a table of settings by name",
    lambda value: (
        (isinstance(value, dict) and all(map(_is_table, value.values())))
        or _is_list(lambda entry: _is_text(entry) or _is_table(entry))(value)
    ),
)


@dataclass(frozen=True, slots=True)
class RecordField:
    """A field of a record, or a key of ``_expect``: what may stand in it, and what it says."""

    kind: FieldKind
    says: str


#: The fields that say what was played, and how.
PLAYED: Mapping[str, RecordField] = {
    "variant": RecordField(TEXT, "the id of the game, or a code of the Poker Hand History format; required"),
    "antes": RecordField(CHIP_LIST, "what each player antes; required"),
    "bring_in": RecordField(CHIPS, "what the player who must open brings in; required where the game has a bring-in"),
    "small_bet": RecordField(CHIPS, "the bet of the early rounds; required at a fixed limit"),
    "big_bet": RecordField(CHIPS, "the bet of the later rounds; required at a fixed limit"),
    "min_bet": RecordField(CHIPS, "the smallest bet; required at every other limit"),
    "starting_stacks": RecordField(STACKS, "each player's chips before the antes; required"),
    "actions": RecordField(TEXTS, "what happened, one line an action; required"),
    "players": RecordField(TEXTS, "the players' names, from the dealer's left; the dealer is the last"),
    "finishing_stacks": RecordField(STACKS, "each player's chips after the hand; checked by a replay to the end"),
    "winnings": RecordField(CHIP_LIST, "what each player was pushed, the player's own chips included"),
    "_limit": RecordField(TEXT, "`fixed` (the default), `spread`, `pot` or `none`"),
    "_max_bet": RecordField(CHIPS, "the largest bet; required at a spread limit"),
    "_options": RecordField(TABLE, "the options of the game that were chosen"),
    "_house": RecordField(TABLE, "the house rules that were changed for this hand"),
    "_modifiers": RecordField(MODIFIERS, "the modifiers that the game was called with"),
    "_carried": RecordField(CHIPS, "the chips that the last hand left in the pot"),
    "_expect": RecordField(TABLES, "what the hand is claimed to be like on the way"),
}

#: The keys of a table of ``_expect``; ``pN`` stands for a player.
EXPECTED: Mapping[str, RecordField] = {
    "after": RecordField(COUNT, "how many actions are replayed before the claims are checked; all of them without it"),
    "wild": RecordField(TEXT, "the cards that are wild for everyone, exactly these; empty for none"),
    "wild_pN": RecordField(TEXT, "the cards that are wild for this player alone, exactly these"),
    "opener": RecordField(TEXT, "the player who opens this betting round; empty for nobody"),
    "to_act": RecordField(TEXT, "the player whose turn it is; empty for nobody"),
    "pot": RecordField(COUNT, "the chips in the middle, bets included"),
    "showing_pN": RecordField(TEXT, "the hand that this player's up-cards make"),
    "says": RecordField(TEXT, "words within an announcement that the last action made, in upper or lower case"),
    "announces": RecordField(TEXTS, "all that the last action announced, in order and word for word; `[]` for nothing"),
    "refuses": RecordField(TEXT, "an action that would be refused now"),
}

#: The fields of the Poker Hand History format that describe a hand; they are checked, kept and not used.
DESCRIBED: Mapping[str, FieldKind] = {
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
    kind = PLAYED[name].kind if name in PLAYED else DESCRIBED.get(name)
    if kind is None:
        return "" if name.startswith("_") else "there is no such field; one of your own starts with an underscore"
    return "" if kind.fits(value) else f"must be {kind.words}, not {short(value)}"
