"""Moving chips: from a stack into the pot and back, never more than there are."""

from __future__ import annotations

from dataclasses import replace

from app.games.steps import Price
from app.hand.betting.sizes import largest_bet
from app.hand.state import DeadMoney, State


def price_chips(price: Price | str, state: State) -> int:
    """Return a price of the rules in chips, at this hand's stakes; ``"pot"`` is everything in the middle.

    Where no limit fixes a big bet, a price of one is the maximum bet.
    """
    if isinstance(price, int):
        return price
    stakes = state.setup.stakes
    small = stakes.smallest_bet
    ante = stakes.ante or small
    if price == "maximum bet" or (price == "big bet" and stakes.limit != "fixed"):
        return _maximum_bet(state)
    figures = {"ante": ante, "double ante": 2 * ante, "small bet": small, "big bet": stakes.big, "free": 0}
    return state.pot if price == "pot" else figures[price]


def _maximum_bet(state: State) -> int:
    """Return the largest bet in whole chips of the smallest kind, one at least."""
    if state.setup.big_bet_street:
        # A hand that was stored before the largest bet was a price.
        return max(state.setup.stakes.max_bet, state.setup.stakes.min_bet)
    most, unit = largest_bet(state), state.setup.house.chip_unit
    return max(unit, most - most % unit)


def can_pay(state: State, seat: int, amount: int) -> bool:
    """Return whether the seat's stack covers the amount; a stack that is not tracked covers any."""
    stack = state.players[seat].stack
    return stack is None or stack >= amount


def put_in(state: State, seat: int, amount: int) -> State:
    """Return the state after ``amount`` more chips of a bet, call or raise; a tracked stack at 0 is all in."""
    player = state.players[seat]
    left = None if player.stack is None else player.stack - amount
    return state.with_player(
        seat,
        stack=left,
        bet=player.bet + amount,
        committed=player.committed + amount,
        all_in=player.all_in or left == 0,
    )


def pay_dead(state: State, seat: int, amount: int) -> State:
    """Pay chips into the pot other than by a bet: dead money, to be won by those who could have matched it."""
    player = state.players[seat]
    left = None if player.stack is None else player.stack - amount
    eligible = frozenset(state.bettors) | {seat}
    state = state.with_player(seat, stack=left, all_in=player.all_in or left == 0)
    return replace(state, dead_money=(*state.dead_money, DeadMoney(amount, eligible))) if amount else state


def take_back_payment(state: State, seat: int, amount: int) -> State:
    """Return the state with the payment that a seat made last given back, since what it was for cannot be had."""
    player = state.players[seat]
    stack = None if player.stack is None else player.stack + amount
    state = state.with_player(seat, stack=stack, all_in=False)
    return replace(state, dead_money=state.dead_money[:-1])


def return_uncalled(state: State, seat: int, amount: int) -> State:
    """Return the state after chips that nobody could call have gone back to the player who bet them."""
    player = state.players[seat]
    stack = None if player.stack is None else player.stack + amount
    return state.with_player(
        seat, stack=stack, bet=player.bet - amount, committed=player.committed - amount, all_in=False
    )
