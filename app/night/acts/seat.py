"""The seat that an act is about."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.night.models import Night, Seat
from app.night.validation import Problem


def seat_of(session: Session, night: Night, seat_id: int, *, left: bool = False) -> Seat | Problem:
    """Return a seat at the table; with ``left`` also that of a player who has left."""
    seat = session.get(Seat, seat_id)
    if seat is not None and seat.night_id == night.id and (left or not seat.left):
        return seat
    return Problem("seat", "nobody sat there tonight" if left else "nobody sits there")
