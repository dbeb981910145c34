"""The values in the list of the hands of a night."""

from __future__ import annotations

from dataclasses import dataclass

from app.night.history import past_nights
from app.night.history.hands import PastHand, past_hands
from app.night.models import Night
from app.night.people import seats
from app.text import counted
from app.web.http.lookup import shown_words
from app.web.http.pages import take_messages

#: So many hands are on a page.
SHOWN = 50


@dataclass(frozen=True, slots=True)
class HandsPage:
    """The latest hands of a night, or those before a number.

    ``newer`` and ``older`` begin the pages beside this one: each has the hands before that number. None where there is
    none. ``television`` is what televisions show instead of the table, in words.
    """

    night: Night
    day: str
    hands: tuple[PastHand, ...]
    played: str
    newer: int | None
    older: int | None
    television: str
    message: str


def hands_page(night: Night, before: int | None) -> HandsPage:
    """Return a page of the list."""
    found = past_hands(night, SHOWN + 1, before)
    hands = tuple(found[:SHOWN])
    return HandsPage(
        night=night,
        day=f"{night.started_at.astimezone():%-d %B %Y}",
        hands=hands,
        played=counted(seats.hands_played(night.id), "hand"),
        newer=before + SHOWN if before is not None and before <= past_nights.last_hand_number(night) else None,
        older=hands[-1].number if len(found) > SHOWN else None,
        television=shown_words(night),
        message=take_messages("done"),
    )
