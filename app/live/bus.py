"""The bus between servers that share a PostgreSQL database: each notifies the others of the nights it has changed.

A thread of its own sends the notification once the change is on disk, so that no tap waits for it or fails with it. One
that is lost, with its server or with a connection, is made up for by a query every few seconds for the versions of all
nights that screens of this process follow.
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
from app.night.version import night_versions

if TYPE_CHECKING:
    import psycopg

#: The channel of PostgreSQL that all servers of a database share.
CHANNEL = "upcard"

#: How often to read the versions of all nights followed here: screens may lag behind by five seconds.
LOOK_SECONDS = 3
#: How long to wait before connecting again.
AGAIN_SECONDS = 2
#: How soon a thread notices that it should stop.
WAKE_SECONDS = 0.5
#: Nights in one notification: PostgreSQL takes fewer than 8,000 bytes, and each night up to 20.
MOST_NIGHTS = 200

_log = logging.getLogger(__name__)


class Notifications:
    """PostgreSQL's LISTEN and NOTIFY, over connections of their own that are kept until they break."""

    def __init__(self, engine: Engine) -> None:
        import psycopg  # comes with the extra of PostgreSQL

        self.errors: tuple[type[Exception], ...] = (psycopg.Error,)
        self._engine = engine

    @contextmanager
    def telling(self) -> Iterator[Callable[[str], object]]:
        """Connect, and yield a function that sends a word to every server.

        Its transactions hold a lock of the whole cluster until they end: nothing else happens in them, and as nothing
        is stored by them, they do not wait for the disk.
        """
        with self._connected() as connection:
            connection.execute("SET synchronous_commit = off")
            yield lambda word: connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, word))

    @contextmanager
    def hearing(self) -> Iterator[Callable[[float], Iterable[str]]]:
        """Connect, and yield a function that returns the words of so many seconds."""
        with self._connected() as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            yield lambda seconds: (notification.payload for notification in connection.notifies(timeout=seconds))

    def _connected(self) -> psycopg.Connection[Any]:
        import psycopg

        given, named = self._engine.dialect.create_connect_args(self._engine.url)
        return psycopg.connect(*given, **{**named, **patience(self._engine.url)}, autocommit=True)


class Pile:
    """A set of nights that one thread fills and another empties."""

    def __init__(self) -> None:
        self._nights: set[int] = set()
        self._changed = Condition()

    def add(self, nights: Collection[int]) -> None:
        """Add nights."""
        with self._changed:
            self._nights.update(nights)
            self._changed.notify()

    def take(self, seconds: float, most: int | None = None) -> set[int]:
        """Wait so many seconds for nights; take all of them, or as many as ``most``."""
        with self._changed:
            self._changed.wait_for(lambda: self._nights, seconds)
            taken = set(list(self._nights)[:most])
            self._nights -= taken
            return taken


class Bus:
    """Three threads: one notifies other servers, one listens to them, one reads the versions of what has changed."""

    def __init__(self, app: Flask, feed: Feed, notifications: Notifications) -> None:
        self._app = app
        self._feed = feed
        self._notifications = notifications
        self._name = secrets.token_hex(4)
        self._changed, self._heard = Pile(), Pile()
        self._threads: list[Thread] = []
        self._stopped = Event()
        self._faults: set[str] = set()

    def start(self) -> None:
        """Start the threads, unless they run already."""
        if not self._threads:
            self._stopped.clear()
            for run in (self._tell, self._hear, self._look):
                self._threads.append(Thread(target=run, name=f"upcard-bus-{run.__name__}", daemon=True))
                self._threads[-1].start()

    def stop(self) -> None:
        """End the threads, and wait a moment for them."""
        self._stopped.set()
        while self._threads:
            self._threads.pop().join(2 * WAKE_SECONDS)

    def tell(self, night: int) -> None:
        """Notify the other servers soon that a night has changed."""
        if self._threads:
            self._changed.add({night})

    def _tell(self) -> None:
        while not self._stopped.is_set():
            nights: set[int] = set()
            try:
                with self._notifications.telling() as tell:
                    while not self._stopped.is_set():
                        if nights := self._changed.take(WAKE_SECONDS, MOST_NIGHTS):
                            tell(" ".join(map(str, (self._name, *nights))))
                            self._works("told")
            except self._notifications.errors as problem:
                self._changed.add(nights)
                self._fails("told", problem)
                self._stopped.wait(AGAIN_SECONDS)

    def _hear(self) -> None:
        while not self._stopped.is_set():
            try:
                with self._notifications.hearing() as hear:
                    self._works("heard")
                    self._heard.add(self._feed.nights())  # they may have been changed while nobody listened
                    while not self._stopped.is_set():
                        for word in hear(WAKE_SECONDS):
                            self._heard.add(self._followed(word))
            except self._notifications.errors as problem:
                self._fails("heard", problem)
                self._stopped.wait(AGAIN_SECONDS)

    def _followed(self, word: str) -> set[int]:
        """Return the nights in a word of another server that are followed here."""
        sender, _, named = word.partition(" ")
        if sender == self._name:
            return set()
        return {int(night) for night in named.split() if night.isdecimal()} & self._feed.nights()

    def _look(self) -> None:
        looked = monotonic()
        while not self._stopped.is_set():
            nights = self._heard.take(WAKE_SECONDS)
            if monotonic() - looked >= LOOK_SECONDS:
                looked, nights = monotonic(), self._feed.nights()
            if nights:
                self._read(nights)

    def _read(self, nights: Collection[int]) -> None:
        """Read the versions of nights, and tell their followers here."""
        with self._app.app_context():
            try:
                versions = night_versions(nights)
            except (SQLAlchemyError, GoneError) as problem:
                self._fails("read", problem)
                return
            finally:
                db.session.remove()
        self._works("read")
        for night in nights:
            self._feed.tell(night, versions.get(night, ""))

    def _fails(self, what: str, problem: Exception) -> None:
        """Log a failure once."""
        if what not in self._faults and not self._stopped.is_set():
            self._faults.add(what)
            why = (str(problem) or type(problem).__name__).splitlines()[0].rstrip(".")
            _log.warning("Changes to nights cannot be %s: %s. Screens follow a few seconds later.", _WORDS[what], why)

    def _works(self, what: str) -> None:
        """Log that something works again, if it has failed."""
        if what in self._faults:
            self._faults.remove(what)
            _log.warning("Changes to nights are %s again.", _WORDS[what])


_WORDS = {"told": "told to other servers", "heard": "heard from other servers", "read": "read from the database"}
