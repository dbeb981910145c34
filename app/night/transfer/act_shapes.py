"""The shapes of acts in a file, one a kind, and which of their fields name something else by its number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, get_type_hints

from app.evening.acts import KINDS, Act, PlayFor
from app.night.transfer.shapes import MOMENT, TRUTH, Shape, either, free, list_of, maybe, one_of, table, text, whole
from app.night.transfer.terms import CHIPS, HOUSE, STAKES, check_money
from app.night.validation import LONGEST_NAME

#: The fields that name a seat, several seats, a hand, another act or a transfer of the night; what is gone is null.
SEATS: Mapping[str, str] = {"seat": "one", "to": "one", "bank": "one", "seats": "many", "shared": "many"}
OTHERS: Mapping[str, str] = {"hand": "hands", "act": "acts", "transfer": "transfers"}

#: Lists that say two things of the same players.
TOGETHER = (("tally", "seats", "stacks"), ("expense", "shared", "sharers"), ("correct", "names", "chips"))

#: An amount of chips or money, a place at the table, and the number of a seat in its list.
AMOUNT = whole(-(10**15), 10**15)
PLACE = whole(0, 1000)
SEAT_NUMBER = whole(0, 10**7, list="seats")

_LENGTH = 1000

_SHAPES: Mapping[object, Shape] = {
    str: text(_LENGTH),
    int: AMOUNT,
    bool: TRUTH,
    int | None: maybe(AMOUNT),
    tuple[int, ...]: list_of(AMOUNT, _LENGTH),
    tuple[str, ...]: list_of(text(_LENGTH), _LENGTH),
    Mapping[str, Any]: free(),
    tuple[Mapping[str, Any], ...]: list_of(free(), 8),
}

#: Fields that are checked as those of a night are.
_TERMS: Mapping[tuple[str, str], Shape] = {("stakes", "stakes"): STAKES, ("house", "house"): HOUSE}

_PLACES = list_of(table({"seat": SEAT_NUMBER, "place": PLACE}), _LENGTH)
_WAS_AND_IS = {
    "stakes": table({"stakes_raw": STAKES}),
    "house": table({"house": HOUSE}),
    "play-for": table({"currency": text(3), "worth": whole(0, 10**9), "chips": CHIPS}, check=check_money),
}

#: What an act has to remember for being taken back, where that is anything.
BEFORE: Mapping[str, Shape] = {
    "join": table({"places": _PLACES, "dealer_place": PLACE, "seat": SEAT_NUMBER}, {"new": TRUTH}),
    "sit-out": table({"sitting_out": TRUTH}),
    "come-back": table({"sitting_out": TRUTH}),
    "leave": table({"sitting_out": TRUTH}, {"stack": AMOUNT}),
    "rearrange": table({"places": _PLACES, "dealer_place": PLACE}),
    "button": table({"dealer_place": PLACE}, {"place": PLACE}),
    "count": table({"stack": AMOUNT}),
    "split-pot": table({"carried": whole()}),
    "settle": table({"ended": TRUTH}, {"proven": TRUTH}),
    **{kind: table({"was": columns, "is": columns}) for kind, columns in _WAS_AND_IS.items()},
}


def _data(act: type[Act]) -> Shape:
    """Return the shape of what is stored of an act, from the types of its fields."""
    hints = get_type_hints(act)
    needed: dict[str, Shape] = {}
    also: dict[str, Shape] = {}
    for each in fields(act):
        shape = _TERMS.get((act.kind, each.name)) or _SHAPES[hints[each.name]]
        if each.name in SEATS:
            one = maybe(SEAT_NUMBER) if hints[each.name] == int | None else SEAT_NUMBER
            shape = one if SEATS[each.name] == "one" else list_of(SEAT_NUMBER, _LENGTH)
        elif each.name in OTHERS:
            shape = maybe(whole(0, 10**7, list=OTHERS[each.name]))
        optional = each.default is not MISSING or each.default_factory is not MISSING
        (also if optional else needed)[each.name] = shape
    return table(needed, also, **({"check": check_money} if act is PlayFor else {}))


_COMMON: Mapping[str, Shape] = {
    "status": one_of("done", "undone", "dropped", "failed"),
    "note": text(_LENGTH),
    "by": text(max(LONGEST_NAME, 40)),
    "at": MOMENT,
    "done_at": maybe(MOMENT),
}

#: An act: the shape of its data goes by its kind.
ACT = either(
    *(
        table({"kind": one_of(kind), "data": _data(act), "before": maybe(BEFORE.get(kind, table({}))), **_COMMON})
        for kind, act in KINDS.items()
    )
)
