"""The feed of one process: who listens to which night, and what they have not heard yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition


class FullError(Exception):
    """There are as many listeners as this process has threads to spare."""


class Listener:
    """One open screen. It hears the latest number only: whoever was slow has missed nothing that matters."""

    def __init__(self) -> None:
        self._heard: str | None = None
        self._new = Condition()

    def hear(self, number: str) -> None:
        """Take in a number, in place of one that was not fetched yet."""
        with self._new:
            self._heard = number
            self._new.notify()

    def wait(self, seconds: float) -> str | None:
        """The latest number as soon as there is one; None when nothing has changed for so long."""
        with self._new:
            if self._heard is None:
                self._new.wait(seconds)
            heard, self._heard = self._heard, None
            return heard


class Feed:
    """The listeners of a process, by night. Any thread may tell and listen; at most ``most`` listen at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count = 0
        self._listeners: dict[int, set[Listener]] = {}
        self._lock = Condition()

    @contextmanager
    def listening(self, night_id: int) -> Iterator[Listener]:
        """A listener to a night for as long as the block runs. Raises :class:`FullError`."""
        listener = Listener()
        with self._lock:
            if self._count >= self._most:
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
        """The nights that anybody listens to."""
        with self._lock:
            return set(self._listeners)

    def heard_of(self, night_id: int) -> bool:
        """Whether anybody listens to a night."""
        return night_id in self._listeners

    def tell(self, night_id: int, number: str) -> None:
        """Tell everybody who listens to a night at which number it is."""
        with self._lock:
            listeners = list(self._listeners.get(night_id, ()))
        for listener in listeners:
            listener.hear(number)
