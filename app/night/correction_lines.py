"""Corrections of finished hands in the night's log: a line for each, which says whose chips it has moved."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.evening.acts import Corrected, act_data
from app.night.log.replay import LiveHand
from app.night.models import Act, Hand
from app.night.moments import next_moment
from app.night.settle import changed_chips, is_over
from app.night.version import mark_table_changed


def log_correction(session: Session, before: LiveHand, after: LiveHand, *, undone: bool) -> None:
    """Log that a hand that is over has become another that is over, or that this is undone. Call it before it is paid.

    What else is done to a hand, its log alone tells.
    """
    hand = session.get_one(Hand, after.hand.id)
    if hand.finished_at is None or not is_over(after):
        return
    line = last_line(session, hand.night_id, hand.id) if undone else None
    if line is not None:
        line.status = "undone"
    else:
        changes = changed_chips(session, before, after)
        names = dict(zip(after.hand.player_ids, after.hand.setup.names, strict=True))
        act = Corrected(hand.id, hand.number, tuple(names[player_id] for player_id in changes), tuple(changes.values()))
        at = next_moment(session, hand.night_id)
        session.add(
            Act(night_id=hand.night_id, kind=act.kind, data=act_data(act), before={}, status="done", at=at, done_at=at)
        )
    session.flush()
    mark_table_changed(session, hand.night_id)


def last_line(session: Session, night_id: int, hand_id: int) -> Act | None:
    """Return the line of the last correction of a hand that has not been taken back."""
    lines = select(Act).where(Act.night_id == night_id, Act.kind == Corrected.kind, Act.status == "done")
    return next((line for line in session.scalars(lines.order_by(Act.id.desc())) if line.data["hand"] == hand_id), None)
