"""Files in place of exported nights or clubs: each is imported, or refused with a place and nothing stored."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import update

from app import create_app
from app.night import nights
from app.night.db import db
from app.night.history import hands
from app.night.models import Club
from app.night.transfer import importing, sheets
from app.night.transfer.checking import read_file, replay
from app.night.transfer.importing import Imported
from app.night.validation import Problem
from tests.checks.check import Check, Tally
from tests.databases import address_at
from tests.fuzz.commands import directory
from tests.fuzz.nonsense import VALUES, other_bytes, other_text
from tests.night.table import make_app
from tests.night.transfer.clubs import club as fill
from tests.night.transfer.clubs import exported, fingerprint
from tests.web.tables import host_device

FILES = 30

_QUOTED = r"""['"].*(?:['"]|\.{3})"""

#: A place in a file, such as nights[3].hands[12].log[4].text; odd keys are quoted, long ones cut.
PATH = re.compile(rf"(?!$)(?:[a-z_]+|{_QUOTED})?(?:\[\d+\]|\.[a-z_-]+|\.{_QUOTED}|\.[^.\[]+)*", re.DOTALL)

_ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 7, 10**6, 2**31, 2**53 - 1, 2**53, 2**63, 10**30, 1.5, "", " ", [], {}, [[]]),
    *(float("nan"), float("inf"), "\ud800", "a\0b", "x" * 200, "💥", "2026-02-31T00:00:00.000000Z", {"": 0}, [None]),
    *("act", "undo", "chips", "done", "EUR", "p1 f", "d misdeal", "1 -", "99", "-5 p1 f", "x y", "9" * 5000),
)

Place = tuple[Any, Any]


@cache
def _file() -> str:
    """Return the exported file of a club with data of every kind."""
    with directory() as folder:
        app = make_app(folder / "first.sqlite3")
        with app.app_context():
            fill()
            text = exported()
            db.session.remove()
            db.engine.dispose()
    return text


def transfer_round(seed: str) -> Tally:
    random = Random(seed)
    tally = Tally()
    with directory() as folder:
        app = create_app({"SQLALCHEMY_DATABASE_URI": address_at(folder / "other.sqlite3"), "TESTING": True})
        with app.app_context():
            upgrade()
            for _ in range(FILES):
                tally["files"] += 1
                tally["read"] += _imported(_corrupted(random), app)
            db.session.remove()
            db.engine.dispose()
    return tally


def _imported(data: bytes, app: Flask) -> int:
    """Import a file; return 0 if it is refused, else check it, export it and read it again, and return 1."""
    before = fingerprint()
    answer = importing.import_bytes(data)
    if isinstance(answer, Problem):
        assert answer.text
        assert PATH.fullmatch(answer.field), answer
        assert fingerprint() == before, answer
        return 0
    assert isinstance(answer, Imported)
    _open_pages(app)
    replay(read_file(exported().encode()))
    _empty()
    return 1


def _open_pages(app: Flask) -> None:
    """Open the pages of the nights and check that none fails."""
    for night in nights.nights():
        hands.night_records(night)
        sheets.night_sheets(night)
    paths = ["/", "/people", "/club"]
    paths += [
        f"/n/{night.key}/{page}" for night in nights.nights()[:4] for page in ("", "night", "money", "call", "links")
    ]
    paths += [f"/tv/{night.watch_key}" for night in nights.nights()[:4]]
    paths += [f"/n/{night.key}/hand/{hand}" for night in nights.nights()[:4] for hand in (1, 2)]
    browser = host_device(app.test_client())
    for path in paths:
        with browser.get(path) as answer:
            assert answer.status_code < 500, (path, answer.status_code)


def _empty() -> None:
    """Delete everything in the club."""
    for table in reversed(db.metadata.sorted_tables):
        if table.name != "club":
            db.session.execute(table.delete())
    db.session.execute(update(Club).values(name=""))
    db.session.commit()


def _corrupted(random: Random) -> bytes:
    text = _file()
    match random.randrange(12):
        case 0:
            return text.encode()[: random.randrange(len(text))]
        case 1:
            return other_bytes(text.encode(), random)
        case 2:
            return other_text(text, random).encode("utf-8", "replace")
        case 3:
            return _deep(text, random)
        case 4:
            return _twice(text, random)
        case _:
            return _mutated(json.loads(text), random)


def _deep(text: str, random: Random) -> bytes:
    many = random.choice((40, 2_000, 200_000))
    deep = random.choice(("[" * many + "]" * many, '{"a":' * many + "1" + "}" * many, "[" * many))
    return random.choice((deep, text.replace('"games": [', f'"games": [{deep},', 1))).encode()


def _twice(text: str, random: Random) -> bytes:
    """Return a file with a duplicate key."""
    places = [found.start() for found in re.finditer(r'"[a-z_]+": ', text)]
    at = random.choice(places)
    key = text[at : text.index(":", at)]
    return f"{text[:at]}{key}: 0, {text[at:]}".encode()


def _mutated(file: Any, random: Random) -> bytes:
    """Return a file with a few values or rows changed, missing or duplicated."""
    file = copy.deepcopy(file)
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        places = list(_places(file))
        if places:
            random.choice(_CHANGES)(random.choice(places), random)
    return json.dumps(file, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")


def _places(value: Any) -> Iterator[Place]:
    """Yield each place in a value: its container, and its key there."""
    named: Sequence[tuple[Any, Any]] = []
    if isinstance(value, dict):
        named = list(value.items())
    elif isinstance(value, list):
        named = list(enumerate(value))
    for key, item in named:
        yield value, key
        yield from _places(item)


def _other_value(place: Place, random: Random) -> None:
    holder, key = place
    odd = random.choice((*_ODD, *(value for value in VALUES if isinstance(value, str))))
    holder[key] = copy.deepcopy(odd)


def _close_value(place: Place, random: Random) -> None:
    holder, key = place
    if isinstance(holder[key], bool):
        holder[key] = not holder[key]
    elif isinstance(holder[key], int):
        holder[key] += random.choice((-1, 1, 2, 100))
    elif isinstance(holder[key], str):
        holder[key] = other_text(holder[key], random)


def _delete(place: Place, random: Random) -> None:
    holder, key = place
    del holder[key]


def _duplicate(place: Place, random: Random) -> None:
    holder, key = place
    if isinstance(holder, list):
        holder.insert(random.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
    else:
        holder[random.choice(("id", "key", "carried", "seat", "hand", "act", "night", ""))] = holder[key]


def _swap(place: Place, random: Random) -> None:
    holder, key = place
    if isinstance(holder, list) and len(holder) > 1:
        other = random.randrange(len(holder))
        holder[key], holder[other] = holder[other], holder[key]
    else:
        other = random.choice(list(holder)) if isinstance(holder, dict) else key
        holder[key], holder[other] = copy.deepcopy(holder[other]), copy.deepcopy(holder[key])


_CHANGES: tuple[Callable[[Place, Random], None], ...] = (_other_value, _close_value, _delete, _duplicate, _swap)

CHECK = Check("transfer", "no file taken along changes what it may not", transfer_round, quick=1, full=6, target="fuzz")
