"""Taking back a correction of a finished hand from the night's log."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.evening.acts import Corrected
from app.night.acts.perform import Before, take_back
from app.night.log.entries import LogEntry
from app.night.log.loading import load_hand
from app.night.log.replay import LiveHand, append_entry
from app.night.models import Entry, Night
from app.night.play.corrections import last_line, refused_reason
from app.night.play.settle import is_over, update_ledger
from app.night.validation import Problem
from app.night.version import next_moment


@take_back.register
def uncorrect(act: Corrected, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Undo a correction in the log of its hand, if it is the last thing that was done to the hand."""
    corrected = load_hand(act.hand, keep=False)
    line = last_line(session, night.id, act.hand)
    if not isinstance(corrected, LiveHand) or not is_over(corrected) or line is None or line.id != act_id:
        return Problem("hand", f"hand {act.number} has been changed again since")
    entry = LogEntry(corrected.number + 1, "undo")
    after = append_entry(corrected, entry)
    if not is_over(after):
        return Problem("hand", f"hand {act.number} has been played on since")
    if reason := refused_reason(session, corrected, after, waits=True):
        return Problem("hand", reason)
    at = next_moment(session, night.id)
    session.add(Entry(hand_id=act.hand, number=entry.number, kind=entry.kind, text=entry.text, at=at))
    update_ledger(session, corrected, after, at)
    return None
