"""How much of everything there may be: more than anybody at a table ever needs, and less than would fill the disk."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app import settings
from app.night.validation import Problem

#: What there are too many of, by the setting's name, and what helps.
_WORDS = {
    "nights": "{most} nights are kept here, which is as many as may be: the host removes old ones on the start page",
    "people": "{most} people are known here, which is as many as may be: remove some under “People”",
    "hands": "a night has at most {most} hands: end it and start another",
    "entries": "a hand takes at most {most} entries: call a misdeal and deal it anew",
    "examples": "{most} examples are being played, which is as many as may be: try again tomorrow",
    "games": "{most} games of your own are kept, which is as many as may be: remove one first",
}


def too_many(session: Session, name: str, of: InstrumentedAttribute[Any], *where: Any) -> Problem | None:
    """Return why there may be no more of these rows, or None. ``name`` is that of the setting, and of the field."""
    most = settings.limit(name)
    count = session.scalar(select(func.count(of)).where(*where)) or 0
    return None if count < most else too_many_problem(name)


def too_many_problem(name: str) -> Problem:
    """Return that there may be no more of something."""
    return Problem(name, _WORDS[name].format(most=settings.limit(name)))
