"""Clubs: the people who play together. A home has exactly one, and never hears the word."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.night.models import Club

HOME = "home"
#: Of those who play in examples: strangers may start one, and nobody of the home sits there.
EXAMPLES = "examples"


def home_club(session: Session) -> int:
    """Return the id of the home's one club, made when it is asked for first. Call it where the session writes."""
    return _club(session, HOME)


def examples_club(session: Session) -> int:
    """Return the id of the club of the examples, made as the home's is."""
    return _club(session, EXAMPLES)


def _club(session: Session, key: str) -> int:
    club_id = session.scalar(select(Club.id).where(Club.key == key))
    if club_id is None:
        club = Club(key=key, name="")
        session.add(club)
        session.flush()
        club_id = club.id
    return club_id
