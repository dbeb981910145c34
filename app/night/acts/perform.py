"""What an act does and how it is taken back: one function a kind of act for each, registered by its class."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from sqlalchemy.orm import Session

from app.evening.acts import Act
from app.night.models import Night, Seat
from app.night.validation import Problem

#: What an act has to remember for taking it back; JSON.
Before = dict[str, Any]


@singledispatch
def perform(act: Act, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Do an act in the current transaction, or return why it can't be done; then nothing may have been changed."""
    raise NotImplementedError(act.kind)


@singledispatch
def take_back(act: Act, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Undo an act that was done, or return why it can't be undone any more."""
    raise NotImplementedError(act.kind)


def seat_of(session: Session, night: Night, seat_id: int, *, left: bool = False) -> Seat | Problem:
    """Return a seat at the table; with ``left`` also that of a player who has left."""
    seat = session.get(Seat, seat_id)
    if seat is not None and seat.night_id == night.id and (left or not seat.left):
        return seat
    return Problem("seat", "nobody sat there tonight" if left else "nobody sits there")
