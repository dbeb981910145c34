"""Moving chips: from a stack into the pot and back, never more than there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.games.steps import Price
from app.hand.betting.sizes import largest_bet
from app.hand.event import Event
from app.hand.folding import is_uncontested
from app.hand.settlement.pots import Pot, layers
from app.hand.state import DeadMoney, State


@dataclass(frozen=True, slots=True)
class PaymentsWonBy(Event):
    """Chips paid other than by bets, which these ``seats`` alone could match.

    By the ``ruling`` they alone can win them, or all who are in.
    """

    amount: int
    seats: tuple[int, ...]
    to_everyone: bool
    ruling: str


def price_chips(price: Price | str, state: State) -> int:
    """Return a price of the rules in chips, at this hand's stakes; ``"pot"`` is everything in the middle.

    Where no limit fixes a big bet, a price of one is the maximum bet.
    """
    if isinstance(price, int):
        return price
    stakes = state.setup.stakes
    small = stakes.smallest_bet
    ante = stakes.ante or (small if state.setup.house.ante_price == "smallest bet" else 0)
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


def behind(state: State, seat: int) -> int | None:
    """Return the chips that the seat has left to put in: 0 when all in, None where its stack is not tracked."""
    player = state.players[seat]
    return 0 if player.all_in and state.setup.since_0_3.all_in_is_broke else player.stack


def can_pay(state: State, seat: int, amount: int) -> bool:
    """Return whether the seat can pay the amount."""
    return payable(state, seat, amount) == amount


def payable(state: State, seat: int, amount: int) -> int:
    """Return as much of the amount as the seat can pay."""
    chips = behind(state, seat)
    return amount if chips is None else min(amount, chips)


def put_in(state: State, seat: int, amount: int) -> State:
    """Return the state after ``amount`` more chips of a bet, call or raise; a tracked stack at 0 is all in."""
    player = state.players[seat]
    return take(state, seat, amount).with_player(seat, bet=player.bet + amount, committed=player.committed + amount)


def take(state: State, seat: int, amount: int) -> State:
    """Return the state with chips taken off a stack, which a tracked player may be all in by."""
    player = state.players[seat]
    left = None if player.stack is None else player.stack - amount
    return state.with_player(seat, stack=left, all_in=player.all_in or left == 0)


def pay_dead(state: State, seat: int, amount: int) -> State:
    """Pay chips into the pot other than by a bet: dead money, for those who were not all in when the step began."""
    paid = state.frame.paid
    state = take(state, seat, amount).with_frame(paid={**paid, seat: paid.get(seat, 0) + amount})
    return _as_dead_money(state, _payments(state))


def cut_payments(paid: Mapping[int, int], reach: Mapping[int, int | None]) -> list[Pot]:
    """Return payments cut like bets, whoever paid first, with the seats that could match each part.

    ``paid`` is by seat, as is how much of each payment a seat could match: ``reach``, None for any amount.
    """
    return [
        Pot(layer.amount, frozenset(seat for seat, chips in reach.items() if chips is None or chips >= layer.top))
        for layer in layers(paid.values(), (chips for chips in reach.values() if chips is not None))
    ]


def close_payments(state: State) -> State:
    """Return the state when the step under way has taken its last payment, with what the house's rules decide of it."""
    if not state.frame.paid:
        return state
    payments = _payments(state)
    state = _as_dead_money(state, payments)
    for paid in payments:
        if paid.ruling:
            matched = tuple(sorted(paid.able.intersection(state.live)))
            state = state.announce(PaymentsWonBy(paid.amount, matched, paid.seats != paid.able, paid.ruling))
    return state


@dataclass(frozen=True, slots=True)
class _Payment:
    """A part of what was paid in a step, the seats ``able`` to match it, and those that can win it.

    The ``ruling`` decides that where others are in too; else it is empty.
    """

    amount: int
    able: frozenset[int]
    seats: frozenset[int]
    ruling: str = ""


def _payments(state: State) -> list[_Payment]:
    """Return what was paid in the step under way, part by part."""
    paid = state.frame.paid
    # A seat can win as much of each payment as its own, where that was its last.
    seats = {*state.frame.bettors, *paid}
    reach = {seat: paid.get(seat, 0) if state.players[seat].all_in else None for seat in seats}
    return [_payment(state, pot.amount, pot.seats) for pot in cut_payments(paid, reach)]


def _payment(state: State, amount: int, able: frozenset[int]) -> _Payment:
    house, live = state.setup.house, frozenset(state.live)
    if not able & live or live <= able:
        return _Payment(amount, able, able)
    if house.payments_won_by == "everyone in":
        return _Payment(amount, able, live, "payments_won_by")
    if is_uncontested(state, able & live):
        return _Payment(amount, able, live if house.free_redraw == "main pot" else able, "free_redraw")
    return _Payment(amount, able, able, "payments_won_by")


def _as_dead_money(state: State, payments: list[_Payment]) -> State:
    """Return the state with what was paid in the step under way as dead money."""
    step = state.frame.step
    before = (dead for dead in state.dead_money if dead.step != step)
    return replace(state, dead_money=(*before, *(DeadMoney(paid.amount, paid.seats, step) for paid in payments)))


def take_back_payment(state: State, seat: int, amount: int) -> State:
    """Return the state with what a seat has paid in this step given back, since what it was for cannot be had."""
    return pay_dead(state, seat, -amount).with_player(seat, all_in=False)


def return_uncalled(state: State, seat: int, amount: int) -> State:
    """Return the state after chips that nobody could call have gone back to the player who bet them.

    Who was all in has these and no others, also where the stack is not tracked.
    """
    player, chips = state.players[seat], behind(state, seat)
    stack = None if chips is None else chips + amount
    return state.with_player(
        seat, stack=stack, bet=player.bet - amount, committed=player.committed - amount, all_in=False
    )
