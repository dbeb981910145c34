"""Codes of eight letters, short enough to type: a television's, and that of whoever wants a seat.

The database keeps them apart within a club alone, and they lead to the club. So a new one is looked for in all clubs
first. Should two servers draw the same in the same moment for two clubs, it leads to neither until one is renewed.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, FromClause, or_, select

from app.settings import easy_code


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
