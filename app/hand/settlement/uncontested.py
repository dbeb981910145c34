"""The end of a hand in which nobody is left to play against: one player is in, or two who are partners."""

from __future__ import annotations

from app.games.because import Because
from app.hand.folding import is_uncontested
from app.hand.settlement.payout import divide, nth_odd
from app.hand.settlement.pots import pots_of, why_uncontested
from app.hand.state import Award, Result, State


def only_partners_left(state: State) -> bool:
    """Return whether nobody is left to play against: one player is in, or two who are partners."""
    return is_uncontested(state, state.live)


def win_alone(state: State) -> Result:
    """Return the result when nobody is left to play against: each pot goes to the last who played for it."""
    mucked = any(player.mucked for player in state.players)
    why = Because("everyone else folded or mucked" if mucked else "everyone else folded")
    if len(state.live) > 1:
        why = Because("everyone but partners folded")
    pots, unit = pots_of(state), state.setup.house.chip_unit
    awards = []
    for number, pot in enumerate(pots):
        each, odd = divide(pot.amount, len(pot.seats), unit)
        reason = why if pot.seats & set(state.live) else why_uncontested(state, pot)
        for place, seat in enumerate(sorted(pot.seats)):
            if amount := each + nth_odd(odd, place, unit):
                awards.append(Award(seat, amount, number, "all", None, (reason,)))
    return Result(awards=tuple(awards), pots=tuple(pot.amount for pot in pots), why=why)
