"""How the night has gone, on a phone between hands: one's own chips, everybody's standing, and what is coming."""

from __future__ import annotations

from dataclasses import dataclass

from app import night as store
from app.night import Night, SeatInfo, Standing
from app.text import sentence
from app.web.http.lookup import stakes_words
from app.words import coming_words


@dataclass(frozen=True, slots=True)
class Tonight:
    """The night so far: this player won ``hands`` of those ``played``.

    ``bought`` is None where chips are not counted, and ``coming`` says in words what changes with the next hand.
    """

    bought: int | None
    hands: int
    played: int
    standings: tuple[Standing, ...]
    coming: str


def tonight_of(night: Night, info: SeatInfo) -> Tonight:
    """Return how a night has gone for the player of a seat."""
    rows = tuple(store.standings(night))
    coming = [line.act for line in store.waiting(night.id) if line.status == "waiting"]
    return Tonight(
        bought=info.bought if night.tracked else None,
        hands=next((row.hands for row in rows if row.seat.id == info.id), 0),
        played=store.hands_played(night),
        standings=rows,
        coming=f"{sentence(coming_words(coming, stakes_words(night)))}." if coming else "",
    )
