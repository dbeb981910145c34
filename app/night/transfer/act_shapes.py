"""The shapes of acts in a file, one a kind, from the types of their fields, and of what a form asks for too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, get_type_hints

from app.games.build import make
from app.games.catalog import wrong_id
from app.games.errors import GameError
from app.games.house import Stakes
from app.games.load import library
from app.night.acts.act import Act, ActId, HandId, SeatId, TransferId
from app.night.acts.stored import KINDS
from app.night.play.game_files import MOST_BYTES
from app.night.play.texts import wrong_text
from app.night.rotation import read_rotation
from app.night.transfer.shapes import MOMENT, TRUTH, Shape, either, free, list_of, maybe, one_of, table, text, whole
from app.night.validation import (
    LONGEST_NAME,
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


#: An amount of chips or money, a place at the table, and the number of a seat in its list.
AMOUNT = whole(-(10**15), 10**15)
PLACE = whole(0, 1000)
SEAT_NUMBER = whole(0, 10**7, list="seats")
_TRANSFER_NUMBER = maybe(whole(0, 10**7, list="transfers"))

_LENGTH = 1000

#: The shape of a field of each type; a hand, an act or a transfer that is gone is null.
_SHAPES: Mapping[object, Shape] = {
    str: text(_LENGTH),
    int: AMOUNT,
    bool: TRUTH,
    int | None: maybe(AMOUNT),
    tuple[int, ...]: list_of(AMOUNT, _LENGTH),
    tuple[str, ...]: list_of(text(_LENGTH), _LENGTH),
    Mapping[str, Any]: free(),
    tuple[Mapping[str, Any], ...]: list_of(free(), 8),
    SeatId: SEAT_NUMBER,
    SeatId | None: maybe(SEAT_NUMBER),
    tuple[SeatId, ...]: list_of(SEAT_NUMBER, _LENGTH),
    HandId: maybe(whole(0, 10**7, list="hands")),
    ActId: maybe(whole(0, 10**7, list="acts")),
    TransferId: _TRANSFER_NUMBER,
}

#: Fields that are checked as those of a night are.
_TERMS: Mapping[tuple[str, str], Shape] = {
    ("stakes", "stakes"): STAKES,
    ("house", "house"): HOUSE,
    ("rotation", "rotation"): either(table({}), ROTATION),
}

_COLUMNS: Mapping[str, Mapping[str, Shape]] = {
    "night": {
        "stakes_raw": STAKES,
        "house": HOUSE,
        "rotation": maybe(ROTATION),
        "currency": text(3),
        "worth": whole(0, 10**9),
        "chips": CHIPS,
        "dealer_place": PLACE,
        "carried": whole(),
        "ended_at": maybe(MOMENT),
        "settled_at": maybe(MOMENT),
    },
    "seat": {"place": PLACE, "left": TRUTH, "sitting_out": TRUTH},
    "transfer": {"paid_at": maybe(MOMENT)},
}


def _row(name: str, named: Mapping[str, Shape]) -> Shape:
    more = {"check": check_money} if name == "night" else {}
    columns = table({}, _COLUMNS[name], **more)
    return table({"table": one_of(name), **named, "was": columns, "is": columns})


#: What undoing an act needs: the rows that it has set. The night's own row needs no number.
ROWS = table(
    {
        "rows": list_of(
            either(_row("night", {}), _row("transfer", {"id": _TRANSFER_NUMBER}), _row("seat", {"id": SEAT_NUMBER})),
            _LENGTH,
        )
    },
    {"proven": TRUTH},
)

_PLACES = list_of(table({"seat": SEAT_NUMBER, "place": PLACE}), _LENGTH)


def _was_and_is(*names: str) -> Shape:
    columns = table({name: _COLUMNS["night"][name] for name in names}, check=check_money)
    return table({"was": columns, "is": columns})


#: What undoing needed in files of versions up to 0.3, by kind.
_BEFORE: Mapping[str, Shape] = {
    "join": table({"places": _PLACES, "dealer_place": PLACE, "seat": SEAT_NUMBER}, {"new": TRUTH}),
    "sit-out": table({"sitting_out": TRUTH}),
    "come-back": table({"sitting_out": TRUTH}),
    "leave": table({"sitting_out": TRUTH}, {"stack": AMOUNT}),
    "rearrange": table({"places": _PLACES, "dealer_place": PLACE}),
    "button": table({"dealer_place": PLACE}, {"place": PLACE}),
    "count": table({"stack": AMOUNT}),
    "split-pot": table({"carried": whole()}),
    "settle": table({"ended": TRUTH}, {"proven": TRUTH}),
    "stakes": _was_and_is("stakes_raw"),
    "house": _was_and_is("house"),
    "play-for": _was_and_is("currency", "worth", "chips"),
}


def before_shape(kind: str, before: Mapping[str, Any]) -> Shape:
    """Return the shape of what undoing an act needs, as the version that did the act has stored it."""
    return ROWS if "rows" in before else _BEFORE.get(kind, table({}))


def _data(act: type[Act]) -> Shape:
    """Return the shape of what is stored of an act, from the types of its fields."""
    hints = get_type_hints(act, include_extras=True)
    needed: dict[str, Shape] = {}
    also: dict[str, Shape] = {}
    for each in fields(act):
        shape = _TERMS.get((act.kind, each.name)) or _SHAPES[hints[each.name]]
        optional = each.default is not MISSING or each.default_factory is not MISSING
        (also if optional else needed)[each.name] = shape
    return table(needed, also, **({"check": check_money} if act.kind == "play-for" else {}))


#: Acts that have been done, or will not be: the others wait for a hand.
PAST = ("done", "undone", "dropped", "failed")

_COMMON: Mapping[str, Shape] = {
    "status": one_of(*PAST),
    "note": text(_LENGTH),
    "by": text(max(LONGEST_NAME, 40)),
    "at": MOMENT,
    "done_at": maybe(MOMENT),
}


def _act(kind: str, act: type[Act]) -> Shape:
    before = maybe(either(before_shape(kind, {}), ROWS))
    return table({"kind": one_of(kind), "data": _data(act), "before": before, **_COMMON})


#: An act: the shape of its data goes by its kind.
ACT = either(*(_act(kind, act) for kind, act in KINDS.items()))
