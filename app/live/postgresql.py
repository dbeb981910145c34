"""Words between servers by PostgreSQL's notifications, which need nothing beside the database itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from sqlalchemy import Engine

from app.night.db import patience

#: The channel that all servers of a database tell and hear.
CHANNEL = "upcard"


class Notifications:
    """Carries words over connections of its own. They are sent as soon as they are told."""

    errors = (psycopg.Error,)

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @contextmanager
    def telling(self) -> Iterator[Callable[[str], object]]:
        """Connect, and return what sends a word.

        Its transactions hold a lock of the whole cluster until they end: nothing else happens in them, and as nothing
        is stored by them, they do not wait for the disk.
        """
        with self._connected() as connection:
            connection.execute("SET synchronous_commit = off")
            yield lambda word: connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, word))

    @contextmanager
    def hearing(self) -> Iterator[Callable[[float], Iterable[str]]]:
        """Connect, and return what gives the words that come within so many seconds."""
        with self._connected() as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            yield lambda seconds: (notification.payload for notification in connection.notifies(timeout=seconds))

    def _connected(self) -> psycopg.Connection[Any]:
        given, named = self._engine.dialect.create_connect_args(self._engine.url)
        return psycopg.connect(*given, **{**named, **patience(self._engine.url)}, autocommit=True)
