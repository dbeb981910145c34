"""What a table has come to, as a value: two orders of the same acts are compared by it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.night.models import Ledger, Night, Player, Seat

#: What acts change of a night itself.
_TERMS = ("stakes_raw", "house", "currency", "worth", "chips", "dealer_place", "carried", "ended_at", "settled_at")


def outcome(session: Session, night: Night) -> tuple[Any, ...]:
    """Return what is played for, who sits where, and what is in every account. People go by their names, not by ids."""
    session.flush()
    seats = select(Player.folded, Seat.place, Seat.left, Seat.sitting_out).join(Seat, Seat.player_id == Player.id)
    kinds = (Player.folded, Ledger.account, Ledger.against, Ledger.kind)
    sums = select(*kinds, func.sum(Ledger.amount)).join(Ledger, Ledger.player_id == Player.id)
    accounts = session.execute(sums.where(Ledger.night_id == night.id).group_by(*kinds))
    return (
        [getattr(night, term) for term in _TERMS],
        {tuple(row) for row in session.execute(seats.where(Seat.night_id == night.id))},
        {tuple(row) for row in accounts if row[-1]},
    )
