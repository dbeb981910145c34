"""Changes made by other servers: one thread per process receives PostgreSQL's notifications and updates the feed."""

from __future__ import annotations

import logging
from threading import Event, Lock, Thread
from typing import Any

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from app.live.feed import Feed
from app.night import NightRef, in_club, night_version
from app.night.db import CHANNEL, db

#: How long to wait for a notification before checking whether to stop, and before reconnecting after a failure.
WAIT_SECONDS = 5

_log = logging.getLogger(__name__)


class PostgresListener:
    """A thread that listens to PostgreSQL's notifications, once started. Any other database needs none.

    While the connection is broken, streams repeat the version they know. After a reconnect every night with listeners
    is notified, since changes may have been missed.
    """

    def __init__(self, app: Flask, feed: Feed) -> None:
        self._app = app
        self._feed = feed
        self._lock = Lock()
        self._thread: Thread | None = None
        self._stopped = Event()

    def start(self) -> None:
        """Start listening unless it has started already. Needs an app context."""
        if db.engine.dialect.name != "postgresql":
            return
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="upcard-postgresql", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Stop listening; return when the connection has been closed."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        import psycopg

        while not self._stopped.is_set():
            try:
                with self._app.app_context(), db.engine.connect() as connection:
                    connection.execution_options(isolation_level="AUTOCOMMIT")
                    self._listen(connection.connection.driver_connection)
            except (SQLAlchemyError, psycopg.Error) as problem:
                _log.warning("No notifications from PostgreSQL: %s", problem)
                self._stopped.wait(WAIT_SECONDS)

    def _listen(self, connection: Any) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        self._notify(self._feed.nights())
        while not self._stopped.is_set():
            for notification in connection.notifies(timeout=WAIT_SECONDS):
                self._notify({NightRef.parse(notification.payload)})

    def _notify(self, nights: set[NightRef]) -> None:
        for night in nights:
            if self._feed.is_followed(night):
                with in_club(night.club_id):
                    self._feed.tell(night, night_version(night.night_id))
        db.session.remove()
