"""Seat one player at a time."""

from __future__ import annotations

from app.night.acts.people import Join
from app.night.acts.queue import Done, Pending, do
from app.night.db import db
from app.night.models import Act, Night, Seat
from app.night.validation import Problem


def add_player(night: Night, name: str, buy_in: int = 0, place: int | None = None) -> Seat | Pending | Problem:
    """Seat a player at the end, or at a place, shifting the others by one; a returning player gets their old seat."""
    answer = do(night, Join(name, buy_in, place))
    return (
        db.session.get_one(Seat, db.session.get_one(Act, answer.line).seat_id) if isinstance(answer, Done) else answer
    )
