"""Luck: what each player could expect of the pots, in chips, after the last bet with cards to come."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from app.cards.card import UNSEEN
from app.hand.settlement.pots import Pot, pots_of
from app.hand.state import State
from app.hand.view import Faces
from app.odds.figures import Odds

#: A share this little below a whole chip is a whole chip, but for rounding error.
ROUNDING = 1e-6


def all_known(state: State, faces: Faces) -> bool:
    """Return whether every card of the players still in is known."""
    return all(UNSEEN not in faces[seat] for seat in state.live)


def expected_chips(odds: Odds, states: Sequence[State]) -> dict[int, int] | None:
    """Return by seat the chips that each player could expect of the final pots.

    For each pot these are whole chips that add up to it, less what stays for the next hand. None if the pots do not
    match what was won and carried over, or if a later all-in made a pot that the odds do not cover.
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
    """Return shares of a pot in whole chips; the chips left by rounding go to the largest fractions."""
    exact = {seat: pot.amount * share for seat, share in shares.items()}
    chips = {seat: floor(amount + ROUNDING) for seat, amount in exact.items()}
    left = round(sum(exact.values())) - sum(chips.values())
    for seat in sorted(exact, key=lambda seat: (chips[seat] - exact[seat], seat))[:left]:
        chips[seat] += 1
    return chips
