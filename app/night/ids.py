"""Ids of new rows: whole numbers in the order in which rows are made, with no counter that servers would have to share.

An id is the milliseconds since 2026 and twelve more bits, which begin at random. It is below 2**53, the largest whole
numbers that every program reads exactly. Where a clock has been set back, or that of another server goes before, the
ids of a club go on from its last one all the same.
"""

from __future__ import annotations

import secrets
import time
from threading import Lock
from typing import Any

from sqlalchemy import Connection, FromClause, func, or_, select

from app.settings import easy_code

#: Ids in the database are smaller.
ABOVE_ALL_IDS = 2**53

_BITS = 12
_EPOCH = 1_767_225_600_000  # 1 January 2026


class IdClock:
    """Makes ids, each larger than the one before. Safe to use from any thread."""

    def __init__(self) -> None:
        self._last = 0
        self._lock = Lock()

    def next(self, after: int = 0) -> int:
        """Return an id larger than ``after``."""
        now = ((time.time_ns() // 1_000_000 - _EPOCH) << _BITS) + secrets.randbits(_BITS)
        with self._lock:
            # A random step: two servers whose clocks stand still make different ids.
            self._last = max(now, max(self._last, after) + 1 + secrets.randbits(4))
            return self._last


_clock = IdClock()


def new_id(context: Any) -> int:
    """Return the id of a row that is being stored; called by SQLAlchemy."""
    table = context.compiled.statement.table
    if "club_id" not in table.c:
        return _clock.next()
    club_id = context.get_current_parameters()["club_id"]
    latest: dict[int, int] = context.__dict__.setdefault("upcard_latest", {})
    if club_id not in latest:
        query = select(func.max(table.c.id)).where(table.c.club_id == club_id)
        latest[club_id] = context.connection.scalar(query) or 0
    latest[club_id] = _clock.next(latest[club_id])
    return latest[club_id]


def new_code(context: Any) -> str:
    """Return a code of a night that is being stored; called by SQLAlchemy."""
    return unused_code(context.connection, context.compiled.statement.table)


def unused_code(connection: Connection, nights: FromClause) -> str:
    """Return a code that leads to no night of any club."""
    while True:
        code = easy_code()
        used = select(nights.c.club_id).where(or_(nights.c.watch_key == code, nights.c.join_code == code))
        if connection.scalar(used.limit(1)) is None:
            return code
