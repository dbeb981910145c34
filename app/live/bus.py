"""Bus between servers that share a PostgreSQL database: each notifies the others of the nights it changes.

A separate thread sends the notification once the change is on disk, so no tap waits for it or fails with it. To make up
for lost notifications, each process queries the versions of the nights it follows every few seconds.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from threading import Condition, Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from app.live.feed import Feed
from app.night.db import db, patience
from app.night.faults import GoneError
from app.night.screens import night_versions

if TYPE_CHECKING:
    import psycopg

#: The channel of PostgreSQL that all servers of a database share.
CHANNEL = "upcard"

#: Seconds between reads of the versions of all nights followed here: screens may lag by up to five seconds.
POLL_SECONDS = 3
#: Seconds to wait before reconnecting.
RETRY_SECONDS = 2
#: Seconds within which a thread notices that it should stop.
WAKE_SECONDS = 0.5
#: Nights in one notification: PostgreSQL takes fewer than 8,000 bytes, and a night takes up to 20.
MAX_NIGHTS = 200

_log = logging.getLogger(__name__)


class Notifications:
    """PostgreSQL's LISTEN and NOTIFY, over dedicated connections."""

    def __init__(self, engine: Engine) -> None:
        import psycopg  # installed with the extra for PostgreSQL

        self.errors: tuple[type[Exception], ...] = (psycopg.Error,)
        self._engine = engine

    @contextmanager
    def sender(self) -> Iterator[Callable[[str], object]]:
        """Connect, and yield a function that sends a message to every server.

        NOTIFY locks the whole cluster until its transaction ends, so the transaction does nothing else and does not
        wait for the disk.
        """
        with self._connect() as connection:
            connection.execute("SET synchronous_commit = off")
            yield lambda message: connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))

    @contextmanager
    def listener(self) -> Iterator[Callable[[float], Iterable[str]]]:
        """Connect, and yield a function that returns the messages received within a number of seconds."""
        with self._connect() as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            yield lambda seconds: (notification.payload for notification in connection.notifies(timeout=seconds))

    def _connect(self) -> psycopg.Connection[Any]:
        import psycopg

        given, named = self._engine.dialect.create_connect_args(self._engine.url)
        return psycopg.connect(*given, **{**named, **patience(self._engine.url)}, autocommit=True)


class NightSet:
    """Thread-safe set of nights: one thread adds, another takes."""

    def __init__(self) -> None:
        self._nights: set[int] = set()
        self._changed = Condition()

    def add(self, nights: Collection[int]) -> None:
        """Add nights."""
        with self._changed:
            self._nights.update(nights)
            self._changed.notify()

    def take(self, seconds: float, most: int | None = None) -> set[int]:
        """Wait up to ``seconds`` for nights; take all of them, or at most ``most``."""
        with self._changed:
            self._changed.wait_for(lambda: self._nights, seconds)
            taken = set(list(self._nights)[:most])
            self._nights -= taken
            return taken


class Bus:
    """Three threads: one notifies other servers, one listens to them, one reads the versions of changed nights."""

    def __init__(self, app: Flask, feed: Feed, notifications: Notifications) -> None:
        self._app = app
        self._feed = feed
        self._notifications = notifications
        self._name = secrets.token_hex(4)
        self._changed, self._received = NightSet(), NightSet()
        self._threads: list[Thread] = []
        self._stopped = Event()
        self._failing: set[str] = set()

    def start(self) -> None:
        """Start the threads unless they are running."""
        if not self._threads:
            self._stopped.clear()
            for run in (self._send, self._listen, self._poll):
                self._threads.append(Thread(target=run, name=f"upcard-bus-{run.__name__}", daemon=True))
                self._threads[-1].start()

    def stop(self) -> None:
        """Stop the threads, and wait briefly for them to end."""
        self._stopped.set()
        while self._threads:
            self._threads.pop().join(2 * WAKE_SECONDS)

    def notify(self, night: int) -> None:
        """Notify the other servers shortly that a night has changed."""
        if self._threads:
            self._changed.add({night})

    def _send(self) -> None:
        while not self._stopped.is_set():
            nights: set[int] = set()
            try:
                with self._notifications.sender() as send:
                    while not self._stopped.is_set():
                        if nights := self._changed.take(WAKE_SECONDS, MAX_NIGHTS):
                            send(" ".join(map(str, (self._name, *nights))))
                            self._log_recovery("sent")
            except self._notifications.errors as problem:
                self._changed.add(nights)
                self._log_failure("sent", problem)
                self._stopped.wait(RETRY_SECONDS)

    def _listen(self) -> None:
        while not self._stopped.is_set():
            try:
                with self._notifications.listener() as listen:
                    self._log_recovery("received")
                    self._received.add(self._feed.nights())  # changes made while disconnected
                    while not self._stopped.is_set():
                        for message in listen(WAKE_SECONDS):
                            self._received.add(self._followed_nights(message))
            except self._notifications.errors as problem:
                self._log_failure("received", problem)
                self._stopped.wait(RETRY_SECONDS)

    def _followed_nights(self, message: str) -> set[int]:
        """Return the nights named in a message of another server that are followed here."""
        sender, _, named = message.partition(" ")
        if sender == self._name:
            return set()
        return {int(night) for night in named.split() if night.isdecimal()} & self._feed.nights()

    def _poll(self) -> None:
        polled_at = monotonic()
        while not self._stopped.is_set():
            nights = self._received.take(WAKE_SECONDS)
            if monotonic() - polled_at >= POLL_SECONDS:
                polled_at, nights = monotonic(), self._feed.nights()
            if nights:
                self._read(nights)

    def _read(self, nights: Collection[int]) -> None:
        with self._app.app_context():
            try:
                versions = night_versions(nights)
            except (SQLAlchemyError, GoneError) as problem:
                self._log_failure("read", problem)
                return
            finally:
                db.session.remove()
        self._log_recovery("read")
        for night in nights:
            self._feed.notify(night, versions.get(night, ""))

    def _log_failure(self, operation: str, problem: Exception) -> None:
        if operation not in self._failing and not self._stopped.is_set():
            self._failing.add(operation)
            why = (str(problem) or type(problem).__name__).splitlines()[0].rstrip(".")
            _log.warning(
                "Changes to nights cannot be %s: %s. Screens follow a few seconds later.", _OPERATIONS[operation], why
            )

    def _log_recovery(self, operation: str) -> None:
        """Log once that an operation works again after a failure."""
        if operation in self._failing:
            self._failing.remove(operation)
            _log.warning("Changes to nights are %s again.", _OPERATIONS[operation])


_OPERATIONS = {
    "sent": "sent to other servers",
    "received": "received from other servers",
    "read": "read from the database",
}
