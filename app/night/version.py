"""What has changed about a night, for those who look on: counted with the table, told once it is on disk."""

from __future__ import annotations

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from app.night.db import db, tell
from app.night.log.replay import LiveHand
from app.night.models import Entry, Hand, Night


def table_changed(session: Session, night_id: int) -> None:
    """Something about the table has changed, in the transaction under way: its seats, its stakes, the hand on it."""
    session.execute(update(Night).where(Night.id == night_id).values(changes=Night.changes + 1))
    tell(session, night_id)


def number_of(night_id: int) -> str:
    """Where a night stands: another text whenever anything that a screen shows has changed; empty for no night.

    It is made of the count of changes to the table, the number of the last hand, and how long the log of that is.
    """
    last = select(func.max(Hand.number)).where(Hand.night_id == night_id).scalar_subquery()
    hand = select(Hand.id).where(Hand.night_id == night_id, Hand.number == last).scalar_subquery()
    entries = select(func.max(Entry.number)).where(Entry.hand_id == hand).scalar_subquery()
    found = db.session.execute(select(Night.changes, last, entries).where(Night.id == night_id)).first()
    return "" if found is None else _number(*found)


def number_at(changes: int, live: LiveHand) -> str:
    """The same for a screen of the last hand, drawn from what is known already: ``changes`` as they were before."""
    return _number(changes, live.hand.number, live.number)


def _number(changes: int, hand: int | None, entries: int | None) -> str:
    return f"{changes}.{hand or 0}.{entries or 0}"
