"""Per-process cache of facts that never change, or that carry a version.

It is emptied when a backup is restored or another file takes the place of the database.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from flask import Flask, current_app

T = TypeVar("T")

_NAME = "upcard-of-this-database"

#: At most this many keys of addresses are remembered.
MOST_KEYS = 20_000


@dataclass(frozen=True, slots=True)
class KeyedNight:
    """The night that a dealer's key was made for. Since then the key may have been renewed, or the night removed."""

    id: int
    example: bool


@dataclass(slots=True)
class Remembered:
    """Facts about the database: the night of each dealer's key, and whether there has ever been a host.

    Take it before a query: an answer from before a restore then ends up in the discarded cache.
    """

    nights: dict[str, KeyedNight] = field(default_factory=dict)
    has_host: bool = False


def of_this_database(kind: Callable[[], T]) -> T:
    """Return this database's cache of a kind, made when it is first asked for."""
    caches = cast(dict[Any, T], current_app.extensions.setdefault(_NAME, {}))
    return caches[kind] if kind in caches else caches.setdefault(kind, kind())


def remembered() -> Remembered:
    """Return the remembered facts about this database."""
    return of_this_database(Remembered)


def remember(of_keys: dict[str, T], key: str, value: T) -> None:
    """Remember a fact about a key; forget all keys first if there are too many."""
    if len(of_keys) >= MOST_KEYS:
        of_keys.clear()
    of_keys[key] = value


def forget_remembered(app: Flask | None = None) -> None:
    """Drop every cache, since the database is another one now."""
    (app or current_app).extensions.pop(_NAME, None)
