"""Days and times in the reader's format, with English names; by default ``26 November 2026, 14:05``."""

from __future__ import annotations

from datetime import date, datetime

from app.locales import date_style, number_text, writing_for


def day_text(day: date, *, year: bool = True, short: bool = False, weekday: bool = False) -> str:
    """Return a day, or the local day of a moment: ``26 November 2026``, or ``November 26, 2026`` in America.

    ``short`` writes ``26 Nov``, ``weekday`` begins with the day of the week.
    """
    at = day.astimezone() if isinstance(day, datetime) else day
    month_first = date_style()[0]
    named = f"{at:%b}" if short else f"{at:%B}"
    text = f"{named} {at.day}" if month_first else f"{at.day} {named}"
    if year:
        text += f"{',' if month_first else ''} {at.year}"
    return f"{at:%A}{',' if month_first else ''} {text}" if weekday else text


def time_text(when: datetime) -> str:
    """Return the local time of day: ``14:05``, or ``2:05 PM``, with a non-breaking space, in America."""
    at = when.astimezone()
    return f"{at:%-I:%M}\N{NO-BREAK SPACE}{at:%p}" if date_style()[1] else f"{at:%H:%M}"


def datetime_text(when: datetime) -> str:
    """Return a local day and time: ``26 November 2026, 14:05``."""
    return f"{day_text(when)}, {time_text(when)}"


def sample_text(locale: str) -> str:
    """Return a sample of a locale's formats: ``1.234, 24 December 2026, 19:30``."""
    with writing_for(locale):
        return f"{number_text(1234)}, {datetime_text(datetime(2026, 12, 24, 19, 30))}"
