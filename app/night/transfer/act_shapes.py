"""The shapes of acts in a file, one a kind, and which of their fields name something else by its number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, get_type_hints

from app.evening.acts import KINDS, Act
from app.night.transfer.shapes import Free, ListOf, Maybe, Moment, OneOf, Shape, Table, Text, Truth, Whole, WrongError
from app.night.validation import LONGEST_NAME

#: The fields that name a seat, several seats, a hand, another act or a transfer of the night; what is gone is null.
SEATS: Mapping[str, str] = {"seat": "one", "to": "one", "bank": "one", "seats": "many", "shared": "many"}
OTHERS: Mapping[str, str] = {"hand": "hands", "act": "acts", "transfer": "transfers"}

#: Lists that say two things of the same players.
TOGETHER = (("tally", "seats", "stacks"), ("expense", "shared", "sharers"), ("correct", "names", "chips"))

#: The number of something in its list, an amount of chips or money, and a place at the table.
NUMBER = Whole(0, 10**7)
AMOUNT = Whole(-(10**15), 10**15)
PLACE = Whole(0, 1000)

_LENGTH = 1000

_SHAPES: Mapping[object, Shape] = {
    str: Text(_LENGTH),
    int: AMOUNT,
    bool: Truth(),
    int | None: Maybe(AMOUNT),
    tuple[int, ...]: ListOf(AMOUNT, _LENGTH),
    tuple[str, ...]: ListOf(Text(_LENGTH), _LENGTH),
    Mapping[str, Any]: Free(),
    tuple[Mapping[str, Any], ...]: ListOf(Free(), 8),
}

_PLACES = ListOf(Table({"seat": NUMBER, "place": PLACE}), _LENGTH)
_WAS_AND_IS = {
    "stakes": Table({"stakes_raw": Free()}),
    "house": Table({"house": Free()}),
    "play-for": Table({"currency": Text(3), "worth": Whole(0, 10**9), "chips": ListOf(Free(), 8)}),
}

#: What an act has to remember for being taken back, where that is anything.
BEFORE: Mapping[str, Table] = {
    "join": Table({"places": _PLACES, "dealer_place": PLACE, "seat": NUMBER}, {"new": Truth()}),
    "sit-out": Table({"sitting_out": Truth()}),
    "come-back": Table({"sitting_out": Truth()}),
    "leave": Table({"sitting_out": Truth()}, {"stack": AMOUNT}),
    "rearrange": Table({"places": _PLACES, "dealer_place": PLACE}),
    "button": Table({"dealer_place": PLACE}, {"place": PLACE}),
    "count": Table({"stack": AMOUNT}),
    "split-pot": Table({"carried": Whole()}),
    "settle": Table({"ended": Truth()}, {"proven": Truth()}),
    **{kind: Table({"was": table, "is": table}) for kind, table in _WAS_AND_IS.items()},
}
NOTHING = Table({})


def _data(act: type[Act]) -> Table:
    """Return the shape of what is stored of an act, from the types of its fields."""
    hints = get_type_hints(act)
    needed: dict[str, Shape] = {}
    also: dict[str, Shape] = {}
    for each in fields(act):
        shape = _SHAPES[hints[each.name]]
        if each.name in SEATS:
            one = Maybe(NUMBER) if hints[each.name] == int | None else NUMBER
            shape = one if SEATS[each.name] == "one" else ListOf(NUMBER, _LENGTH)
        elif each.name in OTHERS:
            shape = Maybe(NUMBER)
        optional = each.default is not MISSING or each.default_factory is not MISSING
        (also if optional else needed)[each.name] = shape
    return Table(needed, also)


class _ActShape:
    """An act: the shape of its data goes by its kind."""

    _COMMON: Mapping[str, Shape] = {
        "status": OneOf(("done", "undone", "dropped", "failed")),
        "note": Text(_LENGTH),
        "by": Text(max(LONGEST_NAME, 40)),
        "at": Moment(),
        "done_at": Maybe(Moment()),
    }

    def __init__(self) -> None:
        self._kinds = {
            kind: Table(
                {
                    "kind": OneOf((kind,)),
                    "data": _data(act),
                    "before": Maybe(BEFORE.get(kind, NOTHING)),
                    **self._COMMON,
                }
            )
            for kind, act in KINDS.items()
        }

    def read(self, value: object, path: str) -> dict[str, Any]:
        """Return the act. Raises :class:`WrongError`."""
        kind = value.get("kind") if isinstance(value, dict) else None
        if not isinstance(kind, str) or kind not in self._kinds:
            raise WrongError(f"{path}.kind", f"must be one of {', '.join(map(repr, self._kinds))}")
        act = self._kinds[kind].read(value, path)
        happened = act["status"] in ("done", "undone")
        if happened != (act["before"] is not None):
            raise WrongError(f"{path}.before", "must be a table for an act that was done, and null for any other")
        if happened and act["done_at"] is None:
            raise WrongError(f"{path}.done_at", "must be a moment for an act that was done")
        for of, one, other in TOGETHER:
            if kind == of and len(act["data"].get(one, ())) != len(act["data"].get(other, ())):
                raise WrongError(f"{path}.data.{other}", f"must be as long as {one}")
        return act

    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""
        return {"anyOf": [table.schema() for table in self._kinds.values()]}


ACT = _ActShape()
