"""The feed of one process: which screens listen to which night, and the version that each has yet to receive."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock


class FullError(Exception):
    """The feed has as many listeners as this process has threads to spare."""


class Listener:
    """One open screen. It keeps only the latest version: a slow screen needs none of those before."""

    def __init__(self) -> None:
        self._version: str | None = None
        self._arrived = Condition()

    def notify(self, version: str) -> None:
        """Deliver a version, replacing one that has not been fetched yet."""
        with self._arrived:
            self._version = version
            self._arrived.notify()

    def wait(self, seconds: float) -> str | None:
        """Return the latest version as soon as there is a new one; None if none comes within the timeout."""
        with self._arrived:
            if self._version is None:
                self._arrived.wait(seconds)
            version, self._version = self._version, None
            return version


class Feed:
    """The listeners of a process, by night: at most ``limit`` at a time. Safe to use from any thread."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._count = 0
        self._listeners: dict[int, set[Listener]] = {}
        self._lock = Lock()

    @contextmanager
    def listening(self, night_id: int) -> Iterator[Listener]:
        """Add a listener to a night for as long as the block runs. Raises :class:`FullError`."""
        listener = Listener()
        with self._lock:
            if self._count >= self._limit:
                raise FullError
            self._count += 1
            self._listeners.setdefault(night_id, set()).add(listener)
        try:
            yield listener
        finally:
            with self._lock:
                self._count -= 1
                self._listeners[night_id].discard(listener)
                if not self._listeners[night_id]:
                    del self._listeners[night_id]

    def nights(self) -> set[int]:
        """Return the ids of the nights that have listeners."""
        with self._lock:
            return set(self._listeners)

    def has_listeners(self, night_id: int) -> bool:
        """Return whether a night has listeners."""
        return night_id in self._listeners

    def notify(self, night_id: int, version: str) -> None:
        """Notify all listeners of a night of its version."""
        with self._lock:
            listeners = list(self._listeners.get(night_id, ()))
        for listener in listeners:
            listener.notify(version)
