"""What stands in a file: the shapes of its parts, from which the published schema is printed too.

Persons, nights, and what a night has of seats, rules, hands, acts and transfers are lists; one part names another by
its number in its list, from 0. Nothing that opens a door is in a file: keys of links, codes and devices are made anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.night.people.persons import COLOURS
from app.night.transfer.act_shapes import ACT, AMOUNT, NUMBER, PLACE
from app.night.transfer.shapes import Either, Free, ListOf, Maybe, Moment, OneOf, Shape, Table, Text, Truth, Whole
from app.night.validation import LONGEST_NAME, LONGEST_NIGHT_NAME, MOST_SEATS, MOST_WORTH

#: The name of the format, the first thing in a file.
FORMAT = "upcard-1"

#: What a file may hold, and the name of its schema.
KINDS = ("club", "night")
SCHEMA_ID = "urn:upcard:schema:upcard-1"

_MODIFIERS = ListOf(Either((Text(80, 1), Free())), 50)

PERSON = Table({"name": Text(LONGEST_NAME, 1), "colour": OneOf(COLOURS), "removed": Truth()})
OWN_GAME = Table(
    {
        "name": Text(40, 1),
        "game": Text(80, 1),
        "options": Free(),
        "modifiers": _MODIFIERS,
        "house": Free(),
        "created_at": Moment(),
    }
)
SEAT = Table({"person": NUMBER, "place": PLACE, "sitting_out": Truth(), "left": Truth()})
ENTRY = Table({"kind": OneOf(("act", "more", "undo", "redo", "correct")), "text": Text(100_000), "at": Moment()})
SETUP = Table(
    {
        "names": ListOf(Text(LONGEST_NAME), MOST_SEATS),
        "stacks": ListOf(Maybe(Whole()), MOST_SEATS),
        "antes": ListOf(Whole(), MOST_SEATS),
        "stakes": Free(),
        "house": Free(),
        "carried": Whole(),
        "seats": ListOf(NUMBER, MOST_SEATS),
        "dealer_place": PLACE,
    }
)
OUTCOME = Table(
    {
        "winners": ListOf(ListOf(Either((Text(LONGEST_NAME), Whole())), 2), MOST_SEATS),
        "carried": Whole(),
        "why": Text(1000),
        "actions": Whole(),
    }
)
HAND = Table(
    {
        "number": Whole(1, 10**9 - 1),
        "game": Text(80, 1),
        "name": Text(120, 1),
        "rules": NUMBER,
        "setup": SETUP,
        "options": Free(),
        "modifiers": _MODIFIERS,
        "started_at": Moment(),
        "finished_at": Moment(),
        "put_away": Truth(),
        "log": ListOf(ENTRY),
    },
    {"outcome": OUTCOME},
)
LEDGER_ROW = Table(
    {
        "person": NUMBER,
        "kind": OneOf(("buy-in", "cash-out", "transfer", "put-in", "award", "count", "expense", "payment", "carried")),
        "account": OneOf(("chips", "purse", "won")),
        "against": OneOf(("bank", "pot", "count", "box", "expense", "purse")),
        "amount": AMOUNT,
        "why": Text(2000),
        "at": Moment(),
    },
    {"hand": NUMBER, "act": NUMBER, "of_night": Maybe(NUMBER), "against_person": NUMBER, "reversal": Truth()},
)
TRANSFER = Table(
    {
        "debtor": Maybe(NUMBER),
        "creditor": Maybe(NUMBER),
        "currency": Text(3, 3),
        "amount": Whole(1, 10**15),
        "paid_at": Maybe(Moment()),
    },
    {"carried_to": Maybe(NUMBER)},
)
NIGHT = Table(
    {
        "name": Text(LONGEST_NIGHT_NAME, 1),
        "started_at": Moment(),
        "ended_at": Maybe(Moment()),
        "settled_at": Maybe(Moment()),
        "tracked": Truth(),
        "asks_dealer": Truth(),
        "stakes": Free(),
        "house": Free(),
        "currency": Text(3),
        "worth": Whole(0, MOST_WORTH),
        "chips": ListOf(Free(), 8),
        "dealer_place": PLACE,
        "carried": Whole(0, 10**15),
        "seats": ListOf(SEAT, 1000),
        "rules": ListOf(Free()),
        "acts": ListOf(ACT),
        "hands": ListOf(HAND),
        "ledger": ListOf(LEDGER_ROW),
        "transfers": ListOf(TRANSFER),
    }
)
FILE = Table(
    {
        "format": OneOf((FORMAT,)),
        "kind": OneOf(KINDS),
        "exported_at": Moment(),
        "club": Table({"name": Text(60)}),
        "persons": ListOf(PERSON),
        "games": ListOf(OWN_GAME),
        "nights": ListOf(NIGHT),
    }
)

#: What the schema gives a name of its own, so that it can be read.
PARTS: Mapping[str, Shape] = {
    "person": PERSON,
    "game": OWN_GAME,
    "night": NIGHT,
    "seat": SEAT,
    "act": ACT,
    "hand": HAND,
    "setup": SETUP,
    "entry": ENTRY,
    "ledger_row": LEDGER_ROW,
    "transfer": TRANSFER,
}


def schema() -> dict[str, Any]:
    """Return the schema of a file, as it is published."""
    plain = {name: shape.schema() for name, shape in PARTS.items()}
    parts = {name: {key: _named(value, plain) for key, value in part.items()} for name, part in plain.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": "A club or a night of Upcard, to take along",
        **{key: _named(value, plain) for key, value in FILE.schema().items()},
        "$defs": parts,
    }


def _named(value: Any, parts: Mapping[str, Any]) -> Any:
    """Return a piece of a schema with each part in it replaced by its name."""
    for name, part in parts.items():
        if value == part:
            return {"$ref": f"#/$defs/{name}"}
    if isinstance(value, dict):
        return {key: _named(item, parts) for key, item in value.items()}
    return [_named(item, parts) for item in value] if isinstance(value, list) else value
