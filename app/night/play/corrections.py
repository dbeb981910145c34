"""Why a hand may not be corrected."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Select, exists, func, select
from sqlalchemy.orm import Session

from app.night.ledger.ledger import stack_of
from app.night.log.replay import LiveHand
from app.night.models import Act, Hand, Ledger, Night, Player, Seat
from app.night.play.settle import changed_chips, changed_pot, is_over


def refused_reason(session: Session, before: LiveHand, after: LiveHand, *, waits: bool = False) -> str:
    """Return why a hand cannot be changed to another one; empty if it can, as long as it has not ended.

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
    """Return why a hand takes no correction, now or (``waits``) after the hand being played; empty if it does."""
    if session.get_one(Night, hand.night_id).settled_at is not None:
        return "the money has been settled"
    if waits:
        return ""
    playing = select(Hand.number).where(Hand.night_id == hand.night_id, Hand.finished_at.is_(None), Hand.id != hand.id)
    number = session.scalar(playing.limit(1))
    return "" if number is None else f"hand {number} is being played: correct this one when it is over"


def final_reason(session: Session, hand: Hand) -> str:
    """Return why a settled hand can no longer be played on; empty if it can."""
    if _has_later(session, hand):
        return "another hand has begun"
    night = session.get_one(Night, hand.night_id)
    if night.settled_at is not None:
        return "the money has been settled"
    if night.ended_at is not None:
        return "the night is over"
    if hand.finished_at is None:
        return ""
    if reason := _acts_since(session, hand):
        return reason
    if night.tracked:
        # A player who left without chips took nothing from this hand, and may still be awarded a pot of it.
        leavers = _cashed_out(hand).where(Ledger.player_id.in_(hand.setup["players"]))
    else:
        seats = select(Player.name).join(Seat)
        leavers = seats.where(Seat.id.in_(hand.setup["seats"]), Seat.left)
    name = session.scalar(leavers)
    return "" if name is None else f"{name} has left with the chips of this hand"


def _has_later(session: Session, hand: Hand) -> bool:
    later = exists().where(Hand.night_id == hand.night_id, Hand.number > hand.number)
    return bool(session.scalar(select(later)))


def _acts_since(session: Session, hand: Hand) -> str:
    """Return which act has moved chips since the hand, and must be undone before the hand can be played on."""
    acts = select(Act.kind).join(Ledger, Ledger.act_id == Act.id)
    acts = acts.where(Act.night_id == hand.night_id, Act.status == "done", Act.done_at >= hand.finished_at)
    kind = session.scalar(acts.where(Act.kind.in_(("count", "split-pot"))).limit(1))
    if kind is not None:
        return "chips have been counted since" if kind == "count" else "the pot has been split since"
    corrections = select(Act.data).where(Act.night_id == hand.night_id, Act.kind == "correct")
    corrections = corrections.where(Act.status == "done", Act.done_at >= hand.finished_at)
    numbers = (data["number"] for data in session.scalars(corrections) if data["number"] < hand.number)
    number = next(numbers, None)
    return "" if number is None else f"hand {number} has been corrected since"


def _chips_reason(session: Session, hand: Hand, before: LiveHand, after: LiveHand) -> str:
    """Return whose chips, or which chips in the pot, keep a finished hand as it is; empty if none do."""
    changes = changed_chips(session, before, after)
    return _seats_reason(session, hand, changes) or _pot_reason(session, hand, changed_pot(hand, after))


def _seats_reason(session: Session, hand: Hand, changes: Mapping[int, int]) -> str:
    night = session.get_one(Night, hand.night_id)
    seats = select(Seat).where(Seat.night_id == night.id, Seat.player_id.in_(changes))
    for seat in session.scalars(seats.order_by(Seat.place)):
        name, change = seat.player.name, changes[seat.player_id]
        cashed_out = _cashed_out(hand).where(Ledger.player_id == seat.player_id)
        if seat.left and (not night.tracked or session.scalar(cashed_out.limit(1)) is not None):
            return f"{name} has left with the chips of this hand"
        if _counted_since(session, hand, seat.player_id):
            return f"{name}'s chips have been counted since: undo that count first"
        if night.tracked and (stack := stack_of(session, night.id, seat.player_id)) + change < 0:
            return f"this takes {-change} from {name}, who has only {stack}"
    return ""


def _pot_reason(session: Session, hand: Hand, change: int) -> str:
    if not change:
        return ""
    split = select(Act.id).where(Act.night_id == hand.night_id, Act.kind == "split-pot", Act.status == "done")
    if session.scalar(split.where(Act.done_at >= hand.finished_at).limit(1)) is not None:
        return "the pot has been split since: undo that first"
    if session.get_one(Night, hand.night_id).carried + change < 0:
        return "a later hand has been played for the chips that this one left in the pot"
    return ""


def _cashed_out(hand: Hand) -> Select[str]:
    """Return a query for the names of the players who have cashed out since the end of a hand."""
    query = select(Player.name).join(Ledger, Ledger.player_id == Player.id).outerjoin(Act, Act.id == Ledger.act_id)
    return query.where(
        Ledger.night_id == hand.night_id,
        Ledger.account == "chips",
        Ledger.against == "bank",
        Ledger.kind == "cash-out",
        func.coalesce(Act.done_at, Ledger.at) >= hand.finished_at,
    )


def _counted_since(session: Session, hand: Hand, player_id: int) -> bool:
    counts = select(Act.id).join(Ledger, Ledger.act_id == Act.id)
    counts = counts.where(Act.night_id == hand.night_id, Act.kind == "count", Act.status == "done")
    counts = counts.where(Act.done_at >= hand.finished_at, Ledger.player_id == player_id)
    return session.scalar(counts.limit(1)) is not None
