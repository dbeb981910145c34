"""Copies that are made by themselves while the server runs: after each night, and once a day."""

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
from app.backups.starting import database_file

#: How often it is looked whether a night has ended.
LOOK_SECONDS = 5.0
A_DAY = timedelta(days=1)

_log = logging.getLogger(__name__)

#: The nights that are over, each with when it ended: one that is opened again and ended again is another.
_Ended = frozenset[tuple[int, str]]


def keep_copies() -> None:
    """Begin to make copies of the database by themselves, where it is a file."""
    database = database_file()
    if database is not None:
        Keeper(database).start()


class Keeper:
    """A thread that makes the copies. What goes wrong is logged, and tried again later: it never stops the server."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._stopped = Event()
        self._ended: _Ended | None = None
        self._looked = datetime.min.replace(tzinfo=UTC)

    def start(self) -> None:
        """Begin to watch the database."""
        Thread(target=self._run, name="upcard-backups", daemon=True).start()

    def stop(self) -> None:
        """Make no more copies."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(LOOK_SECONDS):
            try:
                self.look()
            except (OSError, sqlite3.Error, UnusableError) as problem:
                metrics.copies_failed.inc()
                _log.warning("No copy of the database could be made: %s", problem)
                self._stopped.wait(60)

    def look(self) -> None:
        """Make the copies that are due now."""
        ended = self._nights_ended()
        if self._ended is not None and ended - self._ended:
            make_copy(self._database, "night")
        self._ended = ended
        if self._is_day_over():
            make_copy(self._database, "day", unless_same=True)
            self._looked = datetime.now(UTC)

    def _is_day_over(self) -> bool:
        """Return whether the last copy is a day old. One from the future says that the clock has been set back."""
        now = datetime.now(UTC)
        last = max([self._looked, *(copy.made for copy in copies(self._database)[:1])])
        return not now - A_DAY < last <= now

    def _nights_ended(self) -> _Ended:
        with closing(connect(self._database)) as connection:
            query = "SELECT id, ended_at FROM night WHERE ended_at IS NOT NULL AND NOT example"
            return frozenset(connection.execute(query).fetchall())
