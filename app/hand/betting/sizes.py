"""Bet sizes, round by round, and prices in chips."""

from __future__ import annotations

from collections.abc import Iterable

from app.cards.card import ranks_of
from app.dataclass import replace
from app.games.reasons import Reason
from app.games.steps import PotPrice
from app.games.steps.bet import Bet, Tier
from app.hand.action import Action
from app.hand.ask import RefusalError
from app.hand.chips import can_pay, pay_dead
from app.hand.state import Frame, State
from app.hand.steps import kind_of

#: The round in which an open pair allows the big bet, by house rule.
OPEN_PAIR_ROUND = 2


def bet_sizes(state: State, spec: Bet) -> tuple[int, ...]:
    """Return the bet sizes of the round that begins, with a fixed limit: one, or two if an open pair allows both."""
    if state.setup.big_bet_street:
        return _sizes_by_street(state, spec)
    return _sizes(state, spec, state.rounds + 1, last=not _more_bets(state, state.next_step))


def largest_bet(state: State) -> int:
    """Return the largest bet of the next round or, after the last one, of that one: the maximum bet, as a price.

    It stays the same during a step, so that one player's payment does not raise the price for the others.
    """
    stakes = state.setup.stakes
    if stakes.limit == "fixed":
        return max(_sizes_to_come(state))
    if stakes.limit == "spread":
        return stakes.max_bet
    if stakes.limit == "none" and state.setup.house.max_price_no_limit == "twice the smallest bet":
        return 2 * stakes.min_bet
    return max(stakes.min_bet, state.frame.pot)


def open_pair(state: State) -> int | None:
    """Return the first seat to the dealer's left that shows a pair, not counting jokers."""
    ranks = {seat: ranks_of(state.players[seat].up) for seat in state.live}
    return next((seat for seat in state.live if len(set(ranks[seat])) < len(ranks[seat])), None)


def price_chips(price: PotPrice, state: State) -> int:
    """Return a price of the rules in chips, at this hand's stakes.

    Half the pot is rounded down to the smallest chip. Without a fixed limit, a price of a big bet is the maximum bet.
    """
    if isinstance(price, int):
        return price
    stakes = state.setup.stakes
    small = stakes.smallest_bet
    ante = stakes.ante or (small if state.setup.house.ante_price == "smallest bet" else 0)
    if price == "maximum bet" or (price == "big bet" and stakes.limit != "fixed"):
        return _maximum_bet(state)
    half = state.pot // 2
    figures = {"ante": ante, "small bet": small, "big bet": stakes.big, "free": 0}
    figures |= {"pot": state.pot, "half the pot": half - half % state.setup.house.chip_unit}
    return 2 * figures[price.removeprefix("double ")] if price.startswith("double ") else figures[price]


def _maximum_bet(state: State) -> int:
    """Return the largest bet, rounded down to the smallest chip, but at least one of those."""
    if state.setup.big_bet_street:
        # The hand was stored before there was a maximum bet as a price.
        return max(state.setup.stakes.max_bet, state.setup.stakes.min_bet)
    most, unit = largest_bet(state), state.setup.house.chip_unit
    return max(unit, most - most % unit)


def pay_price(state: State, action: Action, price: int, what: str) -> State:
    """Pay exactly the price, or another amount by the dealer's ruling."""
    seat, amount = action.player, action.chips
    if amount != price and not action.ruling:
        raise RefusalError("wrong price", seat, word=what, most=price, amount=amount, overrulable=True)
    if not can_pay(state, seat, amount):
        raise RefusalError("behind", seat, amount=state.players[seat].stack or 0)
    return pay_dead(state, seat, amount)


def can_afford(state: State, seat: int, price: PotPrice) -> bool:
    """Return whether a seat can pay a price of the rules."""
    return can_pay(state, seat, price_chips(price, state))


def pass_over(state: State, seats: Iterable[int], price: PotPrice, item: str) -> State:
    """Announce who cannot pay the price, except players who are all in: the table knows that they have nothing."""
    passed = tuple(seat for seat in sorted(seats) if not state.players[seat].all_in)
    why = Reason("cannot pay", seats=passed, amount=price_chips(price, state), word=item)
    return state.say(why) if passed else state


def _sizes_to_come(state: State) -> tuple[int, ...]:
    """Return the sizes of the next betting round or, after the last one, of that one."""
    number = state.rounds + 1
    if any(_brings_bets(state, frame) for frame in state.frames):
        return _sizes(state, Bet(), number, last=False)
    script = state.game.script
    for at in range(state.next_step, len(script)):
        step = script[at]
        if isinstance(step, Bet):
            return _sizes(state, step, number, last=not _more_bets(state, at + 1))
        if step.brings_bets:
            return _sizes(state, Bet(), number, last=False)
    spec = next((step for step in reversed(script) if isinstance(step, Bet)), Bet())
    return _sizes(state, spec, state.rounds, last=True)


def _sizes(state: State, spec: Bet, number: int, *, last: bool) -> tuple[int, ...]:
    """Return the sizes of a betting round by its number in the hand, from 1."""
    house = state.setup.house
    big = number >= house.big_bet_round(state.game.bet_rounds)
    usual: Tier = "last" if last and house.last_bet else "big" if big else "small"
    return _of_tier(state, spec.tier or usual, pair_counts=number == OPEN_PAIR_ROUND)


def _of_tier(state: State, tier: Tier, *, pair_counts: bool) -> tuple[int, ...]:
    stakes, house = state.setup.stakes, state.setup.house
    if tier == "last":
        return (house.last_bet or stakes.big,)
    if tier == "big":
        return (stakes.big,)
    if house.open_pair_big_bet and pair_counts and open_pair(state) is not None:
        return (stakes.small, stakes.big)
    return (stakes.small,)


def _more_bets(state: State, at: int) -> bool:
    """Return whether betting rounds may still come, from the script from index ``at`` on or from a step under way.

    A race brings a round whenever a player takes the lead, so no round is surely the last while cards are to be turned.
    """
    later = any(isinstance(step, Bet) or step.brings_bets for step in state.game.script[at:])
    return later or any(_brings_bets(state, frame) for frame in state.frames)


def _brings_bets(state: State, frame: Frame) -> bool:
    """Return whether a step under way still brings betting rounds of its own."""
    return frame.spec.brings_bets and not (frame.begun and kind_of(frame).finished(replace(state, frames=(frame,))))


def _sizes_by_street(state: State, spec: Bet) -> tuple[int, ...]:
    """Return the sizes in a hand stored when bets went by street: by the number of cards that each player holds."""
    house = state.setup.house
    pushed = len(state.frames) > 1
    street = state.rounds + 3 if pushed else state.game.streets[state.next_step - 1]
    last = not any(isinstance(step, Bet) for step in state.game.script[state.next_step :])
    usual: Tier = "last" if last and house.last_bet else "big" if street >= state.setup.big_bet_street else "small"
    return _of_tier(state, spec.tier or usual, pair_counts=street == 4)
