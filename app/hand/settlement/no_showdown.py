"""The end of a hand without a showdown: nobody is left to play against, or the pot is divided by agreement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.games.because import Because
from app.hand.folding import is_uncontested
from app.hand.refusal import Refusal
from app.hand.settlement.pots import divide_among, pots_of, tie_order, why_uncontested
from app.hand.state import Award, Result, State
from app.hand.turns import out_of_the_hand


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
        reason = why if pot.seats & set(state.live) else why_uncontested(state, pot)
        for seat, amount in divide_among(pot.amount, sorted(pot.seats), unit).items():
            if amount:
                awards.append(Award(seat, amount, number, "all", None, (reason,)))
    return Result(awards=tuple(awards), pots=tuple(pot.amount for pot in pots), why=why)


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
        # Down cards stay down: only what is showing can decide the odd chip.
        order = tie_order({seat: state.players[seat].up for seat in sorted(pot.seats)}, house)
        for seat, chips in divide_among(pot.amount, order, house.chip_unit).items():
            parts[seat] += chips
    return parts
