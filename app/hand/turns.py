"""Checks, payments and prompts that many steps share."""

from __future__ import annotations

from collections.abc import Iterable

from app.games.steps import Price
from app.hand.action import DECLINE, DONE, PAY, TURN, Action
from app.hand.ask import Ask, PlainQuestion, Prompt, Question, TakesCards
from app.hand.chips import can_pay, pay_dead, price_chips
from app.hand.event import CannotPay
from app.hand.refusal import Refusal
from app.hand.state import State


def not_your_turn(action: Action, seat: int, what: str, *, overrulable: bool = False) -> Refusal | None:
    """Return why this action is not for the player who made it, since it is ``seat``'s turn; None when it is."""
    return None if action.seat == seat else Refusal("turn", seat, word=what, overrulable=overrulable)


def out_of_the_hand(state: State, seat: int) -> Refusal:
    """Return why a player who is not in the hand any more cannot do this."""
    return Refusal("has mucked" if state.players[seat].mucked else "has folded", seat)


def paid(state: State, action: Action, price: int, what: str) -> State | Refusal:
    """Return the state after a payment of exactly the price (or what the dealer rules), or why it is refused."""
    seat, amount = action.player, action.chips
    if amount != price and not action.ruling:
        return Refusal("wrong price", seat, word=what, most=price, amount=amount, overrulable=True)
    if not can_pay(state, seat, amount):
        return Refusal("behind", seat, amount=state.players[seat].stack or 0)
    return pay_dead(state, seat, amount)


def affordable(state: State, seat: int, price: Price) -> int | None:
    """Return the price in chips where the seat can pay it, else None."""
    amount = price_chips(price, state)
    return amount if can_pay(state, seat, amount) else None


def who_can_pay(state: State, seats: Iterable[int], price: Price) -> tuple[int, ...]:
    """Return those of these seats that can pay the price, in their order."""
    return tuple(seat for seat in seats if affordable(state, seat, price) is not None)


def pass_over(state: State, seats: Iterable[int], price: Price, item: str = "") -> State:
    """Announce who cannot pay the price. Players who are all in are known to have nothing."""
    passed = tuple(seat for seat in sorted(seats) if not state.players[seat].all_in)
    return state.announce(CannotPay(passed, price_chips(price, state), item)) if passed else state


def middle_prompt(kind: str, manner: str = "middle") -> Prompt:
    """Return the prompt for a card off the deck to the middle, face up, with a plain question of this kind."""
    return Prompt("card", PlainQuestion(None, kind), (Ask(Action(TURN), TakesCards("deck"), manner=manner),))


def done_prompt(question: Question) -> Prompt:
    """Return the prompt with one button, which says that something is done."""
    done = Action(DONE)
    return Prompt("done", question, (Ask(done, manner="done"),), question.seat, (done,))


def offer_asks(seat: int, price: int) -> tuple[Ask, Ask]:
    """Return the two answers to an offer: take it at the price, or decline."""
    return (
        Ask(Action(PAY, seat, amount=price), manner="pay" if price else "take for nothing", chips=price or None),
        Ask(Action(DECLINE, seat), manner="no thanks"),
    )
