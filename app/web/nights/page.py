"""The values in the list of nights."""

from __future__ import annotations

from dataclasses import dataclass

from app.night.history import past_nights
from app.night.history.past_nights import PastNight
from app.text import counted, listing

#: So many nights are on a page.
SHOWN = 50


@dataclass(frozen=True, slots=True)
class NightRow:
    """A night in words. ``won`` is what its winner has won, in chips and, where it was played for money, in coins."""

    night: PastNight
    day: str
    hands: str
    winner: str
    won: str
    coins: str


@dataclass(frozen=True, slots=True)
class NightsPage:
    """The latest nights, or those ``before`` one; ``older`` begins the next page, None on the last."""

    rows: tuple[NightRow, ...]
    first: bool
    older: int | None


def nights_page(before: int | None) -> NightsPage:
    """Return a page of the list."""
    nights = past_nights.past_nights(SHOWN + 1, before)
    rows = tuple(map(_row, nights[:SHOWN]))
    return NightsPage(rows, before is None, rows[-1].night.id if len(nights) > SHOWN else None)


def _row(night: PastNight) -> NightRow:
    return NightRow(
        night=night,
        day=f"{night.started_at.astimezone():%-d %B %Y}",
        hands=counted(night.hands, "hand"),
        winner=listing(night.winners) if night.winners else "",
        won=f"+{night.won}" if night.winners else "",
        coins=night.worth.money(night.won) if night.winners and night.worth.currency else "",
    )
