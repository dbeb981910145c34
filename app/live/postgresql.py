"""What other servers change: PostgreSQL tells it to one thread of this process, which tells it to the feed."""

from __future__ import annotations

import logging
from threading import Event, Lock, Thread
from typing import Any

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from app.live.feed import Feed
from app.night import number_of
from app.night.db import CHANNEL, db

#: How long to wait for word before looking whether anybody still cares, and before trying again after a failure.
PATIENCE_SECONDS = 5

_log = logging.getLogger(__name__)


class Elsewhere:
    """Listens to PostgreSQL from the first listener of the process on; with any other database it does nothing.

    While the connection is broken, the streams repeat what they know; once it is back every night that anybody
    listens to is told anew, since nobody can say what was missed.
    """

    def __init__(self, app: Flask, feed: Feed) -> None:
        self._app = app
        self._feed = feed
        self._lock = Lock()
        self._thread: Thread | None = None
        self._stopped = Event()

    def listen(self) -> None:
        """See to it that word from other servers is heard. Needs an app context."""
        if db.engine.dialect.name != "postgresql":
            return
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="upcard-elsewhere", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Listen no more; returns when the connection has been given back."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        import psycopg

        while not self._stopped.is_set():
            try:
                with self._app.app_context(), db.engine.connect() as connection:
                    connection.execution_options(isolation_level="AUTOCOMMIT")
                    self._hear(connection.connection.driver_connection)
            except (SQLAlchemyError, psycopg.Error) as problem:
                _log.warning("No word from other servers: %s", problem)
                self._stopped.wait(PATIENCE_SECONDS)

    def _hear(self, connection: Any) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        self._tell(self._feed.nights())
        while not self._stopped.is_set():
            for told in connection.notifies(timeout=PATIENCE_SECONDS):
                self._tell({int(told.payload)})

    def _tell(self, nights: set[int]) -> None:
        for night_id in nights:
            if self._feed.heard_of(night_id):
                self._feed.tell(night_id, number_of(night_id))
        db.session.remove()
