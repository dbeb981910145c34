"""Pots that nobody contests any more: one player is left, or two who are partners."""

from __future__ import annotations

from app.games.because import Because
from app.hand.folding import partner_of
from app.hand.settlement.payout import divide
from app.hand.state import Award, Result, State


def win_alone(state: State) -> Result:
    """Return the result when one player is left, who takes every chip without showing a card."""
    if len(state.live) > 1:
        return _partners_left(state)
    (seat,) = state.live
    mucked = any(player.mucked for player in state.players)
    why = Because("everyone else folded or mucked" if mucked else "everyone else folded")
    award = Award(seat, state.pot, 0, "all", None, (why,))
    return Result(awards=(award,) if state.pot else (), pots=(state.pot,), why=why)


def only_partners_left(state: State) -> bool:
    """Return whether nobody is left to play against: one player is in, or two who are partners."""
    live = state.live
    return len(live) == 1 or (len(live) == 2 and partner_of(state, live[0]) == live[1])


def _partners_left(state: State) -> Result:
    """Return the result when two partners share what nobody else can win any more."""
    first, second = state.live
    each, odd = divide(state.pot, 2, state.setup.house.chip_unit)
    why = Because("everyone but partners folded")
    amounts = ((first, each + odd), (second, each))
    awards = tuple(Award(seat, amount, 0, "all", None, (why,)) for seat, amount in amounts if amount)
    return Result(awards=awards, pots=(state.pot,), why=why)
