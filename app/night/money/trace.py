"""Where missing chips may have gone: the hands in which a player's chips have moved since they were counted."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.night.models import Hand, Ledger, Night
from app.night.money.balances import Balance, count_times


@dataclass(frozen=True, slots=True)
class Move:
    """A hand in which a player has won so many chips, or lost them if below 0."""

    hand_id: int
    number: int
    game_name: str
    chips: int


def trace(session: Session, night: Night, balance: Balance) -> list[Move]:
    """Return the hands since a player's last count in which their chips have moved, the largest first."""
    net = func.sum(Ledger.amount)
    query = select(Hand.id, Hand.number, Hand.game_name, net).join(Ledger, Ledger.hand_id == Hand.id)
    query = query.where(Hand.night_id == night.id, Ledger.player_id == balance.player_id, Ledger.account == "chips")
    counted_at = count_times(session, night.id).get(balance.seat)
    if counted_at is not None:
        query = query.where(Hand.started_at > counted_at)
    query = query.group_by(Hand.id, Hand.number, Hand.game_name).having(net != 0)
    moves = [Move(hand_id, number, name, int(chips)) for hand_id, number, name, chips in session.execute(query)]
    return sorted(moves, key=lambda move: (-abs(move.chips), -move.number))
