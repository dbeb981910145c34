"""The table between hands: seats, stacks, who is in the next hand and who deals it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.night.db import db
from app.night.models import Ledger, Night, Seat


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One player of the night as the table screen shows them.

    ``key`` is for the address of their phone. ``stack`` is None where chips are not tracked. ``bought`` and ``cashed``
    are chips; ``net`` is what the night has brought so far. ``in_play``: dealt in to the next hand.
    """

    id: int
    key: str
    player_id: int
    name: str
    place: int
    stack: int | None
    bought: int
    cashed: int
    sitting_out: bool
    left: bool
    in_play: bool
    dealer: bool

    @property
    def net(self) -> int:
        """Won, or lost when below 0, where chips are tracked."""
        return (self.stack or 0) + self.cashed - self.bought


def seats(night: Night, *, with_left: bool = False) -> list[SeatInfo]:
    """The players of the night, clockwise; with ``with_left`` also those who went home, last."""
    session = db.session()
    return [one for one in _infos(session, night) if with_left or not one.left]


def seat_by_key(key: str) -> Seat | None:
    """The seat of a phone's address."""
    return db.session.scalar(select(Seat).where(Seat.key == key))


def night_of_seat(seat: Seat) -> Night:
    """The night that a seat belongs to."""
    return db.session.get_one(Night, seat.night_id)


def seats_of(session: Session, night_id: int) -> list[Seat]:
    """Those who sit at the table, clockwise, sitting out or not."""
    query = select(Seat).where(Seat.night_id == night_id, ~Seat.left)
    return list(session.scalars(query.order_by(Seat.place)))


def stacks(session: Session, night_id: int) -> dict[int, int]:
    """The chips of each player of the night, by player: the sum of what the ledger says."""
    query = select(Ledger.player_id, func.sum(Ledger.amount)).where(Ledger.night_id == night_id)
    rows = session.execute(query.where(Ledger.player_id.is_not(None)).group_by(Ledger.player_id))
    return {player_id: int(total) for player_id, total in rows if player_id is not None}


def deal_order(session: Session, night: Night) -> list[Seat]:
    """Who is in the next hand: from the dealer's left on, the dealer last. Nobody is dealt in without chips."""
    have = stacks(session, night.id) if night.tracked else {}
    playing = [
        seat
        for seat in seats_of(session, night.id)
        if not seat.sitting_out and (not night.tracked or have.get(seat.player_id, 0) > 0)
    ]
    at = next((n for n, seat in enumerate(playing) if seat.place >= night.dealer_place), 0)
    return [*playing[at + 1 :], *playing[: at + 1]]


def _infos(session: Session, night: Night) -> list[SeatInfo]:
    totals: dict[int, dict[str, int]] = {}
    query = select(Ledger.player_id, Ledger.kind, func.sum(Ledger.amount)).where(Ledger.night_id == night.id)
    for player_id, kind, total in session.execute(query.group_by(Ledger.player_id, Ledger.kind)):
        if player_id is not None:
            totals.setdefault(player_id, {})[kind] = int(total)
    order = deal_order(session, night)
    playing = {seat.id for seat in order}
    found = session.scalars(select(Seat).where(Seat.night_id == night.id).order_by(Seat.left, Seat.place))
    infos = []
    for seat in found:
        chips = totals.get(seat.player_id, {})
        infos.append(
            SeatInfo(
                id=seat.id,
                key=seat.key,
                player_id=seat.player_id,
                name=seat.player.name,
                place=seat.place,
                stack=sum(chips.values()) if night.tracked else None,
                bought=chips.get("buy-in", 0),
                cashed=-chips.get("cash-out", 0),
                sitting_out=seat.sitting_out,
                left=seat.left,
                in_play=seat.id in playing,
                dealer=bool(order) and order[-1].id == seat.id,
            )
        )
    return infos
