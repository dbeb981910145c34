"""The values on the pages of what is taken along."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from app import settings
from app.night import nights as night_nights
from app.night.models import Night
from app.night.people import persons, seats
from app.night.transfer import export
from app.text import counted


@dataclass(frozen=True, slots=True)
class TakePage:
    """What of a night can be taken along. ``hands`` are those that have ended; ``playing``: one has not."""

    night: Night
    hands: int
    playing: bool


@dataclass(frozen=True, slots=True)
class ClubPage:
    """The club to take along, in numbers, and the form that reads a file.

    ``playing`` are the nights with a hand that has not ended. ``where`` is the place in the file that ``problem`` is
    about.
    """

    holds: str
    nights: int
    playing: tuple[str, ...]
    megabytes: int
    message: str
    where: str
    problem: str


def take_page(night: Night) -> TakePage:
    """Return what of a night can be taken along."""
    return TakePage(night, seats.hands_played(night.id), bool(export.nights_in_play(night.id)))


def club_page(message: str = "", where: str = "", problem: str = "") -> ClubPage:
    """Return the page of the club."""
    nights = night_nights.nights()
    people = len(persons.persons())
    return ClubPage(
        holds=f"{counted(len(nights), 'night')} with {counted(people, 'person', 'people')}",
        nights=len(nights),
        playing=tuple(export.nights_in_play()),
        megabytes=settings.limit("megabytes"),
        message=message,
        where=where,
        problem=problem,
    )


def club_file_name(at: datetime) -> str:
    """Return a name for the file of the club: ``upcard-2026-11-23.json``."""
    return f"upcard-{at.astimezone():%Y-%m-%d}.json"
