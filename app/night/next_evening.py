"""The next evening: when and where, and who is coming; also as a file for calendars.

There is at most one. It ends :data:`DURATION` after its start without being removed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal, get_args

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from app.dataclass import dataclass
from app.dates import day_text, time_text
from app.night.db import db, now, transaction
from app.night.models import CLUB, Club, Night, Player, Seat
from app.night.people.roster import Person, person_of
from app.night.validation import Problem
from app.night.version import mark_table_changed

Rsvp = Literal["yes", "maybe", "no"]
ANSWERS: tuple[Rsvp, ...] = get_args(Rsvp)

#: The time after its start for which an evening counts as the next one, and which it blocks in a calendar.
DURATION = timedelta(hours=4)
#: The furthest ahead that an evening may be planned.
FARTHEST = timedelta(days=400)
MAX_PLACE_LENGTH = 80


@dataclass(frozen=True, slots=True)
class NextEvening:
    """Time and place of the club's next evening, and people by their answer; people without one are left out."""

    at: datetime
    place: str
    people: Mapping[Rsvp, Sequence[Person]]

    @property
    def words(self) -> str:
        """When and where: ``Friday 4 December, 19:30, at Dee's``."""
        when = f"{day_text(self.at, year=False, weekday=True)}, {time_text(self.at)}"
        return f"{when}, {self.place}" if self.place else when

    @property
    def stamp(self) -> str:
        """The time as in a calendar, which tells this evening from others: ``20261204T183000Z``."""
        return _stamp(self.at)

    def calendar(self) -> str:
        """Return the evening as a file for calendars (RFC 5545)."""
        place = re.sub(r"[\\;,]", r"\\\g<0>", self.place)
        lines = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Upcard//Upcard//EN",
            "BEGIN:VEVENT",
            "UID:next-evening@upcard",  # the same for all evenings, so that one with a later stamp replaces the last
            f"DTSTAMP:{_stamp(now())}",
            f"DTSTART:{self.stamp}",
            f"DTEND:{_stamp(self.at + DURATION)}",
            "SUMMARY:Poker",
            *([f"LOCATION:{place}"] if place else []),
            "END:VEVENT",
            "END:VCALENDAR",
        ]
        return "".join(f"{_folded(line)}\r\n" for line in lines)

    def answer_of(self, person_id: int) -> Rsvp | None:
        """Return a person's answer, or None."""
        return next((answer for answer in ANSWERS if any(p.id == person_id for p in self.people[answer])), None)


def next_evening() -> NextEvening | None:
    """Return the next evening, or the one in progress; None if there is none."""
    session = db.session()
    club = session.get_one(Club, CLUB)
    if (at := _planned_at(club)) is None:
        return None
    answered = select(Player).where(Player.comes != "", ~Player.removed, Player.only_in == 0).order_by(Player.folded)
    people = list(session.scalars(answered))
    by_answer = {answer: [person_of(player) for player in people if player.comes == answer] for answer in ANSWERS}
    return NextEvening(at, club.next_place, by_answer)


def last_planned() -> tuple[datetime | None, str]:
    """Return the time and place of the evening planned last; without a time if it was called off."""
    club = db.session().get_one(Club, CLUB)
    return club.next_at, club.next_place


@transaction
def plan_evening(session: Session, at: datetime, place: str) -> Problem | None:
    """Set the time and place of the next evening. A new time clears all answers."""
    place = " ".join(place.split())
    if not now() - DURATION < at < now() + FARTHEST:
        return Problem("day", "must be a day to come, within a year")
    if len(place) > MAX_PLACE_LENGTH or not place.isprintable():
        return Problem("place", f"must have at most {MAX_PLACE_LENGTH} letters that can be shown")
    club = session.get_one(Club, CLUB)
    if _planned_at(club) != at:
        session.execute(update(Player).values(comes=""))
    club.next_at, club.next_place = at, place
    _refresh_phones(session)
    return None


@transaction
def call_off(session: Session) -> None:
    """Cancel the next evening."""
    session.get_one(Club, CLUB).next_at = None
    _refresh_phones(session)


@transaction
def set_answer(session: Session, person_id: int, answer: Rsvp, stamp: str) -> None:
    """Record whether a person of the club is coming to the next evening; do nothing if that is not the one asked about.

    ``stamp`` is that of the evening on the person's screen.
    """
    player, at = session.get(Player, person_id), _planned_at(session.get_one(Club, CLUB))
    if player is not None and not player.only_in and at is not None and _stamp(at) == stamp:
        player.comes = answer
        _refresh_phones(session)


def absent_people(session: Session) -> set[int]:
    """Return the ids of people who are not coming to the next evening."""
    absent = select(Player.id).where(Player.comes == "no")
    return set(session.scalars(absent)) if _planned_at(session.get_one(Club, CLUB)) is not None else set()


def _planned_at(club: Club) -> datetime | None:
    """Return the start of the next evening, or of the one in progress."""
    return club.next_at if club.next_at is not None and now() < club.next_at + DURATION else None


def _refresh_phones(session: Session) -> None:
    """Refresh the phones that show the next evening, which are on each person's latest ended night."""
    ended = select(Seat.player_id, func.max(Night.started_at).label("began")).join(Night)
    latest = ended.where(Night.ended_at.is_not(None)).group_by(Seat.player_id).subquery()
    nights = select(Night.id).join(Seat).join(latest, latest.c.player_id == Seat.player_id)
    for night_id in sorted(set(session.scalars(nights.where(Night.started_at == latest.c.began)))):
        mark_table_changed(session, night_id)


def _stamp(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _folded(line: str) -> str:
    """Break a line into lines of at most 75 bytes, all but the first starting with a space."""
    parts, part = [], ""
    for letter in line:
        if len((part + letter).encode()) > 74:
            parts.append(part)
            part = ""
        part += letter
    return "\r\n ".join((*parts, part))
