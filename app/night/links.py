"""The addresses of a night: its dealer's, its televisions', and one for each seat. Each can be renewed at any time."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, or_, select

from app.night.db import db, writing
from app.night.models import Night, Seat, random_key
from app.night.people.seats import seats_of
from app.night.validation import Problem
from app.night.version import table_changed
from app.settings import easy_code


def night_to_watch(key: str) -> Night | None:
    """The night of a television's address; who types it need not mind capital letters."""
    return db.session.scalar(select(Night).where(_watched(key)))


def night_of_link(key: str) -> int | None:
    """The id of the night that any of its addresses leads to; None for an address that leads nowhere any more."""
    seat = select(Seat.night_id).where(Seat.key == key).scalar_subquery()
    found = select(Night.id).where(or_(Night.key == key, _watched(key), Night.id == seat))
    return db.session.scalar(found)


def nights_opened(keys: Collection[str]) -> list[Night]:
    """The nights whose dealers have these addresses, the latest first; an address that was renewed gives none."""
    return list(db.session.scalars(select(Night).where(Night.key.in_(keys)).order_by(Night.id.desc())))


def renew_dealer(night: Night) -> str:
    """Give the dealer's screens another address, and say which; the old one opens nothing any more."""
    night_id, key = night.id, random_key()
    with writing() as session:
        session.get_one(Night, night_id).key = key
        table_changed(session, night_id)
    return key


def renew_television(night: Night) -> str:
    """The same for the televisions."""
    night_id, key = night.id, easy_code()
    with writing() as session:
        session.get_one(Night, night_id).watch_key = key
        table_changed(session, night_id)
    return key


def renew_seat(night: Night, seat_id: int) -> Problem | None:
    """Give the phone of somebody who sits at the table another address; the old one opens nothing any more."""
    night_id = night.id
    with writing() as session:
        seat = next((one for one in seats_of(session, night_id) if one.id == seat_id), None)
        if seat is None:
            return Problem("seat", "nobody sits there")
        seat.key = random_key()
        table_changed(session, night_id)
    return None


def _watched(key: str) -> ColumnElement[bool]:
    return Night.watch_key.in_({key, key.lower()})
