"""The addresses of a night: its dealer's, its televisions', and one for each seat."""

from __future__ import annotations

from sqlalchemy import or_, select

from app.night.db import db
from app.night.models import Night, Seat


def night_to_watch(key: str) -> Night | None:
    """The night of a television's address."""
    return db.session.scalar(select(Night).where(Night.watch_key == key))


def night_of_link(key: str) -> int | None:
    """The id of the night that any of its addresses leads to; None for an address that leads nowhere any more."""
    seat = select(Seat.night_id).where(Seat.key == key).scalar_subquery()
    found = select(Night.id).where(or_(Night.key == key, Night.watch_key == key, Night.id == seat))
    return db.session.scalar(found)
