"""When things of a night were done: moments in the order in which they were done, whatever the clock says."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.night.db import now
from app.night.models import Act, Hand


def next_moment(session: Session, night_id: int) -> datetime:
    """Return the time; where the clock has been set back, the moment after the last one of the night.

    What came after the end of a hand is asked of these moments, so their order must be that of the night: two servers
    whose clocks differ keep it too, since each writes to a night alone.
    """
    latest = select(func.max(Act.at), func.max(Act.done_at)).where(Act.night_id == night_id)
    dealt = select(Hand.started_at, Hand.finished_at).where(Hand.night_id == night_id)
    hand = session.execute(dealt.order_by(Hand.number.desc()).limit(1)).first() or ()
    found = [moment for moment in (*session.execute(latest).one(), *hand) if moment is not None]
    last = max(found, default=None)
    time = now()
    return time if last is None or time > last else last + timedelta(microseconds=1)
