"""Corrections of finished hands: the reasons against one, and its act, logged by the tap that made it and undoable."""

from __future__ import annotations

from dataclasses import asdict

from sqlalchemy import Select, exists, func, select
from sqlalchemy.orm import Session

from app.dataclass import dataclass
from app.night import models
from app.night.acts.act import Act, ActError, Change, Coins, HandId, latest_done
from app.night.ledger import stack_of, total
from app.night.log.entries import LogEntry
from app.night.log.loading import load_hand, store_game
from app.night.log.replay import LiveHand, append_entry
from app.night.models import Entry, Hand, Ledger, Night, Player, Seat
from app.night.play.settle import changed_chips, changed_pot, is_over, update_ledger
from app.night.validation import SETTLED
from app.night.version import mark_table_changed, next_timestamp
from app.words.table import moved_chips

#: The way out of a refusal because of something that can be undone on the players page.
UNDO_FIRST = "undo that in the night's log first"


@dataclass(frozen=True, slots=True)
class Corrected(Act):
    """The correction of a finished hand, hand ``number`` of the night.

    It gives the players ``names`` this many ``chips``, or takes them if below 0; the difference goes to the pot.
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
        line = latest_done(session, night_id, Corrected, hand=self.hand)
        if not isinstance(corrected, LiveHand) or not is_over(corrected) or line is None or line.id != change.act_id:
            raise ActError("hand", f"hand {self.number} has been changed again since")
        entry = LogEntry(corrected.number + 1, "undo")
        after = append_entry(corrected, entry)
        if not is_over(after):
            raise ActError("hand", f"hand {self.number} has been played on since")
        if reason := refused_reason(session, corrected, after, waits=True):
            raise ActError("hand", reason)
        at = next_timestamp(session, night_id)
        session.add(Entry(hand_id=self.hand, number=entry.number, kind=entry.kind, text=entry.text, at=at))
        store_game(session, corrected, after)
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
    line = latest_done(session, hand.night_id, Corrected, hand=hand.id) if undone else None
    if line is not None:
        line.status = "undone"
    else:
        changes = changed_chips(session, before, after)
        names = dict(zip(after.hand.player_ids, after.hand.setup.names, strict=True))
        act = Corrected(hand.id, hand.number, tuple(names[player_id] for player_id in changes), tuple(changes.values()))
        at = next_timestamp(session, hand.night_id)
        values = {"data": asdict(act), "before": {"rows": []}, "status": "done", "at": at, "done_at": at}
        session.add(models.Act(night_id=hand.night_id, kind=act.kind, **values))
    session.flush()
    mark_table_changed(session, hand.night_id)


def refused_reason(session: Session, before: LiveHand, after: LiveHand, *, waits: bool = False) -> str:
    """Return why a hand cannot be changed to ``after``; empty if it can, as always while it is being played.

    With ``waits`` the change is queued until the hand being played is over.
    """
    hand = session.get_one(Hand, before.hand.id)
    if hand.finished_at is None and before.misfit is None:
        return ""
    if hand.finished_at is None or not is_over(after):
        if _has_later(session, hand):
            return "the hand would not be over, and another has begun"
        return final_reason(session, hand)
    return closed_reason(session, hand, waits=waits) or _chips_reason(session, hand, before, after)


def closed_reason(session: Session, hand: Hand, *, waits: bool = False) -> str:
    """Return why a hand cannot be corrected now, or (``waits``) after the hand being played; empty if it can."""
    if session.get_one(Night, hand.night_id).settled_at is not None:
        return SETTLED.text
    if waits:
        return ""
    playing = select(Hand.number).where(Hand.night_id == hand.night_id, Hand.finished_at.is_(None), Hand.id != hand.id)
    number = session.scalar(playing.limit(1))
    return "" if number is None else f"hand {number} is being played: correct this one when it is over"


def final_reason(session: Session, hand: Hand) -> str:
    """Return why play cannot be resumed in a settled hand; empty if it can."""
    if _has_later(session, hand):
        return "another hand has begun"
    night = session.get_one(Night, hand.night_id)
    if night.settled_at is not None:
        return SETTLED.text
    if night.ended_at is not None:
        return "the night is over"
    if hand.finished_at is None:
        return ""
    moved = session.scalar(_acts_since(hand, "count", "split-pot").join(Ledger).limit(1))
    if moved is not None:
        return f"{'chips have been counted' if moved.kind == 'count' else 'the pot has been split'} since; {UNDO_FIRST}"
    corrected = (act.data["number"] for act in session.scalars(_acts_since(hand, "correct")))
    if number := next((number for number in corrected if number < hand.number), 0):
        return f"hand {number} has been corrected since"
    if night.tracked:
        # A player who left without chips took nothing from this hand, and may still be awarded a pot from it.
        leavers = _cashed_out(hand).where(Ledger.player_id.in_(hand.setup["players"]))
    else:
        seats = select(Player.name).join(Seat)
        leavers = seats.where(Seat.id.in_(hand.setup["seats"]), Seat.left)
    name = session.scalar(leavers)
    if name is not None:
        return f"{name} has left with the chips of this hand; {UNDO_FIRST}"
    return _spent_reason(session, hand)


def _spent_reason(session: Session, hand: Hand) -> str:
    """Return who has handed over chips since the end of a hand that could be bet in it again; empty if nobody has."""
    chips = select(Ledger.player_id, total()).where(Ledger.night_id == hand.night_id, Ledger.account == "chips")
    chips = chips.where(Ledger.hand_id.is_distinct_from(hand.id)).group_by(Ledger.player_id)
    left, setup = dict(session.execute(chips).all()), hand.setup
    dealt = zip(setup["players"], setup["names"], setup["stacks"], strict=True)
    name = next((name for player_id, name, stack in dealt if left.get(player_id, 0) < (stack or 0)), "")
    return name and f"{name} has handed over chips of this hand since; {UNDO_FIRST}"


def _has_later(session: Session, hand: Hand) -> bool:
    later = exists().where(Hand.night_id == hand.night_id, Hand.number > hand.number)
    return bool(session.scalar(select(later)))


def _chips_reason(session: Session, hand: Hand, before: LiveHand, after: LiveHand) -> str:
    """Return why chips of players or in the pot rule out changing a finished hand; empty if none do."""
    night = session.get_one(Night, hand.night_id)
    changes = changed_chips(session, before, after)
    seats = select(Seat).where(Seat.night_id == night.id, Seat.player_id.in_(changes))
    for seat in session.scalars(seats.order_by(Seat.place)):
        name, change = seat.player.name, changes[seat.player_id]
        of_player = Ledger.player_id == seat.player_id
        if seat.left and (not night.tracked or session.scalar(_cashed_out(hand).where(of_player).limit(1)) is not None):
            return f"{name} has left with the chips of this hand; {UNDO_FIRST}"
        counts = _acts_since(hand, "count").join(Ledger).where(of_player)
        if session.scalar(counts.limit(1)) is not None:
            return f"{name}'s chips have been counted since; {UNDO_FIRST}"
        if night.tracked and (stack := stack_of(session, night.id, seat.player_id)) + change < 0:
            return f"this takes {-change} from {name}, who has only {stack}"
    in_pot = changed_pot(hand, after)
    if in_pot and session.scalar(_acts_since(hand, "split-pot").limit(1)) is not None:
        return f"the pot has been split since; {UNDO_FIRST}"
    if in_pot and night.carried + in_pot < 0:
        return "a later hand has been played for the chips that this one left in the pot"
    return ""


def _acts_since(hand: Hand, *kinds: str) -> Select[models.Act]:
    acts = select(models.Act).where(
        models.Act.night_id == hand.night_id, models.Act.kind.in_(kinds), models.Act.status == "done"
    )
    return acts.where(models.Act.done_at >= hand.finished_at)


def _cashed_out(hand: Hand) -> Select[str]:
    """Return a query for the names of players who have cashed out since the end of a hand, unless that was undone."""
    query = select(Player.name).join(Ledger, Ledger.player_id == Player.id).outerjoin(models.Act)
    return query.where(
        Ledger.night_id == hand.night_id,
        Ledger.account == "chips",
        Ledger.against == "bank",
        Ledger.kind == "cash-out",
        func.coalesce(models.Act.done_at, Ledger.at) >= hand.finished_at,
        func.coalesce(models.Act.status, "done") == "done",
    )
