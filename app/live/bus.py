"""Servers that share their nights: each tells the others which ones it has changed, and looks for itself in between.

A night is told after its change is on disk, by a thread of its own, so that no tap waits for a word or fails with it.
The word may be lost, with the server that was to send it or with a connection: what nobody was told of is found by a
look at all nights that screens of this process follow, one select every few seconds.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager
from threading import Condition, Event, Thread
from time import monotonic
from typing import Protocol

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from app.live.feed import Feed
from app.night.db import db
from app.night.faults import GoneError
from app.night.version import night_versions

#: How often to look at the nights that are followed here: well within the five seconds that screens may lag behind.
LOOK_SECONDS = 3
#: How long to wait before connecting again.
AGAIN_SECONDS = 2
#: How soon a thread notices that it is to stop.
WAKE_SECONDS = 0.5
#: Nights in one word: PostgreSQL takes fewer than 8,000 bytes, and each takes up to 20.
MOST_NIGHTS = 200

_log = logging.getLogger(__name__)


class Carrier(Protocol):
    """What carries words between servers, over connections that are kept until they break."""

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What its connections raise when they break, or cannot be made."""
        ...

    def telling(self) -> AbstractContextManager[Callable[[str], object]]:
        """Connect, and return what sends a word to every server."""
        ...

    def hearing(self) -> AbstractContextManager[Callable[[float], Iterable[str]]]:
        """Connect, and return what gives the words that come within so many seconds, or some of them."""
        ...


class Pile:
    """Nights that one thread gathers and another one takes."""

    def __init__(self) -> None:
        self._nights: set[int] = set()
        self._changed = Condition()

    def add(self, nights: Collection[int]) -> None:
        """Put nights on the pile."""
        with self._changed:
            self._nights.update(nights)
            self._changed.notify()

    def take(self, seconds: float, most: int | None = None) -> set[int]:
        """Take what lies there, all or as many as ``most``, as soon as there is something; nothing if nothing comes."""
        with self._changed:
            self._changed.wait_for(lambda: self._nights, seconds)
            taken = set(list(self._nights)[:most])
            self._nights -= taken
            return taken


class Bus:
    """Three threads of a process that shares its nights: one tells, one hears, one reads what has been changed."""

    def __init__(self, app: Flask, feed: Feed, carrier: Carrier) -> None:
        self._app = app
        self._feed = feed
        self._carrier = carrier
        self._name = secrets.token_hex(4)
        self._changed, self._heard = Pile(), Pile()
        self._threads: list[Thread] = []
        self._stopped = Event()
        self._faults: set[str] = set()

    def start(self) -> None:
        """Begin to tell and to hear, unless that has begun."""
        if not self._threads:
            self._stopped.clear()
            for run in (self._tell, self._hear, self._look):
                self._threads.append(Thread(target=run, name=f"upcard-bus-{run.__name__}", daemon=True))
                self._threads[-1].start()

    def stop(self) -> None:
        """Let the threads end, and wait a moment for them."""
        self._stopped.set()
        while self._threads:
            self._threads.pop().join(2 * WAKE_SECONDS)

    def tell(self, night: int) -> None:
        """Tell the other servers soon that a night has changed."""
        if self._threads:
            self._changed.add({night})

    def _tell(self) -> None:
        while not self._stopped.is_set():
            nights: set[int] = set()
            try:
                with self._carrier.telling() as tell:
                    while not self._stopped.is_set():
                        if nights := self._changed.take(WAKE_SECONDS, MOST_NIGHTS):
                            tell(" ".join(map(str, (self._name, *nights))))
                            self._works("told")
            except self._carrier.errors as problem:
                self._changed.add(nights)
                self._fails("told", problem)
                self._stopped.wait(AGAIN_SECONDS)

    def _hear(self) -> None:
        while not self._stopped.is_set():
            try:
                with self._carrier.hearing() as hear:
                    self._works("heard")
                    self._heard.add(self._feed.nights())  # they may have been changed while nobody listened
                    while not self._stopped.is_set():
                        for word in hear(WAKE_SECONDS):
                            self._heard.add(self._followed(word))
            except self._carrier.errors as problem:
                self._fails("heard", problem)
                self._stopped.wait(AGAIN_SECONDS)

    def _followed(self, word: str) -> set[int]:
        """Return the nights followed here that a word of another server names."""
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
        """Read the versions of nights, and tell their followers here those that are new."""
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
        """Say once that something no longer works."""
        if what not in self._faults and not self._stopped.is_set():
            self._faults.add(what)
            why = (str(problem) or type(problem).__name__).splitlines()[0].rstrip(".")
            _log.warning("Changes to nights cannot be %s: %s. Screens follow a few seconds later.", _WORDS[what], why)

    def _works(self, what: str) -> None:
        """Say once that something works again."""
        if what in self._faults:
            self._faults.remove(what)
            _log.warning("Changes to nights are %s again.", _WORDS[what])


_WORDS = {"told": "told to other servers", "heard": "heard from other servers", "read": "read from the database"}
