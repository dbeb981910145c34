"""How the night has gone, on a phone between hands: one's own chips and everybody's standing."""

from __future__ import annotations

from dataclasses import dataclass

from app import night as store
from app.night import Night, SeatInfo, Standing


@dataclass(frozen=True, slots=True)
class Tonight:
    """The night so far: this player won ``hands`` of those ``played``. ``bought`` is None if chips are not counted."""

    bought: int | None
    hands: int
    played: int
    standings: tuple[Standing, ...]


def tonight_of(night: Night, info: SeatInfo) -> Tonight:
    """Return how a night has gone for the player of a seat."""
    rows = tuple(store.standings(night))
    return Tonight(
        bought=info.bought if night.tracked else None,
        hands=next((row.hands for row in rows if row.seat.id == info.id), 0),
        played=store.hands_played(night),
        standings=rows,
    )
