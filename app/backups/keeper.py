"""Automatic copies while the server runs: after each night, and once a day."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread

from app import metrics
from app.backups.checking import UnusableError, connect
from app.backups.copying import make_copy
from app.backups.files import copies

#: Seconds between checks whether a night has ended.
CHECK_SECONDS = 5.0
A_DAY = timedelta(days=1)

_log = logging.getLogger(__name__)

#: Ended nights by id and time of ending, so that a night reopened and ended again counts as new.
_Ended = frozenset[tuple[int, str]]


class Keeper:
    """The thread that makes the copies. Failures are logged and retried; they never stop the server."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._stopped = Event()
        self._ended: _Ended | None = None
        self._copied_at = datetime.min.replace(tzinfo=UTC)

    def start(self) -> None:
        """Start the thread."""
        Thread(target=self._run, name="upcard-backups", daemon=True).start()

    def stop(self) -> None:
        """Stop the thread."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(CHECK_SECONDS):
            try:
                self.make_due_copies()
            except (OSError, sqlite3.Error, UnusableError) as problem:
                metrics.copies_failed.inc()
                _log.warning("No copy of the database could be made: %s", problem)
                self._stopped.wait(60)

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
        last = max([self._copied_at, *(copy.made for copy in copies(self._database)[:1])])
        return not now - A_DAY < last <= now

    def _nights_ended(self) -> _Ended:
        with closing(connect(self._database)) as connection:
            query = "SELECT id, ended_at FROM night WHERE ended_at IS NOT NULL AND NOT example"
            return frozenset(connection.execute(query).fetchall())
