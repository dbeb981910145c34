"""Pots that nobody contests any more: one player is left, or two who are partners."""

from __future__ import annotations

from collections.abc import Collection

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
    return is_uncontested(state, state.live)


def is_uncontested(state: State, seats: Collection[int]) -> bool:
    """Return whether these seats do not play against each other: it is one, or two who are partners."""
    first, *others = seats
    return not others or others == [partner_of(state, first)]


def _partners_left(state: State) -> Result:
    """Return the result when two partners share what nobody else can win any more."""
    first, second = state.live
    each, odd = divide(state.pot, 2, state.setup.house.chip_unit)
    why = Because("everyone but partners folded")
    amounts = ((first, each + odd), (second, each))
    awards = tuple(Award(seat, amount, 0, "all", None, (why,)) for seat, amount in amounts if amount)
    return Result(awards=awards, pots=(state.pot,), why=why)
