"""No kind of copy contains a sealed answer that has not been revealed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from app.backups.copying import BackupThread, copy_file, make_copy
from app.backups.files import copies
from app.backups.versions import migrate
from app.night.db import db
from app.night.log import loading, sealing
from app.night.log.replay import LiveHand, Posted
from app.night.play import taps
from app.night.verify import check_night
from tests.backups.places import upcard
from tests.night.table import at_question, begin, make_app, tap
from tests.night.test_sealed import answer_from_phones

pytestmark = pytest.mark.sqlite

ANSWERS = ("p1 declare high", "p3 declare spade")


def undone(live: LiveHand) -> LiveHand:
    answer = taps.undo(live.hand.id, live.number)
    assert isinstance(answer, Posted)
    return answer.live


#: Ways in which two answers stay unrevealed.
UNREAD: dict[str, Callable[[LiveHand], LiveHand]] = {
    "open": lambda live: live,
    "taken back": lambda live: undone(undone(live)),
    "taken back with the question": lambda live: undone(undone(undone(live))),
    "misdealt": lambda live: tap(live, "d misdeal"),
    "redealt": lambda live: tap(live, "d redeal"),
}


def by_hand(database: Path) -> Path:
    copy = make_copy(database, "hand")
    assert copy is not None
    return copy.path


def by_the_keeper(database: Path) -> Path:
    BackupThread(database).make_due_copies()
    return copies(database)[0].path


def to_a_stick(database: Path) -> Path:
    copy_file(database, database.with_name("stick.sqlite3"))
    return database.with_name("stick.sqlite3")


def by_the_command(database: Path) -> Path:
    done = upcard(database.parent, "backup", database.with_name("stick.sqlite3"))
    assert done.returncode == 0, done.stderr
    return database.with_name("stick.sqlite3")


@pytest.mark.parametrize("how", UNREAD)
def test_a_copy_contains_no_unrevealed_answer(tmp_path: Path, how: str):
    check_copy(tmp_path, how, by_hand)


@pytest.mark.parametrize("make", [by_the_keeper, to_a_stick, by_the_command])
def test_every_way_to_copy_leaves_unrevealed_answers_out(tmp_path: Path, make: Callable[[Path], Path]):
    check_copy(tmp_path, "open", make)


def check_copy(folder: Path, how: str, make: Callable[[Path], Path]) -> None:
    database = folder / "upcard.sqlite3"
    migrate(f"sqlite:///{database}")
    with nights_in(database):
        live = answer_from_phones(at_question(begin()), *ANSWERS)
        revealed = [line for line in UNREAD[how](live).actions if line not in ANSWERS]
        assert set(ANSWERS) <= set(entries_in(database))
        copied = make(database)
    assert entries_in(copied) == revealed
    assert not any(answer.encode() in copied.read_bytes() for answer in ANSWERS), "not in unused pages either"
    with nights_in(copied):
        assert check_night(live.hand.night_id)[1] == []
        again = loading.live_hand(live.hand.id)
        assert isinstance(again, LiveHand)
        if how == "open":
            assert sealing.open_question(again) == len(revealed)
            answer_from_phones(again, *ANSWERS)


def test_revealed_answers_are_copied(tmp_path: Path):
    database = tmp_path / "upcard.sqlite3"
    migrate(f"sqlite:///{database}")
    with nights_in(database):
        answer_from_phones(at_question(begin()), *ANSWERS, "p2 declare high")
        copied = by_hand(database)
    assert entries_in(copied) == entries_in(database)


@contextmanager
def nights_in(database: Path) -> Iterator[None]:
    with make_app(database, create=False).app_context():
        yield
        db.session.remove()
        db.engine.dispose()


def entries_in(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT number, text FROM entry ORDER BY number"
        rows = connection.execute(query).fetchall()
    assert [number for number, _ in rows] == [*range(1, len(rows) + 1)]
    return [text for _, text in rows]
