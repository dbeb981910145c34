"""The version of a night: a text that changes with everything that a screen shows, for screens to compare."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import and_, func, select, update
from sqlalchemy.orm import Session, aliased

from app.night.db import db, notify
from app.night.log.replay import LiveHand
from app.night.models import Entry, Hand, Night


def mark_table_changed(session: Session, night_id: int) -> None:
    """Count a change to the table in the current transaction: to its seats, its stakes or the hand on it."""
    session.execute(update(Night).where(Night.id == night_id).values(changes=Night.changes + 1))
    notify(session, night_id)


def night_version(night_id: int) -> str:
    """Return the version of a night, empty if there is no such night.

    It consists of the count of changes to the table, the number of the last hand and the length of its log.
    """
    return night_versions([night_id]).get(night_id, "")


def night_versions(night_ids: Collection[int]) -> dict[int, str]:
    """Return the versions of those of these nights that there are, by id."""
    other = aliased(Hand)
    last = select(func.max(other.number)).where(other.night_id == Night.id).correlate(Night).scalar_subquery()
    entries = select(func.max(Entry.number)).where(Entry.hand_id == Hand.id).correlate(Hand).scalar_subquery()
    query = select(Night.id, Night.changes, Hand.number, entries)
    query = query.outerjoin(Hand, and_(Hand.night_id == Night.id, Hand.number == last))
    rows = db.session.execute(query.where(Night.id.in_(night_ids)))
    return {night_id: version_text(*numbers) for night_id, *numbers in rows}


def night_version_at(changes: int, live: LiveHand) -> str:
    """Return the version without a query, for a screen of the last hand: ``changes`` as read before the hand."""
    return version_text(changes, live.hand.number, live.number)


def version_text(changes: int, hand: int | None, entries: int | None) -> str:
    """Return the version made of the count of changes, the number of the last hand and the length of its log."""
    return f"{changes}.{hand or 0}.{entries or 0}"
