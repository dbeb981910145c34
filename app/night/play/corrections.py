"""Reasons not to correct a hand."""

from __future__ import annotations

from sqlalchemy import Select, exists, func, select
from sqlalchemy.orm import Session

from app.night.ledger import stack_of
from app.night.log.replay import LiveHand
from app.night.models import Act, Hand, Ledger, Night, Player, Seat
from app.night.play.settle import changed_chips, changed_pot, is_over


def refused_reason(session: Session, before: LiveHand, after: LiveHand, *, waits: bool = False) -> str:
    """Return why a hand cannot be changed to another one; empty if it can, in particular while it goes on.

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
        return "the money has been settled"
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
        return "the money has been settled"
    if night.ended_at is not None:
        return "the night is over"
    if hand.finished_at is None:
        return ""
    moved = session.scalar(_acts_since(hand, "count", "split-pot").join(Ledger, Ledger.act_id == Act.id).limit(1))
    if moved is not None:
        return "chips have been counted since" if moved.kind == "count" else "the pot has been split since"
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
    return "" if name is None else f"{name} has left with the chips of this hand"


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
            return f"{name} has left with the chips of this hand"
        counts = _acts_since(hand, "count").join(Ledger, Ledger.act_id == Act.id).where(of_player)
        if session.scalar(counts.limit(1)) is not None:
            return f"{name}'s chips have been counted since: undo that count first"
        if night.tracked and (stack := stack_of(session, night.id, seat.player_id)) + change < 0:
            return f"this takes {-change} from {name}, who has only {stack}"
    in_pot = changed_pot(hand, after)
    if in_pot and session.scalar(_acts_since(hand, "split-pot").limit(1)) is not None:
        return "the pot has been split since: undo that first"
    if in_pot and night.carried + in_pot < 0:
        return "a later hand has been played for the chips that this one left in the pot"
    return ""


def _acts_since(hand: Hand, *kinds: str) -> Select[Act]:
    """Return a query for acts of these kinds done, and not undone, since the end of a hand."""
    acts = select(Act).where(Act.night_id == hand.night_id, Act.kind.in_(kinds), Act.status == "done")
    return acts.where(Act.done_at >= hand.finished_at)


def _cashed_out(hand: Hand) -> Select[str]:
    """Return a query for the names of players who have cashed out since the end of a hand."""
    query = select(Player.name).join(Ledger, Ledger.player_id == Player.id).outerjoin(Act, Act.id == Ledger.act_id)
    return query.where(
        Ledger.night_id == hand.night_id,
        Ledger.account == "chips",
        Ledger.against == "bank",
        Ledger.kind == "cash-out",
        func.coalesce(Act.done_at, Ledger.at) >= hand.finished_at,
    )
