"""Clubs: the people who play together. A home has exactly one, and never hears the word."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.night.models import Club

HOME = "home"


def home_club(session: Session) -> int:
    """Return the id of the home's one club, made when it is asked for first. Call it where the session writes."""
    club_id = session.scalar(select(Club.id).where(Club.key == HOME))
    if club_id is None:
        club = Club(key=HOME, name="")
        session.add(club)
        session.flush()
        club_id = club.id
    return club_id
