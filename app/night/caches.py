"""What a process need not ask twice: what nothing changes, on whichever server it is done, or what has a version.

A restored copy, and a file that is put in the place of another, are other databases: everything is forgotten then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from flask import Flask, current_app

T = TypeVar("T")

_NAME = "upcard-of-this-database"

#: So many keys of addresses are remembered with what they lead to.
MOST_KEYS = 20_000


@dataclass(frozen=True, slots=True)
class KeyedNight:
    """The night that a dealer's key was made for. The key may be renewed since, or the night removed."""

    id: int
    example: bool


@dataclass(slots=True)
class Remembered:
    """The night of each dealer's key, and whether the house has ever had a host.

    Take it before asking the database: what comes of an answer that is older than a restore is then kept nowhere.
    """

    nights: dict[str, KeyedNight] = field(default_factory=dict)
    has_host: bool = False


def of_this_database(kind: Callable[[], T]) -> T:
    """Return the cache of this kind, which holds nothing of any other database; it is made when first asked for."""
    caches = cast(dict[Any, T], current_app.extensions.setdefault(_NAME, {}))
    return caches[kind] if kind in caches else caches.setdefault(kind, kind())


def remembered() -> Remembered:
    """Return what this process remembers of the database."""
    return of_this_database(Remembered)


def remember(of_keys: dict[str, T], key: str, value: T) -> None:
    """Remember something of a key. Keys that are asked for again are looked up again where there were too many."""
    if len(of_keys) >= MOST_KEYS:
        of_keys.clear()
    of_keys[key] = value


def forget_remembered(app: Flask | None = None) -> None:
    """Forget every cache: another database has been put in the place of the one that they were read from."""
    (app or current_app).extensions.pop(_NAME, None)
