"""The fields of a record file and their kinds of value."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from math import inf, isfinite
from typing import Any

from app.dataclass import dataclass
from app.games.build import MAX_NUMBER
from app.games.keys import KEYS
from app.text import short

#: Line ends and other characters that would break a line of a replay.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")

IN_THE_SMALLEST_UNIT = "; count every amount in the smallest unit, such as cents"

_TIME = type(tomllib.loads("time = 12:00:00")["time"])


def _unchanged(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class FieldKind:
    """A kind of value: its description, its test, and its conversions from a file's value to a record's and back.

    ``entry`` is the test of each entry of a list, ``fraction`` what to do about a number with decimals.
    """

    words: str
    fits: Callable[[Any], bool]
    read: Callable[[Any], Any] = _unchanged
    write: Callable[[Any], Any] = _unchanged
    entry: Callable[[Any], bool] | None = None
    fraction: str = ""

    def problem(self, value: Any) -> str:
        """Return why a value is not of this kind; empty if it is."""
        if self.fits(value):
            return ""
        if self.entry is not None and isinstance(value, list):
            at = next(n for n, entry in enumerate(value) if not self.entry(entry))
            return f"must be {self.words}; entry {at + 1} is {self._shown(value[at])}"
        return f"must be {self.words}, not {self._shown(value)}"

    def _shown(self, value: Any) -> str:
        return f"{short(value)}{self.fraction if isinstance(value, float) and isfinite(value) else ''}"


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_chips(value: Any) -> bool:
    whole = value.is_integer() if isinstance(value, float) else _is_whole(value)
    return whole and 0 <= value <= MAX_NUMBER


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip() or not value) and not _CONTROL.search(value)


def _is_settings(value: Any) -> bool:
    """Return whether this can be the settings of a modifier that is named by the key of its table."""
    return isinstance(value, dict) and "modifier" not in value


def _list_of(
    words: str,
    fits: Callable[[Any], bool],
    read: Callable[[Any], Any] = tuple,
    write: Callable[[Any], Any] = _unchanged,
    fraction: str = "",
) -> FieldKind:
    return FieldKind(
        f"a list of {words}",
        lambda value: isinstance(value, list) and all(map(fits, value)),
        read,
        write,
        fits,
        fraction,
    )


def _read_chip_list(chips: list[float]) -> tuple[int, ...]:
    return tuple(map(int, chips))


def _read_stacks(stacks: list[float]) -> tuple[int | None, ...]:
    return tuple(None if stack == inf else int(stack) for stack in stacks)


def _write_stacks(stacks: tuple[int | None, ...] | None) -> list[float] | None:
    return None if stacks is None else [inf if stack is None else stack for stack in stacks]


def _read_modifiers(written: Any) -> tuple[Mapping[str, Any], ...]:
    if isinstance(written, dict):
        return tuple({"modifier": name, **settings} for name, settings in written.items())
    return tuple({"modifier": entry} if isinstance(entry, str) else entry for entry in written)


def _write_modifiers(modifiers: Iterable[Mapping[str, Any]]) -> Any:
    return [table["modifier"] if set(table) == {"modifier"} else dict(table) for table in modifiers] or None


TEXT = FieldKind("a text", lambda value: isinstance(value, str))
WHOLE = FieldKind("a whole number", _is_whole)
COUNT = FieldKind("a whole number, 0 or more", lambda value: _is_whole(value) and value >= 0)
NUMBER = FieldKind("a number", lambda value: isinstance(value, float) or _is_whole(value))
CHIPS = FieldKind("a whole number of chips", _is_chips, int, fraction=IN_THE_SMALLEST_UNIT)
TABLE = FieldKind("a table", lambda value: isinstance(value, dict), write=dict)
TRUTH = FieldKind("true or false", lambda value: isinstance(value, bool))
TIME = FieldKind("a time of day", lambda value: isinstance(value, _TIME))
NAME_OR_NUMBER = FieldKind("a text or a whole number", lambda value: isinstance(value, str) or _is_whole(value))
TEXTS = _list_of("texts", TEXT.fits)
NAMES = _list_of("names, each on one line", _is_name)
TABLES = _list_of("tables", TABLE.fits)
WHOLES = _list_of("whole numbers", _is_whole)
NUMBERS = _list_of("numbers", NUMBER.fits)
CHIP_LIST = _list_of("whole numbers of chips", _is_chips, _read_chip_list, fraction=IN_THE_SMALLEST_UNIT)
STACKS = _list_of(
    "whole numbers of chips, inf for a stack that is not tracked",
    lambda value: value == inf or _is_chips(value),
    _read_stacks,
    _write_stacks,
    IN_THE_SMALLEST_UNIT,
)
MODIFIERS = FieldKind(
    "a list of names and tables, or a table of settings by name",
    lambda value: (
        all(isinstance(entry, str | dict) for entry in value)
        if isinstance(value, list)
        else isinstance(value, dict) and all(map(_is_settings, value.values()))
    ),
    _read_modifiers,
    _write_modifiers,
)


@dataclass(frozen=True, slots=True)
class RecordField:
    """A field of a record, or a key of ``_expect``, with its kind and its meaning."""

    kind: FieldKind
    says: str


#: The fields that determine how the hand was played, in the order of a file.
PLAYED: Mapping[str, RecordField] = {
    "variant": RecordField(TEXT, "the id of the game, or a code of the Poker Hand History format; required"),
    "antes": RecordField(
        CHIP_LIST,
        "what each player antes; of two players, with a code of the public format, the dealer's comes first; required",
    ),
    "_ante": RecordField(CHIPS, "the ante as a price, where it is not the largest of `antes`"),
    "blinds_or_straddles": RecordField(
        CHIP_LIST,
        "what each player posts blind, `[1, 2, 0, 0]`, with a straddle `[1, 2, 4, 0]`, without a small blind "
        "`[2, 0, 0, 0]`; of two players, the dealer's small blind comes first, `[1, 2]`, as in the public format; "
        "required for a code of a game with blinds",
    ),
    "bring_in": RecordField(CHIPS, "what the player who must open brings in; required where the game has a bring-in"),
    "small_bet": RecordField(CHIPS, "the bet of the early rounds; required at a fixed limit"),
    "big_bet": RecordField(CHIPS, "the bet of the later rounds; required at a fixed limit"),
    "min_bet": RecordField(CHIPS, "the smallest bet; required at every other limit"),
    "_limit": RecordField(TEXT, "`fixed` (the default), `spread`, `pot` or `none`"),
    "_max_bet": RecordField(CHIPS, "the largest bet; required at a spread limit"),
    "_carried": RecordField(CHIPS, "the chips that the last hand left in the pot"),
    "starting_stacks": RecordField(STACKS, "each player's chips before the antes; required"),
    "players": RecordField(
        NAMES, "the players' names, from the dealer's left; the dealer is the last; `\"\"` for one who is not known"
    ),
    "actions": RecordField(TEXTS, "what happened, one line an action; required"),
    "finishing_stacks": RecordField(STACKS, "each player's chips after the hand; checked by a replay to the end"),
    "winnings": RecordField(
        CHIP_LIST,
        "what each player was pushed, the player's own chips included; checked like `finishing_stacks`, except with a "
        "code of the public format: other programs leave out rake and bets that nobody called",
    ),
    "_game": RecordField(
        TABLE, "the game itself, with the keys of a game file, where the library has no such game, or has another"
    ),
    "_options": RecordField(TABLE, "the options of the game that were chosen"),
    "_house": RecordField(TABLE, "the house rules that were changed for this hand"),
    "_modifiers": RecordField(MODIFIERS, "the modifiers that the game was called with"),
    "_expect": RecordField(TABLES, "what the hand must be like along the way"),
}

#: The keys of a table of ``_expect``; ``pN`` stands for a player.
EXPECTED: Mapping[str, RecordField] = {
    "after": RecordField(COUNT, "how many actions are replayed before the claims are checked; all, if it is missing"),
    "wild": RecordField(TEXT, "the cards that are wild for everyone, exactly these; empty for none"),
    "wild_pN": RecordField(TEXT, "the cards that are wild for this player alone, exactly these"),
    "opener": RecordField(TEXT, "the player who opens this betting round; empty for nobody"),
    "to_act": RecordField(TEXT, "the player whose turn it is; empty for nobody, as at the showdown"),
    "pot": RecordField(COUNT, "the chips in the middle, bets included"),
    "showing_pN": RecordField(TEXT, "the hand that this player's up-cards make"),
    "says": RecordField(TEXT, "words within an announcement that the last action made, in upper or lower case"),
    "announces": RecordField(TEXTS, "all that the last action announced, in order and word for word; `[]` for nothing"),
    "refuses": RecordField(TEXT, "an action that would be refused now"),
}

#: Other fields of the Poker Hand History format, which describe the hand: their values are checked and kept.
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

#: Fields with one entry per player.
BY_PLAYER = ("antes", "blinds_or_straddles", "players", "finishing_stacks", "winnings", "seats", "time_banks")


def problem_with(name: str, value: Any) -> str:
    """Return why a record cannot have a field, or this value for it; empty if it can."""
    kind = PLAYED[name].kind if name in PLAYED else DESCRIBED.get(name)
    if kind is None:
        if name in KEYS:
            return "a record has no such field; it belongs in a game file, which `upcard check` checks"
        return "" if name.startswith("_") else "there is no such field; one of your own starts with an underscore"
    return kind.problem(value)
