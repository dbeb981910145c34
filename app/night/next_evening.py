"""The next evening: when and where it is, and who comes.

There is one at most. :data:`LASTS` after its beginning it is over; nobody has to take it off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, get_args

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from app.night.db import db, now, retry_conflicts, writing
from app.night.models import CLUB, Club, Night, Player, Seat
from app.night.people.persons import Person, person_of
from app.night.validation import Problem
from app.night.version import mark_table_changed

Answer = Literal["yes", "maybe", "no"]
ANSWERS: tuple[Answer, ...] = get_args(Answer)

#: How long an evening is the next one once it has begun, and how long a calendar keeps free for it.
LASTS = timedelta(hours=4)
#: How far ahead it may lie.
FARTHEST = timedelta(days=400)
LONGEST_PLACE = 80


@dataclass(frozen=True, slots=True)
class NextEvening:
    """When and where the club meets next, and who has said what of it: those who have said nothing are not in it."""

    at: datetime
    place: str
    people: Mapping[Answer, Sequence[Person]]

    def answer_of(self, person_id: int) -> Answer | None:
        """Return what somebody has said, if anything."""
        return next((said for said in ANSWERS if any(one.id == person_id for one in self.people[said])), None)


def next_evening() -> NextEvening | None:
    """Return the next evening, or the one that is under way."""
    session = db.session()
    club = session.get(Club, CLUB)
    if club is None or not _is_on(club):
        return None
    assert club.next_at is not None
    said = select(Player).where(Player.comes != "", ~Player.removed, Player.only_in == 0).order_by(Player.folded)
    people = list(session.scalars(said))
    return NextEvening(
        club.next_at,
        club.next_place,
        {answer: [person_of(player) for player in people if player.comes == answer] for answer in ANSWERS},
    )


@retry_conflicts
def plan_evening(at: datetime, place: str) -> Problem | None:
    """Set when and where the next evening is. What people have said of another day is forgotten."""
    place = " ".join(place.split())
    if not now() - LASTS < at < now() + FARTHEST:
        return Problem("day", "must be a day to come, within a year")
    if len(place) > LONGEST_PLACE or not place.isprintable():
        return Problem("place", f"must have {LONGEST_PLACE} letters at most")
    with writing() as session:
        club = session.get_one(Club, CLUB)
        if not _is_on(club) or club.next_at != at:
            session.execute(update(Player).values(comes=""))
        club.next_at, club.next_place = at, place
        _tell_phones(session)
    return None


@retry_conflicts
def call_off() -> None:
    """Take the next evening off."""
    with writing() as session:
        session.get_one(Club, CLUB).next_at = None
        _tell_phones(session)


@retry_conflicts
def say(person_id: int, answer: Answer) -> None:
    """Note whether somebody comes to the next evening; nothing if there is none any longer."""
    with writing() as session:
        player = session.get(Player, person_id)
        if player is not None and _is_on(session.get_one(Club, CLUB)):
            player.comes = answer
            _tell_phones(session)


def stay_away(session: Session) -> set[int]:
    """Return who has said that they do not come to the evening that is on."""
    club = session.get(Club, CLUB)
    return set(session.scalars(select(Player.id).where(Player.comes == "no"))) if club and _is_on(club) else set()


def _is_on(club: Club) -> bool:
    return club.next_at is not None and now() < club.next_at + LASTS


def _tell_phones(session: Session) -> None:
    """Refresh the phones that show the next evening, which are on the latest ended night of each person."""
    ended = select(func.max(Night.id)).join(Seat).where(Night.ended_at.is_not(None)).group_by(Seat.player_id)
    for night_id in sorted(set(session.scalars(ended))):
        mark_table_changed(session, night_id)
