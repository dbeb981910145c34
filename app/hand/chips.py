"""Moving chips: from a stack into the pot and back, never more than there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from app.games.steps import Price
from app.hand.betting.sizes import largest_bet
from app.hand.event import Event
from app.hand.folding import is_uncontested
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
    return 0 if player.all_in and not state.setup.from_0_2 else player.stack


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
    return _with_payments(state)


def cut_payments(paid: Mapping[int, int], reach: Mapping[int, int | None]) -> Iterator[tuple[int, frozenset[int]]]:
    """Yield payments cut like bets, whoever paid first: chips, and the seats that could match them.

    ``paid`` is by seat, as is how much of each payment a seat could match: ``reach``, None for any amount.
    """
    most = max(paid.values())
    for below, cut in pairwise(sorted({0, most, *(chips for chips in reach.values() if chips and chips < most)})):
        amount = sum(min(chips, cut) - min(chips, below) for chips in paid.values())
        yield amount, frozenset(seat for seat, chips in reach.items() if chips is None or chips >= cut)


def close_payments(state: State) -> State:
    """Return the state when the step under way has taken its last payment, with what the house's rules decide of it."""
    if not state.frame.paid:
        return state
    state = _with_payments(state)
    for amount, able in cut_payments(state.frame.paid, _reach(state)):
        seats, ruling = _won_by(state, able)
        if ruling:
            matched = tuple(sorted(able.intersection(state.live)))
            state = state.announce(PaymentsWonBy(amount, matched, seats != able, ruling))
    return state


def _with_payments(state: State) -> State:
    """Return the state with what was paid in the step under way as dead money."""
    step = state.frame.step
    before = (dead for dead in state.dead_money if dead.step != step)
    parts = cut_payments(state.frame.paid, _reach(state))
    dead = (DeadMoney(amount, _won_by(state, able)[0], step) for amount, able in parts)
    return replace(state, dead_money=(*before, *dead))


def _reach(state: State) -> dict[int, int | None]:
    """Return how much of each payment of this step the seats can win: as much as their own, where it was their last."""
    paid = state.frame.paid
    return {seat: paid.get(seat, 0) if state.players[seat].all_in else None for seat in {*state.frame.bettors, *paid}}


def _won_by(state: State, able: frozenset[int]) -> tuple[frozenset[int], str]:
    """Return the seats that can win what these could match, and the ruling that decides it where others are in too."""
    house, live = state.setup.house, frozenset(state.live)
    if not able & live or live <= able:
        return able, ""
    if house.payments_won_by == "everyone in":
        return live, "payments_won_by"
    if is_uncontested(state, able & live):
        return live if house.free_redraw == "main pot" else able, "free_redraw"
    return able, "payments_won_by"


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
