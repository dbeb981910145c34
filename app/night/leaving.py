"""Going home in the middle of a hand: the hand is folded, and the player leaves when it has been put away.

A bring-in is posted for a player who has gone, and the hand folded when it is their turn again.
"""

from __future__ import annotations

from dataclasses import replace

from app.hand.action import FOLD, Action
from app.hand.notation import write_action
from app.hand.play import play
from app.hand.refusal import Refusal
from app.hand.state import State
from app.night.acts.doing import Waits
from app.night.acts.lines import leaving_seats, waiting
from app.night.acts.wishes import Answer, leave
from app.night.db import db
from app.night.log.answers import Plan, Refused
from app.night.log.replay import LiveHand
from app.night.models import Hand, Night
from app.night.taps import append_planned, moves_for, plan_actions


def leave_now(night: Night, seat_id: int, *, out_of_turn: bool = False) -> Answer:
    """Let a player leave whose hand is folded as soon as it is their turn, or by the dealer's ruling at once.

    Where it is their turn now, that is at once too.
    """
    answer = leave(night, seat_id, now=True)
    if isinstance(answer, Waits):
        _fold_now(night.id, seat_id, out_of_turn)
    return answer


def fold_by_ruling(state: State, seat: int) -> Action | None:
    """Return the fold of a seat out of turn, if the dealer may rule so at this moment."""
    fold = Action(FOLD, seat)
    for action in (fold, replace(fold, ruling=True)):
        if not isinstance(play(state, action), Refusal):
            return action
    return None


def _fold_now(night_id: int, seat_id: int, out_of_turn: bool) -> None:
    last = db.session.query(Hand.id, Hand.setup).where(Hand.night_id == night_id).order_by(Hand.number.desc()).first()
    if last is None or seat_id not in last.setup["seats"]:
        return
    seat = last.setup["seats"].index(seat_id)

    def plan(live: LiveHand) -> Plan | Refused:
        if live.over or not live.state.players[seat].live:
            return Refused(live, "", "not in this hand any more")
        going = leaving_seats(waiting(night_id))
        if moves := moves_for(live.state, {seat}):
            return plan_actions(live, [line for line, _ in moves], going)
        fold = fold_by_ruling(live.state, seat) if out_of_turn else None
        if fold is None:
            return Refused(live, "", "not the turn yet")
        return plan_actions(live, [write_action(fold)], going)

    append_planned(last.id, None, lambda _stored: False, plan)
