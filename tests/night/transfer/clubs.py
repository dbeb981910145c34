"""A club to export, whose nights contain everything possible, and an empty club to import into."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import QueuePool

from app.night.db import db
from app.night.log import loading
from app.night.log.replay import LiveHand, Posted, Refused, Stale
from app.night.models import Night
from app.night.nights import last_hand
from app.night.people import changing, roster
from app.night.play import call, games, taps, texts
from app.night.play.call import end_night
from app.night.transfer.checking import File, HandEnding, read_file, replay
from app.night.transfer.export import export_club
from app.night.transfer.importing import Imported, import_file
from app.night.transfer.shapes import FileError
from app.night.validation import Problem
from tests.night import acting
from tests.night.table import at_question, begin, deal, everyone_folds, make_app, tap, two_pots
from tests.night.test_any_hand import BOB_WINS
from tests.night.test_screens import BETWEEN, HANDS, MONEY, counts
from tests.snapshots import copied

#: The time of export: the only difference between two files of the same nights.
_WHEN = re.compile(r'"exported_at": "[^"]*"')


def exported() -> str:
    """Return the exported file of the club, with a fixed export time."""
    text = "".join(export_club())
    assert len(_WHEN.findall(text)) == 1
    return _WHEN.sub('"exported_at": "2026-11-23T20:00:00.000000Z"', text)


def fingerprint() -> str:
    """Return a fingerprint of the whole database."""
    db.session.rollback()
    rows = [
        db.session.execute(table.select().order_by(*table.primary_key)).all() for table in db.metadata.sorted_tables
    ]
    return sha256(repr(rows).encode("utf-8", "backslashreplace")).hexdigest()


@contextmanager
def elsewhere() -> Iterator[None]:
    """Switch to a second app with an empty database."""
    with TemporaryDirectory() as folder, make_app(Path(folder) / "other.sqlite3").app_context():
        pool = db.engine.pool
        assert isinstance(pool, QueuePool)
        try:
            yield
        finally:
            db.session.remove()
            used = pool.checkedout()
            db.engine.dispose()
        assert not used, "rows of the first app were read through a connection to the second"


def read(text: str) -> tuple[File, list[list[HandEnding]]]:
    file = read_file(text.encode())
    return file, replay(file)


def wrong_with(text: str) -> FileError:
    """Return the error that reading a file raises."""
    with pytest.raises(FileError) as wrong:
        read(text)
    return wrong.value


@contextmanager
def imported(text: str) -> Iterator[None]:
    """Import a file into a second app, and switch to that app."""
    checked = read(text)
    with elsewhere():
        answer = import_file(*checked)
        assert isinstance(answer, Imported), answer
        yield


def imported_again(text: str) -> str:
    """Import a file into a second app and return its export."""
    with imported(text):
        return exported()


def everything() -> Night:
    """Play a night with every possible step."""
    friday = begin()
    for name, write in (*BETWEEN, *HANDS, *MONEY):
        answer = write(friday)
        assert not isinstance(answer, Problem | Refused | Stale), (name, answer)
    return friday


def owed() -> tuple[Night, Night]:
    """Play two nights for money; the second takes over the first one's unpaid debts."""
    nights = []
    for names in (("Ann", "Bob", "Cy"), ("Ann", "Bob", "Cy", "Dee")):
        night = begin(*names)
        acting.play_for(night, "EUR", 10, ({"colour": "white", "value": 1}, {"colour": "red", "value": 5, "count": 50}))
        tap(deal(night), "d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh") if len(names) == 3 else None
        if len(names) == 3:
            live = loading.live_hand(last_hand(night.id).id)  # type: ignore[union-attr]
            assert isinstance(live, LiveHand)
            tap(live, "p3 cbr 2", "p1 f", "p2 f")
        assert not isinstance(acting.settle_up(night, counts(night), "found"), Problem)
        nights.append(night)
    return nights[0], nights[1]


def corrected() -> Night:
    """Play a night with a hand corrected later, a misdeal, and a hand with sealed answers undone."""
    night = begin()
    first = everyone_folds(deal(night))
    call.next_hand(night)
    tap(deal(night), "d dh p1 ??5h", "d misdeal")
    call.next_hand(night)
    assert isinstance(taps.correct(first.hand.id, first.number, BOB_WINS), Posted)
    live = at_question(night)
    live = tap(live, "p1 declare high")
    assert isinstance(taps.undo(live.hand.id, live.number), Posted)
    again = loading.live_hand(live.hand.id)
    assert isinstance(again, LiveHand)
    tap(again, "p1 declare spade", "d misdeal")
    return night


def not_tracked() -> Night:
    night = begin(tracked=False)
    everyone_folds(deal(night))
    call.next_hand(night)
    end_night(night)
    return night


@copied
def club() -> None:
    """Fill the current club: nights of every kind, people merged and removed, and its own games."""
    everything()
    owed()
    corrected()
    not_tracked()
    two_pots()
    saturday = begin("Anna", "Zoë", "Gus 🃏")
    assert isinstance(saturday, Night)
    people = {person.name: person.id for person in roster.all_people()}
    assert changing.remove_person(people["Dee"]) is None
    games.save_own_game("Hell's Bells", "five-card-stud", {}, [], {"raises": 4})
    texts.save_text("our-game", f"# Grün\n{texts.BLANK}")
    texts.save_text("half-a-game", 'name = "Half')
    db.session.rollback()
