"""Copying a database while it is used: one file, whole, checked, and without sealed answers before it has its name."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from threading import Lock

from app.backups.checking import UnusableError, check, connect
from app.backups.files import Copy, Why, copies, drafted, drop_old, next_path, put_in_place
from app.night.log.entries import LogEntry
from app.night.log.loading import replay_hand
from app.night.log.replay import LiveHand
from app.night.log.sealing import public_entries
from app.night.models import Hand

#: How much is copied at a time, and the pause after it, in which taps have the disk to themselves.
STEP_PAGES = 256
PAUSE_SECONDS = 0.005

#: What two copies of the same content differ in: bytes 24 to 28 and 92 to 100 count how often the file was changed.
_COUNTERS = ((24, 28), (92, 100))

#: The hands that may hold such answers: those being played, and the last one of an open night,
#: whose misdeal Undo takes back.
_HANDS = """
SELECT hand.id, definition, setup, hand.number FROM hand JOIN night ON night.id = night_id
WHERE finished_at IS NULL
OR (ended_at IS NULL AND hand.number = (SELECT max(number) FROM hand WHERE night_id = night.id))
"""

_copying = Lock()


def make_copy(database: Path, why: Why, *, unless_same: bool = False) -> Copy | None:
    """Make a copy beside a database, and drop the oldest of its kind.

    Return None if ``unless_same`` is set and the latest copy has the same content. Raises :class:`UnusableError`,
    :class:`sqlite3.Error` and :class:`OSError`.
    """
    with _copying:
        target = next_path(database, why)
        latest = next(iter(copies(database)), None)
        with drafted(target) as draft:
            copy_to(database, draft)
            if unless_same and latest is not None and _is_same(draft, latest.path):
                return None
            put_in_place(draft, target)
        drop_old(database)
        return next((copy for copy in copies(database) if copy.path == target), None)


def copy_file(database: Path, target: Path) -> None:
    """Copy a database to a file of any name. Raises as :func:`make_copy`."""
    with drafted(target) as draft:
        copy_to(database, draft)
        put_in_place(draft, target)


def copy_to(database: Path, draft: Path) -> None:
    """Copy a database into an empty file, check the copy, and leave out of it what is under a seal.

    The copy shows the database as it was at one moment: in WAL mode a transaction that reads sees that moment, and
    keeps nobody from writing.
    """
    with closing(connect(database)) as source, closing(connect(draft)) as target:
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(target, pages=STEP_PAGES, progress=_pause)
        source.execute("ROLLBACK")
        target.execute("PRAGMA journal_mode = DELETE").fetchone()
    checked = check(draft)
    if checked.state in ("damaged", "unreadable", "foreign"):
        raise UnusableError(checked.text.replace(str(draft), f"the copy of {database}", 1))
    if checked.usable:
        leave_out_answers(draft)


def leave_out_answers(draft: Path) -> None:
    """Take the answers that nobody may read yet out of a copy, whichever version has written it.

    Whoever goes on from it is asked again. Raises :class:`sqlite3.Error`.
    """
    with closing(connect(draft)) as copy:
        copy.row_factory = sqlite3.Row
        copy.execute("PRAGMA secure_delete = ON")  # or they would stay in the file, where no row needs the room
        copy.execute("BEGIN")
        for hand_id, definition, setup, number in copy.execute(_HANDS).fetchall():
            entries = copy.execute("SELECT * FROM entry WHERE hand_id = ? ORDER BY number", (hand_id,)).fetchall()
            rows = {row["number"]: dict(row) for row in entries}
            log = [LogEntry(row["number"], row["kind"], row["text"]) for row in entries]
            try:
                hand = Hand(id=hand_id, definition=json.loads(definition), setup=json.loads(setup), number=number)
                live = replay_hand(hand, log)
            except (ValueError, TypeError):
                continue  # nobody can play what is stored there; it is copied as it is
            if not isinstance(live, LiveHand) or (told := public_entries(live, log)) == log:
                continue
            copy.execute("DELETE FROM entry WHERE hand_id = ?", (hand_id,))
            for at, entry in enumerate(told, start=1):
                row = {**rows[entry.number], "number": at, "kind": entry.kind, "text": entry.text}
                names = ", ".join(row)
                values = ", ".join(f":{name}" for name in row)
                copy.execute(f"INSERT INTO entry ({names}) VALUES ({values})", row)
            outcome = "json_set(outcome, '$.actions', ?)"  # nothing else of a hand that is void depends on them
            copy.execute(f"UPDATE hand SET outcome = {outcome} WHERE id = ?", (len(told), hand_id))
        copy.execute("COMMIT")


def _pause(_status: int, remaining: int, _total: int) -> None:
    if remaining:
        time.sleep(PAUSE_SECONDS)


def _is_same(one: Path, other: Path) -> bool:
    if one.stat().st_size != other.stat().st_size:
        return False
    with one.open("rb") as first, other.open("rb") as second:
        head = bytearray(first.read(100)), bytearray(second.read(100))
        for part in head:
            for begin, end in _COUNTERS:
                part[begin:end] = bytes(end - begin)
        if head[0] != head[1]:
            return False
        while block := first.read(1 << 20):
            if block != second.read(1 << 20):
                return False
    return True
