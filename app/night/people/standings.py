"""What a night has brought each of its players so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import func, select

from app.night.db import db
from app.night.models import Hand, Night
from app.night.money.balances import expenses
from app.night.people.seats import NightOfSeats, SeatInfo, seats


@dataclass(frozen=True, slots=True)
class Standing:
    """A player of the night, and how many hands they have won, alone or with others.

    ``expenses`` is what they have paid for others, or others for them if below 0, in the smallest coin.
    """

    seat: SeatInfo
    hands: int
    expenses: int = 0


class NightOfStandings(NightOfSeats, Protocol):
    """What of a night its standings depend on."""

    @property
    def currency(self) -> str:
        """What is played for; empty where that is chips alone."""


def standings(night: Night) -> list[Standing]:
    """Return everyone who played, those who have left too: the largest win first, or who has won most hands."""
    return standings_of(night, seats(night, with_left=True))


def standings_of(night: NightOfStandings, everybody: Sequence[SeatInfo]) -> list[Standing]:
    """Return the standings of everybody who has sat at the table."""
    won = hands_won(night.id)
    spent = expenses(db.session(), night.id) if night.currency else Counter[int]()
    rows = [Standing(seat, won[seat.player_id], spent[seat.player_id]) for seat in everybody]
    net = {row.seat.id: row.seat.net if night.tracked else 0 for row in rows}
    return sorted(rows, key=lambda row: (-net[row.seat.id], -row.hands))


def hands_won(night_id: int) -> Counter[int]:
    """Count the hands that each player has won, by player id: a name may have changed since."""
    won: Counter[int] = Counter()
    hands = select(Hand.setup["names"], Hand.setup["players"], Hand.outcome["winners"])
    for names, player_ids, winners in db.session.execute(
        hands.where(Hand.night_id == night_id, Hand.finished_at.is_not(None))
    ):
        players = dict(zip(names, player_ids, strict=True))
        won.update(players[name] for name, _ in winners or ())
    return won


def hands_played(night_id: int) -> int:
    """Count the hands of a night that have come to their end."""
    query = select(func.count()).select_from(Hand).where(Hand.night_id == night_id, Hand.finished_at.is_not(None))
    return db.session.scalar(query) or 0
