"""Copying a database while it is in use: into one file, checked and cleared of sealed answers before it is named.

While the server runs, copies are made after each night, and once a day.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock, Thread

from app import metrics
from app.backups.checking import UnusableError, check, connect
from app.backups.files import Copy, CopyKind, copies, delete_old_copies, draft_for, move_into_place, next_path
from app.night.log.entries import LogEntry
from app.night.log.loading import replay_hand
from app.night.log.replay import LiveHand
from app.night.log.sealing import public_entries
from app.night.models import Hand

#: Pages copied at a time, and the pause after them, which leaves the disk to taps.
STEP_PAGES = 256
PAUSE_SECONDS = 0.005

#: Copies of the same content may differ in bytes 24 to 28 and 92 to 100, the file's change counters.
_COUNTERS = ((24, 28), (92, 100))

#: The hands that may hold sealed answers: those in play, and the last hand of an open night, since Undo of a misdeal
#: reopens it.
_HANDS = """
SELECT hand.id, definition, setup, hand.number FROM hand JOIN night ON night.id = night_id
WHERE finished_at IS NULL
OR (ended_at IS NULL AND hand.number = (SELECT max(number) FROM hand WHERE night_id = night.id))
"""

_copying = Lock()


def make_copy(database: Path, kind: CopyKind, *, unless_same: bool = False) -> Copy | None:
    """Make a copy in the folder of copies, and delete the oldest of its kind.

    With ``unless_same``, return None if the latest copy has the same content. Raises :class:`UnusableError`,
    :class:`sqlite3.Error` and :class:`OSError`.
    """
    with _copying:
        target = next_path(database, kind)
        latest = next(iter(copies(database)), None)
        with draft_for(target) as draft:
            copy_to(database, draft)
            if unless_same and latest is not None and _has_same_content(draft, latest.path):
                return None
            move_into_place(draft, target)
        delete_old_copies(database)
        return next((copy for copy in copies(database) if copy.path == target), None)


def copy_file(database: Path, target: Path) -> None:
    """Copy a database to the file ``target``. Raises as :func:`make_copy`."""
    with draft_for(target) as draft:
        copy_to(database, draft)
        move_into_place(draft, target)


def copy_to(database: Path, draft: Path) -> None:
    """Copy a database into an empty file, check the copy, and remove sealed answers from it.

    The copy is a snapshot: in WAL mode a read transaction sees one moment and blocks no writer.
    """
    with closing(connect(database)) as source, closing(connect(draft)) as target:
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(target, pages=STEP_PAGES, progress=_pause)
        source.execute("ROLLBACK")
        target.execute("PRAGMA journal_mode = DELETE").fetchone()
    checked = check(draft)
    if checked.state in ("damaged", "unreadable", "foreign", "empty"):
        raise UnusableError(checked.text.replace(str(draft), f"the copy of {database}", 1))
    if checked.usable:
        remove_sealed_answers(draft)


def remove_sealed_answers(draft: Path) -> None:
    """Remove answers that nobody may read yet from a copy, whichever version wrote it.

    After a restore the players are asked again. Raises :class:`sqlite3.Error`.
    """
    with closing(connect(draft)) as copy:
        copy.row_factory = sqlite3.Row
        copy.execute("PRAGMA secure_delete = ON")  # overwrite deleted rows, or the answers would stay in the file
        copy.execute("BEGIN")
        for hand_id, definition, setup, number in copy.execute(_HANDS).fetchall():
            entries = copy.execute("SELECT * FROM entry WHERE hand_id = ? ORDER BY number", (hand_id,)).fetchall()
            rows = {row["number"]: dict(row) for row in entries}
            log = [LogEntry(row["number"], row["kind"], row["text"]) for row in entries]
            try:
                hand = Hand(id=hand_id, definition=json.loads(definition), setup=json.loads(setup), number=number)
                live = replay_hand(hand, log)
            except (ValueError, TypeError):
                continue  # not a playable hand; copy it as is
            if not isinstance(live, LiveHand) or (public := public_entries(live, log)) == log:
                continue
            copy.execute("DELETE FROM entry WHERE hand_id = ?", (hand_id,))
            for at, entry in enumerate(public, start=1):
                row = {**rows[entry.number], "number": at, "kind": entry.kind, "text": entry.text}
                names = ", ".join(row)
                values = ", ".join(f":{name}" for name in row)
                copy.execute(f"INSERT INTO entry ({names}) VALUES ({values})", row)
            # The rest of a void hand's outcome does not depend on its log.
            shorten = "UPDATE hand SET outcome = json_set(outcome, '$.actions', ?) WHERE id = ?"
            copy.execute(shorten, (len(public), hand_id))
        copy.execute("COMMIT")


def _pause(_status: int, remaining: int, _total: int) -> None:
    if remaining:
        time.sleep(PAUSE_SECONDS)


def _has_same_content(copy: Path, other: Path) -> bool:
    if copy.stat().st_size != other.stat().st_size:
        return False
    with copy.open("rb") as first, other.open("rb") as second:
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


#: Seconds between checks whether a night has ended.
CHECK_SECONDS = 5.0
#: Seconds to wait after a copy that could not be made.
RETRY_SECONDS = 60
A_DAY = timedelta(days=1)

_log = logging.getLogger(__name__)

#: Ended nights by id and time of ending, so that a night reopened and ended again counts as new.
_Ended = frozenset[tuple[int, str]]


class BackupThread:
    """The thread that makes the copies. Failures are logged and retried; they never stop the server."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._ended: _Ended | None = None
        self._copied_at = datetime.min.replace(tzinfo=UTC)

    def start(self) -> None:
        """Start the thread."""
        Thread(target=self._run, name="upcard-backups", daemon=True).start()

    def _run(self) -> None:
        while True:
            time.sleep(CHECK_SECONDS)
            try:
                self.make_due_copies()
            except Exception as problem:
                metrics.copies_failed.inc()
                expected = isinstance(problem, OSError | sqlite3.Error | UnusableError)
                _log.warning("No copy of the database could be made: %s", problem, exc_info=not expected)
                time.sleep(RETRY_SECONDS)

    def make_due_copies(self) -> None:
        """Make the copies that are due now."""
        ended = self._nights_ended()
        if self._ended is not None and ended - self._ended:
            make_copy(self._database, "night")
        self._ended = ended
        if self._is_daily_copy_due():
            make_copy(self._database, "day", unless_same=True)
            self._copied_at = datetime.now(UTC)

    def _is_daily_copy_due(self) -> bool:
        """Return whether the last copy is a day old, or is dated in the future because the clock has been set back."""
        now = datetime.now(UTC)
        times = [self._copied_at, *(copy.made for copy in copies(self._database)[:1])]
        return not any(now - A_DAY < time <= now for time in times)

    def _nights_ended(self) -> _Ended:
        with closing(connect(self._database)) as connection:
            query = "SELECT id, ended_at FROM night WHERE ended_at IS NOT NULL AND NOT example"
            return frozenset(connection.execute(query).fetchall())
