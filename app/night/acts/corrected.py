"""The correction of a finished hand as an act: logged by the tap that made it, and undoable in the night's log."""

from __future__ import annotations

from dataclasses import asdict

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.dataclass import dataclass
from app.night import models
from app.night.acts.act import Act, ActError, Change, Coins, HandId
from app.night.log.entries import LogEntry
from app.night.log.loading import load_hand
from app.night.log.replay import LiveHand, append_entry
from app.night.models import Entry, Hand
from app.night.play.corrections import refused_reason
from app.night.play.settle import changed_chips, is_over, update_ledger
from app.night.version import mark_table_changed, next_moment
from app.words.table import moved_chips


@dataclass(frozen=True, slots=True)
class Corrected(Act):
    """The correction of a finished hand, hand ``number`` of the night.

    It brings the players ``names`` this many ``chips``, or takes them if below 0; the balance goes to the pot.
    """

    kind = "correct"
    parallel = ("names", "chips")

    hand: HandId
    number: int
    names: tuple[str, ...] = ()
    chips: tuple[int, ...] = ()

    def undo(self, change: Change) -> None:
        """Undo the correction in the log of its hand, if nothing was done to the hand since."""
        session, night_id = change.session, change.night.id
        corrected = load_hand(self.hand, keep=False)
        line = _last_line(session, night_id, self.hand)
        if not isinstance(corrected, LiveHand) or not is_over(corrected) or line is None or line.id != change.act_id:
            raise ActError("hand", f"hand {self.number} has been changed again since")
        entry = LogEntry(corrected.number + 1, "undo")
        after = append_entry(corrected, entry)
        if not is_over(after):
            raise ActError("hand", f"hand {self.number} has been played on since")
        if reason := refused_reason(session, corrected, after, waits=True):
            raise ActError("hand", reason)
        at = next_moment(session, night_id)
        session.add(Entry(hand_id=self.hand, number=entry.number, kind=entry.kind, text=entry.text, at=at))
        update_ledger(session, corrected, after, at)

    def line(self, coins: Coins = str) -> str:
        return f"Hand {self.number} corrected: {moved_chips(dict(zip(self.names, self.chips, strict=True)))}"


def log_correction(session: Session, before: LiveHand, after: LiveHand, *, undone: bool) -> None:
    """Log the correction of a finished hand that leaves it finished, or its undo. Call this before paying.

    Other changes to a hand are only in the hand's own log.
    """
    hand = session.get_one(Hand, after.hand.id)
    if hand.finished_at is None or not is_over(after):
        return
    line = _last_line(session, hand.night_id, hand.id) if undone else None
    if line is not None:
        line.status = "undone"
    else:
        changes = changed_chips(session, before, after)
        names = dict(zip(after.hand.player_ids, after.hand.setup.names, strict=True))
        act = Corrected(hand.id, hand.number, tuple(names[player_id] for player_id in changes), tuple(changes.values()))
        at = next_moment(session, hand.night_id)
        session.add(
            models.Act(
                night_id=hand.night_id,
                kind=act.kind,
                data=asdict(act),
                before={"rows": []},
                status="done",
                at=at,
                done_at=at,
            )
        )
    session.flush()
    mark_table_changed(session, hand.night_id)


def _last_line(session: Session, night_id: int, hand_id: int) -> models.Act | None:
    """Return the act of a hand's last correction that has not been undone, or None."""
    lines = select(models.Act).where(models.Act.night_id == night_id, models.Act.kind == Corrected.kind)
    lines = lines.where(models.Act.status == "done").order_by(models.Act.id.desc())
    return next((line for line in session.scalars(lines) if line.data["hand"] == hand_id), None)
