"""A pot that those still in agree to divide, at any step of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.games.because import Because
from app.hand.refusal import Refusal
from app.hand.settlement.payout import divide, nth_odd, tie_order
from app.hand.settlement.pots import pots_of
from app.hand.state import Award, Result, State
from app.hand.turns import out_of_the_hand

#: Why a hand without a showdown has ended where the players have divided the pot.
AGREED = Because("agreed")


def split_as_agreed(state: State, parts: Sequence[tuple[int, int]]) -> State | Refusal:
    """Return the hand ended, with these chips for each seat, or why the pot cannot be divided like this."""
    named, sharing = [seat for seat, _ in parts], sharers(state)
    for seat in named:
        if seat not in sharing:
            return out_of_the_hand(state, seat)
        if named.count(seat) > 1:
            return Refusal("player named twice", seat)
    total = sum(chips for _, chips in parts)
    if total != state.pot:
        return Refusal("parts do not make the pot", amount=total, most=state.pot)
    awards = tuple(Award(seat, chips, 0, "all", None, (AGREED,)) for seat, chips in parts if chips)
    return replace(state, result=Result(awards=awards, pots=(state.pot,), why=AGREED))


def sharers(state: State) -> tuple[int, ...]:
    """Return the seats that a split can give chips: those still in, and whoever else has a pot to themselves."""
    return tuple(sorted(frozenset(state.live).union(*(pot.seats for pot in pots_of(state)))))


def even_parts(state: State) -> dict[int, int]:
    """Return each pot divided evenly among those who can win it, by seat; an odd chip goes as the house rules."""
    house, parts = state.setup.house, dict.fromkeys(sharers(state), 0)
    for pot in pots_of(state):
        each, odd = divide(pot.amount, len(pot.seats), house.chip_unit)
        # Down cards stay down: only what is showing can decide the odd chip.
        order = tie_order({seat: state.players[seat].up for seat in sorted(pot.seats)}, house)
        for place, seat in enumerate(order):
            parts[seat] += each + nth_odd(odd, place, house.chip_unit)
    return parts
