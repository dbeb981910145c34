"""The season that statistics are of: two dates, by default the last year."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from flask import request

from app.night.db import now
from app.night.history import statistics

YEAR = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Period:
    """The first and the last day, as the form has them, and what is wrong with what was entered.

    ``whole`` is the day of the first night there is, None where that is in the period.
    """

    first: date
    last: date
    problem: str = ""
    whole: date | None = None

    @property
    def asked(self) -> dict[str, str]:
        """The dates as an address has them, to be handed on; nothing for the usual year."""
        usual = usual_period()
        return {} if (self.first, self.last) == (usual.first, usual.last) else self.dates

    @property
    def dates(self) -> dict[str, str]:
        """The dates as an address has them."""
        return {"from": self.first.isoformat(), "to": self.last.isoformat()}


def usual_period() -> Period:
    """Return the last year."""
    today = now().astimezone().date()
    return Period(today - YEAR, today)


def period() -> Period:
    """Return the season that the address asks for; the usual one, with the problem, where it asks for none there is."""
    usual = usual_period()
    began = statistics.first_day()
    whole = began if began is not None and began < usual.first else None
    first, last = _date("from", usual.first), _date("to", usual.last)
    if first is None or last is None:
        return Period(usual.first, usual.last, "Give each day as 2026-11-23.", whole)
    if last < first:
        return Period(usual.first, usual.last, "The first day comes after the last one.", whole)
    return Period(first, last, whole=whole if whole is not None and whole < first else None)


def _date(name: str, usual: date) -> date | None:
    """Return a day of the address; None for what is no day, or one long before there was a calendar."""
    text = request.args.get(name, "").strip()
    if not text:
        return usual
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if 1900 <= day.year <= 2200 else None
