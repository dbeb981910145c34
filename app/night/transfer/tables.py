"""The tables of a file: which columns of each model it holds, their names, and their shapes.

People, nights, and a night's seats, rules, hands, acts and transfers are lists; parts refer to each other by their
number in the list, from 0. Nothing that grants access is in a file: an import makes new keys and codes for links, and
devices are left out. Shapes follow the columns unless a file is stricter. The published schema is printed from all of
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from datetime import datetime
from functools import cache
from typing import Any, get_args, get_type_hints

from sqlalchemy import JSON, Boolean, Column, String, inspect

from app.games.build import make
from app.games.catalog import id_error
from app.games.errors import GameError
from app.games.house import Stakes
from app.games.load import library
from app.night.acts.act import Act, ActId, HandId, SeatId, TransferId, json_value
from app.night.acts.stored import KINDS
from app.night.db import Model, Utc
from app.night.ledger import KIND_WORDS
from app.night.log.entries import EntryKind
from app.night.models import Against, Entry, GameText, Hand, Ledger, Night, OwnGame, Player, Seat, Transfer
from app.night.people.roster import COLOURS
from app.night.play.game_files import MAX_BYTES
from app.night.play.texts import text_error
from app.night.rotation import MAX_GAMES, read_rotation
from app.night.transfer.shapes import (
    TIMESTAMP,
    TRUTH,
    Check,
    Conversion,
    FileError,
    Shape,
    any_table,
    convert,
    either,
    list_of,
    maybe,
    one_of,
    published,
    table,
    text,
    whole,
)
from app.night.validation import (
    MAX_NAME_LENGTH,
    MAX_NIGHT_NAME_LENGTH,
    MAX_SEATS,
    MAX_WORTH,
    Problem,
    check_modifier,
    check_options,
    clean_name,
    composed,
    validate_house,
    validate_money,
    validate_stakes,
)
from app.settings import EXTRA_ENTRIES


def name(longest: int) -> Shape:
    """Return the shape of a name, as stored; letters may be decomposed, as version 0.3 stored them."""

    def check(given: str) -> Problem | str:
        cleaned = clean_name(given, longest=longest)
        if isinstance(cleaned, Problem):
            return cleaned
        return "" if cleaned == composed(given) else f"must be written {cleaned!r}"

    return text(longest, 1, check=check)


def check_money(terms: Mapping[str, Any]) -> Problem | None:
    """Return what is wrong with a currency, the worth of a chip and a chip set, each optional; None if nothing is."""
    return validate_money(terms.get("currency", ""), terms.get("worth", 0), terms.get("chips", ()))


def _check_stakes(raw: dict[str, Any]) -> object:
    try:
        return validate_stakes(make(Stakes, raw, "stakes"))
    except GameError as problem:
        return Problem("", str(problem))


STAKES = any_table(check=_check_stakes)
ROTATION = any_table(check=read_rotation)
HOUSE = any_table(check=validate_house)
CHIPS = list_of(any_table(), 8)
GAME = text(80, 1)
# A library game may have taken the id since: then the text is not dealt.
OWN_ID = text(60, 1, check=lambda game_id: "" if game_id in library() else id_error(game_id))
GAME_FILE = text(MAX_BYTES, 1, check=text_error)
OPTIONS = any_table(check=check_options)
MODIFIERS = list_of(either(GAME, any_table(check=check_modifier)), 50)

#: An amount of chips or money, a place at the table, and the number of a seat in its list.
AMOUNT = whole(-(10**15), 10**15)
PLACE = whole(0, 1000)
SEAT_NUMBER = whole(0, 10**7, list="seats")
_TRANSFER_NUMBER = maybe(whole(0, 10**7, list="transfers"))

_LENGTH = 1000

#: The shape of a field by its type; a hand, an act or a transfer that no longer exists is null.
_SHAPES: Mapping[object, Shape] = {
    str: text(_LENGTH),
    int: AMOUNT,
    bool: TRUTH,
    int | None: maybe(AMOUNT),
    tuple[int, ...]: list_of(AMOUNT, _LENGTH),
    tuple[str, ...]: list_of(text(_LENGTH), _LENGTH),
    Mapping[str, Any]: any_table(),
    tuple[Mapping[str, Any], ...]: list_of(any_table(), 8),
    SeatId: SEAT_NUMBER,
    SeatId | None: maybe(SEAT_NUMBER),
    tuple[SeatId, ...]: list_of(SEAT_NUMBER, _LENGTH),
    HandId: maybe(whole(0, 10**7, list="hands")),
    ActId: maybe(whole(0, 10**7, list="acts")),
    TransferId: _TRANSFER_NUMBER,
}

#: Fields that are checked like those of a night.
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
        "ended_at": maybe(TIMESTAMP),
        "settled_at": maybe(TIMESTAMP),
    },
    "seat": {"place": PLACE, "left": TRUTH, "sitting_out": TRUTH},
    "transfer": {"paid_at": maybe(TIMESTAMP)},
}


def _row_of_act(name: str, named: Mapping[str, Shape]) -> Shape:
    more = {"check": check_money} if name == "night" else {}
    columns = table({}, _COLUMNS[name], **more)
    return table({"table": one_of(name), **named, "was": columns, "is": columns})


#: The data needed to undo an act: the rows it set. The night's own row needs no number.
ROWS = table(
    {
        "rows": list_of(
            either(
                _row_of_act("night", {}),
                _row_of_act("transfer", {"id": _TRANSFER_NUMBER}),
                _row_of_act("seat", {"id": SEAT_NUMBER}),
            ),
            _LENGTH,
        )
    },
    {"proven": TRUTH},
)

_PLACES = list_of(table({"seat": SEAT_NUMBER, "place": PLACE}), _LENGTH)


def _changed_columns(*names: str) -> Shape:
    columns = table({name: _COLUMNS["night"][name] for name in names}, check=check_money)
    return table({"was": columns, "is": columns})


#: The data needed to undo an act in files of versions up to 0.3, by kind.
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
    "stakes": _changed_columns("stakes_raw"),
    "house": _changed_columns("house"),
    "play-for": _changed_columns("currency", "worth", "chips"),
}


def before_shape(kind: str, before: Mapping[str, Any]) -> Shape:
    """Return the shape of an act's undo data, in the format of the version that did the act."""
    return ROWS if "rows" in before else _BEFORE.get(kind, table({}))


def _data(act: type[Act]) -> Shape:
    """Return the shape of an act's stored data, from the types of its fields."""
    hints = get_type_hints(act, include_extras=True)
    needed: dict[str, Shape] = {}
    also: dict[str, Shape] = {}
    for each in fields(act):
        shape = _TERMS.get((act.kind, each.name)) or _SHAPES[hints[each.name]]
        optional = each.default is not MISSING or each.default_factory is not MISSING
        (also if optional else needed)[each.name] = shape
    return table(needed, also, **({"check": check_money} if act.kind == "play-for" else {}))


#: The statuses of acts that are done or never will be; others wait for a hand.
PAST = ("done", "undone", "dropped", "failed")

_COMMON: Mapping[str, Shape] = {
    "status": one_of(*PAST),
    "note": text(_LENGTH),
    "by": text(max(MAX_NAME_LENGTH, 40)),
    "at": TIMESTAMP,
    "done_at": maybe(TIMESTAMP),
}


def _act(kind: str, act: type[Act]) -> Shape:
    before = maybe(either(before_shape(kind, {}), ROWS))
    return table({"kind": one_of(kind), "data": _data(act), "before": before, **_COMMON})


#: An act: the shape of its data depends on its kind.
ACT = either(*(_act(kind, act) for kind, act in KINDS.items()))

#: The name of the format, the first thing in a file.
FORMAT = "upcard-1"

#: Columns that have another name in a file, and the lists that foreign keys refer to: a file has numbers for ids.
_NAMES = {"player_id": "person", "against_id": "against_person", "game_name": "name"}
_LISTS = {"player": "persons", "night": "nights", "hand": "hands", "act": "acts"}
_MAX_TEXT_LENGTH = 2000

#: The shape of a row of each model.
_ROWS: dict[type[Model], Shape] = {}


@cache
def members(model: type[Model]) -> Mapping[str, str]:
    """Return the attributes of a model by their column names in a file."""
    columns = ((attribute.key, attribute.columns[0].name) for attribute in inspect(model).column_attrs)
    return {_NAMES.get(name, name.removesuffix("_id")): key for key, name in columns}


def to_numbers(numbers: Mapping[str, Mapping[int, int]]) -> Conversion:
    """Return a conversion of ids to list numbers, null for missing rows, and of timestamps to text."""

    def change(shape: Shape, value: Any, _path: str) -> Any:
        if shape is TIMESTAMP:
            return json_value(datetime.fromisoformat(value) if isinstance(value, str) else value)
        return numbers[shape["list"]].get(value)

    return change


def to_ids(ids: Mapping[str, Sequence[int]]) -> Conversion:
    """Return a conversion of list numbers to ids, and of text to timestamps.

    The conversion raises :class:`FileError` for a number out of range.
    """

    def change(shape: Shape, value: Any, path: str) -> Any:
        if shape is TIMESTAMP:
            return datetime.fromisoformat(value)
        of = ids[shape["list"]]
        if value >= len(of):
            raise FileError(path, f"there is no {shape['list'].removesuffix('s')} {value}: the file has {len(of)}")
        return of[value]

    return change


def columns(row: Model) -> dict[str, Any]:
    """Return the columns of a row by their names in a file."""
    return {name: getattr(row, key) for name, key in members(type(row)).items()}


def write_row(row: Model, change: Conversion) -> dict[str, Any]:
    """Return the columns of a row as in a file, leaving out optional ones that are null."""
    shape = _ROWS[type(row)]
    written: dict[str, Any] = convert(columns(row), shape, change)
    return {name: value for name, value in written.items() if value is not None or name in shape["required"]}


def row_values(model: type[Model], read: Mapping[str, Any], change: Conversion) -> dict[str, Any]:
    """Return the columns that a file's table has for a row, by attribute."""
    keys, shape = members(model), _ROWS[model]
    values = convert({name: value for name, value in read.items() if name in keys}, shape, change)
    return {key: values.get(name) for name, key in keys.items() if name in shape["properties"]}


def _rows(model: type[Model], names: str, also: str = "", check: Check | None = None, **narrower: Shape) -> Shape:
    """Return the shape of a row with these members, and with those of ``also`` if not null."""

    def shape(name: str, *, there: bool = False) -> Shape:
        return narrower[name] if name in narrower else _of_column(model, name, there=there)

    keys = {name: shape(name) for name in names.split()}
    optional = {name: shape(name, there=True) for name in also.split()}
    _ROWS[model] = table(keys, optional, **({} if check is None else {"check": check}))
    return _ROWS[model]


def _of_column(model: type[Model], name: str, *, there: bool) -> Shape:
    """Return the shape of a column; null is allowed if the column is nullable, unless it is ``there``."""
    (column,) = inspect(model).column_attrs[members(model)[name]].columns
    assert isinstance(column, Column)
    shape: Shape = whole()
    if column.foreign_keys:
        (key,) = column.foreign_keys
        shape = whole(0, 10**7, list=_LISTS[key.column.table.name])
    elif isinstance(column.type, String):
        shape = text(column.type.length or _MAX_TEXT_LENGTH)
    elif isinstance(column.type, Utc | Boolean):
        shape = TIMESTAMP if isinstance(column.type, Utc) else TRUTH
    elif isinstance(column.type, JSON):
        shape = any_table()
    return maybe(shape) if column.nullable and not there else shape


def _check_winner(winner: list[Any]) -> str:
    named = len(winner) == 2 and isinstance(winner[0], str) and isinstance(winner[1], int)
    return "" if named else "must be a name and chips"


PERSON = _rows(Player, "name colour removed", name=name(MAX_NAME_LENGTH), colour=one_of(*COLOURS))
OWN_GAME = _rows(
    OwnGame,
    "name game options modifiers house created_at",
    name=name(40),
    game=GAME,
    house=HOUSE,
    options=OPTIONS,
    modifiers=MODIFIERS,
)
GAME_TEXT = _rows(GameText, "game text changed_at", game=OWN_ID, text=GAME_FILE)
SEAT = _rows(Seat, "person place sitting_out left", place=PLACE)
ENTRY = _rows(Entry, "kind text at", kind=one_of(*get_args(EntryKind)), text=text(100_000))
SETUP = table(
    {
        "names": list_of(text(MAX_NAME_LENGTH), MAX_SEATS),
        "stacks": list_of(maybe(whole()), MAX_SEATS),
        "antes": list_of(whole(), MAX_SEATS),
        "stakes": STAKES,
        "house": any_table(),
        "carried": whole(),
        "seats": list_of(SEAT_NUMBER, MAX_SEATS),
        "dealer_place": PLACE,
    },
    {"blinds": list_of(whole(), MAX_SEATS)},
)
OUTCOME = table(
    {
        "winners": list_of(list_of(either(text(MAX_NAME_LENGTH), whole()), 2, check=_check_winner), MAX_SEATS),
        "carried": whole(),
        "why": text(1000),
        "actions": whole(),
    }
)
HAND = _rows(
    Hand,
    "number game name rules setup options modifiers started_at finished_at put_away log",
    also="outcome rotation",
    number=whole(1, 10**9 - 1),
    game=GAME,
    name=text(120, 1),
    rules=whole(0, 10**7, list="rules"),
    setup=SETUP,
    finished_at=TIMESTAMP,
    log=list_of(ENTRY, limit="entries", spare=EXTRA_ENTRIES),
    outcome=OUTCOME,
    options=OPTIONS,
    modifiers=MODIFIERS,
    rotation=whole(0, MAX_GAMES),
)
LEDGER_ROW = _rows(
    Ledger,
    "person kind account against amount why at",
    also="hand act of_night against_person reversal",
    kind=one_of(*KIND_WORDS),
    account=one_of("chips", "purse", "won"),
    against=one_of(*get_args(Against)),
    amount=AMOUNT,
    of_night=maybe(whole(0, 10**7, list="nights")),
)
TRANSFER = _rows(
    Transfer,
    "debtor creditor currency amount paid_at",
    also="carried_to",
    currency=text(3, 3, check=lambda code: validate_money(code, 1, ())),
    amount=whole(1, 10**15),
    carried_to=maybe(whole(0, 10**7, list="nights")),
)
NIGHT = _rows(
    Night,
    "name started_at ended_at settled_at tracked asks_dealer stakes house currency worth chips dealer_place carried"
    " seats rules acts hands ledger transfers",
    also="all_in_odds rotation",
    rotation=ROTATION,
    name=name(MAX_NIGHT_NAME_LENGTH),
    stakes=STAKES,
    house=HOUSE,
    worth=whole(0, MAX_WORTH),
    chips=CHIPS,
    dealer_place=PLACE,
    carried=whole(0, 10**15),
    seats=list_of(SEAT, 1000),
    rules=list_of(any_table()),
    acts=list_of(ACT),
    hands=list_of(HAND, limit="hands"),
    ledger=list_of(LEDGER_ROW),
    transfers=list_of(TRANSFER),
    check=check_money,
)
FILE = table(
    {
        "format": one_of(FORMAT),
        "kind": one_of("club", "night"),
        "exported_at": TIMESTAMP,
        "club": table({"name": text(60)}),
        "persons": list_of(PERSON, limit="people"),
        "games": list_of(OWN_GAME, limit="games"),
        "nights": list_of(NIGHT, limit="nights"),
    },
    {"texts": list_of(GAME_TEXT, limit="games")},
)

#: The parts that get their own name in the schema, to make it readable.
PARTS: Mapping[str, Shape] = {
    "person": PERSON,
    "game": OWN_GAME,
    "text": GAME_TEXT,
    "night": NIGHT,
    "seat": SEAT,
    "act": ACT,
    "act_rows": ROWS,
    "hand": HAND,
    "setup": SETUP,
    "entry": ENTRY,
    "ledger_row": LEDGER_ROW,
    "transfer": TRANSFER,
}


def schema() -> dict[str, Any]:
    """Return the published schema of a file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:upcard:schema:{FORMAT}",
        "title": "A club or a night exported from Upcard",
        **published(FILE, PARTS),
        "$defs": {name: published({**part}, PARTS) for name, part in PARTS.items()},
    }
