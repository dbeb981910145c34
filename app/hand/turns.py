"""Small questions that many steps ask alike: is it this player's turn, may they pay, is this a number of chips."""

from __future__ import annotations

from collections.abc import Iterable

from app.games.rules.wild import listing
from app.games.steps import Price
from app.hand.action import Action, ActionError, parse_chips, seat_text
from app.hand.ask import Ask
from app.hand.chips import can_pay, pay_dead, price_chips
from app.hand.refusal import Refusal
from app.hand.state import State


def not_your_turn(state: State, action: Action, seat: int, what: str) -> Refusal | None:
    """Why this action is not for the player who made it; None when it is."""
    if action.seat == seat:
        return None
    return Refusal(f"it is {state.name(seat)}'s turn to {what}")


def chips_of(action: Action) -> int | Refusal:
    """The one number of chips that an action names."""
    try:
        return parse_chips(" ".join(action.words))
    except ActionError as problem:
        return Refusal(str(problem))


def paid(state: State, seat: int, action: Action, price: int, what: str) -> State | Refusal:
    """The state after a payment of exactly the price (or what the dealer rules), or why it is refused."""
    amount = chips_of(action)
    if isinstance(amount, Refusal):
        return amount
    if amount != price and not action.ruling:
        return Refusal(f"{what} costs {price}, not {amount}", overrulable=True)
    if not can_pay(state, seat, amount):
        return Refusal(f"{state.name(seat)} has only {state.players[seat].stack}")
    return pay_dead(state, seat, amount)


def affordable(state: State, seat: int, price: Price) -> int | None:
    """The price in chips where the seat can pay it, else None."""
    amount = price_chips(price, state)
    return amount if can_pay(state, seat, amount) else None


def passed_over(state: State, seats: Iterable[int], price: Price, what: str = "") -> State:
    """The state with it said who cannot pay the price. Who is all in is known to have nothing."""
    names = [state.name(seat) for seat in seats if not state.players[seat].all_in]
    return state.say(f"{listing(names)} cannot pay {price_chips(price, state)}{what}") if names else state


def yes_or_no(seat: int, price: int) -> tuple[Ask, Ask]:
    """The two buttons of an offer."""
    who = seat_text(seat)
    return Ask(f"{who} pay {price}", f"Pay {price}" if price else "Take it", seat), Ask(f"{who} no", "No thanks", seat)
