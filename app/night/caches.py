"""Per-process cache of facts that never change, or that carry a version.

The cache is emptied when a backup is restored or the database file is replaced.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import field
from threading import Lock
from typing import Any, Generic, TypeVar, cast

from flask import Flask, current_app

from app.dataclass import dataclass

K = TypeVar("K")
T = TypeVar("T")

_NAME = "upcard-of-this-database"


@dataclass(frozen=True, slots=True)
class KeyedNight:
    """The night that a dealer's key was made for. The key may have been renewed since, or the night removed."""

    id: int
    example: bool


class LruCache(Generic[K, T]):
    """The most recently used values by key, up to a fixed number. Thread-safe."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K, is_current: Callable[[T], bool] = lambda _: True) -> T | None:
        """Return the value of a key; None if it has no current value."""
        with self._lock:
            value = self._values.get(key)
            if value is None or not is_current(value):
                return None
            self._values.move_to_end(key)
            return value

    def put(self, key: K, value: T, is_current: Callable[[T], bool] = lambda _: True) -> T:
        """Store a value and return it; if another thread has already stored a current one, keep and return that."""
        with self._lock:
            kept = self._values.get(key)
            if kept is not None and is_current(kept):
                return kept
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)
            return value

    def drop(self, key: K) -> None:
        """Remove the value of a key."""
        with self._lock:
            self._values.pop(key, None)


@dataclass(slots=True)
class DatabaseFacts:
    """Facts learned about the database: the night of each dealer's key, and whether there has ever been a host.

    Call :func:`database_facts` before a query: an answer from before a restore then ends up in the discarded cache.
    """

    nights: LruCache[str, KeyedNight] = field(default_factory=lambda: LruCache(20_000))
    has_host: bool = False


def database_cache(kind: Callable[[], T]) -> T:
    """Return this database's cache of a kind, created on first use."""
    caches = cast(dict[Any, T], current_app.extensions.setdefault(_NAME, {}))
    return caches[kind] if kind in caches else caches.setdefault(kind, kind())


def database_facts() -> DatabaseFacts:
    """Return the facts about this database."""
    return database_cache(DatabaseFacts)


def clear_caches(app: Flask | None = None) -> None:
    """Drop every cache, because the database has been replaced."""
    (app or current_app).extensions.pop(_NAME, None)
