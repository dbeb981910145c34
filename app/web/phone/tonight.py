"""How the night has gone, on a phone between hands: one's own chips and everybody's standing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app import night as store
from app.night import Night, SeatInfo, Standing


@dataclass(frozen=True, slots=True)
class Tonight:
    """The night so far: this player won ``hands`` of those ``played``. ``bought`` is None if chips are not counted.

    ``with_expenses`` is by seat what the night has brought in money, expenses too; empty where there are none.
    """

    bought: int | None
    hands: int
    played: int
    standings: tuple[Standing, ...]
    with_expenses: Mapping[int, str]


def tonight_of(night: Night, info: SeatInfo) -> Tonight:
    """Return how a night has gone for the player of a seat."""
    rows = tuple(store.standings(night))
    return Tonight(
        bought=info.bought if night.tracked else None,
        hands=next((row.hands for row in rows if row.seat.id == info.id), 0),
        played=store.hands_played(night),
        standings=rows,
        with_expenses=_with_expenses(night, rows),
    )


def _with_expenses(night: Night, rows: Sequence[Standing]) -> dict[int, str]:
    if not night.tracked or not any(row.expenses for row in rows):
        return {}
    return {row.seat.id: night.played_for.coins(row.seat.net * night.worth + row.expenses) for row in rows}
