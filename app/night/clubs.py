"""Clubs: the people who play together. A home has exactly one, and never hears the word."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.night.caches import remember, remembered
from app.night.db import db
from app.night.models import Club
from app.night.scope import IN_EVERY_CLUB, enter_club

#: Of those who play in examples: strangers may start one, and nobody of the home sits there.
EXAMPLES = "examples"


def examples_club(session: Session) -> int:
    """Return the id of the club of the examples, stored when it is asked for first; a session that writes."""
    club_id = find_examples_club(session)
    if club_id is None:
        club = Club(key=EXAMPLES)
        session.add(club)
        session.flush()
        club_id = club.id
    return club_id


def find_examples_club(session: Session) -> int | None:
    """Return the id of the club of the examples; None before the first example."""
    return session.scalar(select(Club.id).where(Club.key == EXAMPLES))


def enter_club_of(key: str, *columns: InstrumentedAttribute[str]) -> bool:
    """Enter the club in which one of these columns holds a key, and return whether there is one and no more.

    A key stays in its club. This process asks for it once, so that whatever is asked later names the club.
    """
    clubs = remembered().clubs
    club_id = clubs.get(key)
    if club_id is None:
        club_id = next((found for column in columns if (found := _club_with(column, key)) is not None), None)
        if club_id is None:
            return False
        remember(clubs, key, club_id)
    enter_club(club_id)
    return True


def _club_with(column: InstrumentedAttribute[str], key: str) -> int | None:
    of: Any = column.class_
    query = select(of.club_id).where(column == key).limit(2)
    clubs = db.session.scalars(query, execution_options=IN_EVERY_CLUB).all()
    return clubs[0] if len(clubs) == 1 else None
