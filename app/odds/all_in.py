"""All-ins: the moment when a table wants to know the odds, and the chips that each player could then expect."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from app.cards.card import UNSEEN
from app.hand.betting.rounds import nobody_can_bet
from app.hand.cards import has_shown
from app.hand.settlement.pots import Pot, pots_of
from app.hand.state import State
from app.odds.ahead import ToMiddle, ToSeat, TurnsUp, ahead_of
from app.odds.figures import NoOdds, Odds
from app.odds.views import Known, opened, shown


def known_at_all_in(state: State) -> Known | None:
    """Return a hand as the table knows it at an all-in; None at any other moment, or if the hand has no odds.

    At an all-in nobody can bet, a card of a player still in is known, and cards are to come or a hand has been turned
    up. The view is ``open`` once every hand still in has been turned up. A hand that is run twice has no odds: each
    board decides half the pot.
    """
    if not nobody_can_bet(state) or state.board_number:
        return None
    known = shown(state)
    hands = (known.state.players[seat].cards for seat in state.live)
    if all(held.card == UNSEEN for hand in hands for held in hand):
        return None
    ahead = ahead_of(known.state)
    if isinstance(ahead, NoOdds):
        return None
    to_come = any(isinstance(move, ToSeat | ToMiddle | TurnsUp) for move in ahead.moves)
    if not to_come and not any(has_shown(state.players[seat]) for seat in state.live):
        return None
    everyone = opened(state)
    return known if isinstance(everyone, NoOdds) else everyone


#: An amount short of a whole chip by no more than this is a whole chip with a rounding error.
ROUNDING = 1e-6


def expected_chips(odds: Odds, states: Sequence[State]) -> dict[int, int] | None:
    """Return the chips that each player could expect from the final pots, by seat.

    For each pot these are whole chips that add up to the pot, less what stays for the next hand. None if the pots do
    not match what was won and carried over, or if a later all-in made a pot that the odds do not cover.
    """
    result, before = states[-1].result, states[-2]
    assert result is not None
    pots = [pot for pot in pots_of(before) if pot.amount]
    if sum(pot.amount for pot in pots) != sum(result.totals().values()) + result.carried:
        return None
    known = {frozenset(pot.seats): pot for pot in odds.pots}
    expected = dict.fromkeys(odds.seats, 0)
    for pot in pots:
        if len(pot.seats) == 1:
            shares = dict.fromkeys(pot.seats, 1.0)
        elif pot.seats in known:
            shares = {seat: figure.share.value for seat, figure in known[pot.seats].seats.items()}
        else:
            return None
        for seat, chips in _in_chips(pot, shares).items():
            expected[seat] = expected.get(seat, 0) + chips
    return expected


def _in_chips(pot: Pot, shares: dict[int, float]) -> dict[int, int]:
    """Return shares of a pot in whole chips; chips left over from rounding go to the largest fractions."""
    exact = {seat: pot.amount * share for seat, share in shares.items()}
    chips = {seat: floor(amount + ROUNDING) for seat, amount in exact.items()}
    left = round(sum(exact.values())) - sum(chips.values())
    for seat in sorted(exact, key=lambda seat: (chips[seat] - exact[seat], seat))[:left]:
        chips[seat] += 1
    return chips
