"""Changes to a night: their transactions, their count, and timestamps that only increase."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from app.night.db import notify, now, transaction
from app.night.models import Act, Hand, Night

P = ParamSpec("P")
R = TypeVar("R")


def night_transaction(write: Callable[Concatenate[Session, int, P], R]) -> Callable[Concatenate[Night, P], R]:
    """Run a function as :func:`transaction` does, with the night locked until it ends.

    Callers pass the night, which the transaction expires, for its id.
    """

    @transaction
    @wraps(write)
    def run(session: Session, night_id: int, /, *args: P.args, **kwargs: P.kwargs) -> R:
        lock_night(session, night_id)
        return write(session, night_id, *args, **kwargs)

    @wraps(write)
    def with_id(night: Night, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return run(night.id, *args, **kwargs)

    return with_id


def lock_night(session: Session, night_id: int) -> Night:
    """Return a night, locked until the transaction ends. Raises ``NoResultFound`` if it has been removed.

    Other servers wait here, before they read anything that this one may change; SQLite has only one writer.
    """
    return session.get_one(Night, night_id, with_for_update=True)


def mark_table_changed(session: Session, night_id: int) -> None:
    """Count a change to the table in the current transaction: to its seats, its stakes or the hand on it."""
    session.execute(update(Night).where(Night.id == night_id).values(changes=Night.changes + 1))
    notify(session, night_id)


def next_timestamp(session: Session, night_id: int) -> datetime:
    """Return the current time, or the time just after the night's last timestamp if the clock has been set back.

    Queries look for what came after the end of a hand, so a night's timestamps only increase. This also holds between
    servers whose clocks differ: a night has one writer at a time.
    """
    latest = select(func.max(Act.at), func.max(Act.done_at)).where(Act.night_id == night_id)
    dealt = select(Hand.started_at, Hand.finished_at).where(Hand.night_id == night_id)
    hand = session.execute(dealt.order_by(Hand.number.desc()).limit(1)).first() or ()
    timestamps = [timestamp for timestamp in (*session.execute(latest).one(), *hand) if timestamp is not None]
    last = max(timestamps, default=None)
    time = now()
    return time if last is None or time > last else last + timedelta(microseconds=1)
