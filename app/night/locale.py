"""The club's locale, used if a browser names none and for output made for other people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.locales import known_locale, writing_for
from app.night.db import db, transaction
from app.night.models import CLUB, Club
from app.night.validation import Problem


def club_locale() -> str:
    """Return the club's locale; empty if none is set."""
    return db.session.scalar(select(Club.locale)) or ""


@contextmanager
def for_the_club() -> Iterator[None]:
    """Write in the locale that the club has chosen; without one, in the reader's."""
    with writing_for(club_locale()):
        yield


@transaction
def set_club_locale(session: Session, text: str) -> Problem | None:
    """Set the club's locale, such as ``de_DE``, or clear it."""
    locale = known_locale(text[:20])
    if text and not locale:
        return Problem("locale", "is not known")
    session.get_one(Club, CLUB).locale = locale
    return None
