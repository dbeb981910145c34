"""Acts on money: stacks are counted, somebody pays for all, cash goes into the box, a pot left over is split."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.evening.acts import Count, Expense, Pay, SplitPot, Tally
from app.night.acts.perform import Before, perform, seat_of, take_back
from app.night.ledger.ledger import (
    correct_stack,
    give_from_pot,
    left_in_pot,
    pay_into_box,
    reverse,
    rows_of,
    share_expense,
    stack_of,
)
from app.night.models import Night, Player, Seat
from app.night.people.seats import seats_of
from app.night.validation import MOST_COINS, Problem, check_chips


@perform.register
def count(act: Count, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Let a player have the chips that were counted."""
    if problem := check_chips(act.chips, "chips"):
        return problem
    seat = seat_of(session, night, act.seat, left=True)
    if isinstance(seat, Problem):
        return seat
    stack = stack_of(session, night.id, seat.player_id)
    if seat.left and night.tracked and not stack:
        return Problem("seat", f"{act.name} has left with their chips")
    if act.had is not None and act.had != stack:
        return Problem("had", f"{act.name} has {stack} by now: count again")
    correct_stack(session, night.id, seat.player_id, act.chips - stack, act_id)
    return {"stack": stack}


@take_back.register
def uncount(act: Count, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Let the player have what the hands account for again."""
    seat = session.get_one(Seat, act.seat)
    found = act.chips - before["stack"]
    if seat.left and night.tracked and found:
        return Problem("seat", f"{act.name} has left with these chips")
    if stack_of(session, night.id, seat.player_id) < found:
        return Problem("chips", f"{act.name} has played with these chips since")
    reverse(session, act_id)
    return None


@perform.register
def tally(act: Tally, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Note that stacks were counted and are right."""
    for seat_id, stack in zip(act.seats, act.stacks, strict=True):
        seat = seat_of(session, night, seat_id, left=True)
        if isinstance(seat, Problem):
            return seat
        if stack_of(session, night.id, seat.player_id) != stack:
            return Problem("had", f"{seat.player.name} does not have {stack} any more: count again")
    return {}


@take_back.register
def untally(act: Tally, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """The stacks were not counted."""
    return None


@perform.register
def expense(act: Expense, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Charge everybody who shares an expense with their part of it, and credit whoever paid."""
    if problem := _no_amount(night, act.amount):
        return problem
    payer = seat_of(session, night, act.seat, left=True)
    sharing = [seat_of(session, night, seat_id, left=True) for seat_id in act.shared]
    for seat in (payer, *sharing):
        if isinstance(seat, Problem):
            return seat
    if not sharing:
        return Problem("shared", "say who shares it")
    assert isinstance(payer, Seat)
    each = act.amount // len(sharing)
    share_expense(session, night.id, payer.player_id, each * len(sharing), act_id)
    for seat in sharing:
        assert isinstance(seat, Seat)
        share_expense(session, night.id, seat.player_id, -each, act_id)
    return {}


@take_back.register
def unspend(act: Expense, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Nobody owes anybody for it any more."""
    reverse(session, act_id)
    return None


@perform.register
def pay(act: Pay, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Put a player's cash into the box, or take it out of it."""
    if problem := _no_amount(night, abs(act.amount)):
        return problem
    seat = seat_of(session, night, act.seat, left=True)
    if isinstance(seat, Problem):
        return seat
    pay_into_box(session, night.id, seat.player_id, act.amount, act_id)
    return {}


@take_back.register
def unpay(act: Pay, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """The cash was not paid."""
    reverse(session, act_id)
    return None


@perform.register
def split_pot(act: SplitPot, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Give the chips left in the pot to the players at the table; odd chips go to the first from the dealer's left."""
    left = left_in_pot(session, night.id)
    seats = seats_of(session, night.id)
    if not left or not seats:
        return Problem("pot", "no chips are left in the pot")
    order = sorted(seats, key=lambda seat: (seat.place <= night.dealer_place, seat.place))
    each, odd = divmod(left, len(order))
    for at, seat in enumerate(order):
        give_from_pot(session, night.id, seat.player_id, each + (at < odd), act_id)
    night.carried = 0
    return {"carried": left}


@take_back.register
def unsplit(act: SplitPot, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Put the chips back into the pot, for the next hand."""
    if night.carried:
        return Problem("pot", "a hand has been played since")
    for player_id, chips in rows_of(session, act_id):
        if stack_of(session, night.id, player_id) < chips:
            return Problem("pot", f"{session.get_one(Player, player_id).name} has played with these chips since")
    reverse(session, act_id)
    night.carried = before["carried"]
    return None


def _no_amount(night: Night, amount: int) -> Problem | None:
    """Return why an amount of money cannot be entered."""
    if not night.currency:
        return Problem("amount", "this night is played for chips alone")
    return None if 0 < amount <= MOST_COINS else Problem("amount", "give an amount")
