"""How the night has gone, on a phone between hands: one's own chips and everybody's standing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.night.people.seats import SeatInfo, Standing
from app.night.table import Table


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


def tonight_of(table: Table, info: SeatInfo) -> Tonight:
    """Return how a night has gone for the player of a seat."""
    rows = table.standings
    return Tonight(
        bought=info.bought if table.tracked else None,
        hands=next((row.hands for row in rows if row.seat.id == info.id), 0),
        played=table.hands_played,
        standings=rows,
        with_expenses=_with_expenses(table, rows),
    )


def _with_expenses(table: Table, rows: Sequence[Standing]) -> dict[int, str]:
    if not table.tracked or not any(row.expenses for row in rows):
        return {}
    return {row.seat.id: table.played_for.coins(row.seat.net * table.worth + row.expenses) for row in rows}
