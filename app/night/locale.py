"""The club's locale, used if a browser names none and for output made for other people."""

from __future__ import annotations

from sqlalchemy import select

from app.locales import known_locale
from app.night.db import db, retry_conflicts, writing
from app.night.models import CLUB, Club
from app.night.validation import Problem


def club_locale() -> str:
    """Return the club's locale; empty if none is set."""
    return db.session.scalar(select(Club.locale)) or ""


@retry_conflicts
def set_club_locale(text: str) -> Problem | None:
    """Set the club's locale, such as ``de_DE``, or clear it."""
    locale = known_locale(text[:20])
    if text and not locale:
        return Problem("locale", "is not known")
    with writing() as session:
        session.get_one(Club, CLUB).locale = locale
    return None
