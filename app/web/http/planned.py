"""The next evening in words, and as a file for calendars."""

from __future__ import annotations

from flask import Response

from app.calendar_file import calendar_file
from app.dates import day_text, time_text
from app.night.db import now
from app.night.next_evening import LASTS, NextEvening
from app.web.http.pages import as_file


def evening_words(planned: NextEvening | None) -> str:
    """Return when and where: ``Friday 4 December, 19:30, at Dee’s``; empty if there is no next evening."""
    if planned is None:
        return ""
    when = f"{day_text(planned.at, year=False, weekday=True)}, {time_text(planned.at)}"
    return f"{when}, {planned.place}" if planned.place else when


def evening_file(planned: NextEvening) -> Response:
    """Return the evening for a calendar."""
    # A moved evening replaces the one in a calendar: there is only one at a time.
    text = calendar_file("Poker", planned.at, LASTS, planned.place, "next-evening@upcard", now())
    return as_file(text, "text/calendar", "evening.ics")
