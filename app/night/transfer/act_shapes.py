"""The shapes of acts in a file, one a kind, from the types of their fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any, get_type_hints

from app.night.acts.act import Act, ActId, HandId, SeatId, TransferId, references
from app.night.acts.stored import KINDS
from app.night.transfer.shapes import (
    Either,
    Free,
    ListOf,
    Maybe,
    Moment,
    OneOf,
    Shape,
    Table,
    Text,
    Truth,
    Whole,
    WrongError,
)
from app.night.validation import LONGEST_NAME

#: The number of something in its list, an amount of chips or money, and a place at the table.
NUMBER = Whole(0, 10**7)
AMOUNT = Whole(-(10**15), 10**15)
PLACE = Whole(0, 1000)

_LENGTH = 1000

#: The shape of a field of each type; a hand, an act or a transfer that is gone is null.
_SHAPES: Mapping[object, Shape] = {
    str: Text(_LENGTH),
    int: AMOUNT,
    bool: Truth(),
    int | None: Maybe(AMOUNT),
    tuple[int, ...]: ListOf(AMOUNT, _LENGTH),
    tuple[str, ...]: ListOf(Text(_LENGTH), _LENGTH),
    Mapping[str, Any]: Free(),
    tuple[Mapping[str, Any], ...]: ListOf(Free(), 8),
    SeatId: NUMBER,
    SeatId | None: Maybe(NUMBER),
    tuple[SeatId, ...]: ListOf(NUMBER, _LENGTH),
    HandId: Maybe(NUMBER),
    ActId: Maybe(NUMBER),
    TransferId: Maybe(NUMBER),
}

_COLUMNS: Mapping[str, Mapping[str, Shape]] = {
    "night": {
        "stakes_raw": Free(),
        "house": Free(),
        "currency": Text(3),
        "worth": Whole(0, 10**9),
        "chips": ListOf(Free(), 8),
        "dealer_place": PLACE,
        "carried": Whole(),
        "ended_at": Maybe(Moment()),
        "settled_at": Maybe(Moment()),
    },
    "seat": {"place": PLACE, "left": Truth(), "sitting_out": Truth()},
    "transfer": {"paid_at": Maybe(Moment())},
}


def _row(table: str, named: Mapping[str, Shape]) -> Table:
    columns = Table({}, _COLUMNS[table])
    return Table({"table": OneOf((table,)), **named, "was": columns, "is": columns})


#: What undoing an act needs: the rows that it has set. The night's own row needs no number.
ROWS = Table(
    {
        "rows": ListOf(
            Either((_row("night", {}), _row("transfer", {"id": Maybe(NUMBER)}), _row("seat", {"id": NUMBER}))), _LENGTH
        )
    },
    {"proven": Truth()},
)

_PLACES = ListOf(Table({"seat": NUMBER, "place": PLACE}), _LENGTH)

#: What undoing needed in files of versions up to 0.3, by kind.
_BEFORE: Mapping[str, Table] = {
    "join": Table({"places": _PLACES, "dealer_place": PLACE, "seat": NUMBER}, {"new": Truth()}),
    "sit-out": Table({"sitting_out": Truth()}),
    "come-back": Table({"sitting_out": Truth()}),
    "leave": Table({"sitting_out": Truth()}, {"stack": AMOUNT}),
    "rearrange": Table({"places": _PLACES, "dealer_place": PLACE}),
    "button": Table({"dealer_place": PLACE}, {"place": PLACE}),
    "count": Table({"stack": AMOUNT}),
    "split-pot": Table({"carried": Whole()}),
    "settle": Table({"ended": Truth()}, {"proven": Truth()}),
    **{
        kind: Table({name: Table({column: _COLUMNS["night"][column] for column in columns}) for name in ("was", "is")})
        for kind, columns in (
            ("stakes", ("stakes_raw",)),
            ("house", ("house",)),
            ("play-for", ("currency", "worth", "chips")),
        )
    },
}


def _data(act: type[Act]) -> Table:
    """Return the shape of what is stored of an act, from the types of its fields."""
    hints = get_type_hints(act, include_extras=True)
    needed: dict[str, Shape] = {}
    also: dict[str, Shape] = {}
    for each in fields(act):
        optional = each.default is not MISSING or each.default_factory is not MISSING
        (also if optional else needed)[each.name] = _SHAPES[hints[each.name]]
    return Table(needed, also)


_REFERENCES = {kind: references(act) for kind, act in KINDS.items()}


def renumbered(kind: str, data: Mapping[str, Any], number: Callable[[str, Any], Any]) -> dict[str, Any]:
    """Return the fields of an act with ``number`` of the list and the id, or the number, of whatever they name."""
    of = _REFERENCES[kind]

    def field(name: str, value: Any) -> Any:
        if name not in of:
            return value
        many = isinstance(value, list | tuple)
        return [number(of[name], each) for each in value] if many else number(of[name], value)

    return {name: field(name, value) for name, value in data.items()}


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
                    "before": Maybe(Either((_BEFORE.get(kind, Table({})), ROWS))),
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
        if parallel := KINDS[kind].parallel:
            one, other = parallel
            if len(act["data"].get(one, ())) != len(act["data"].get(other, ())):
                raise WrongError(f"{path}.data.{other}", f"must be as long as {one}")
        return act

    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""
        return {"anyOf": [table.schema() for table in self._kinds.values()]}


ACT = _ActShape()
