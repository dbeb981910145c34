"""Leaving the hand by a fold or a muck: the cards are dead, unless a partner plays on with them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from app.hand.state import State


@dataclass(frozen=True, slots=True)
class Teams:
    """The pairs who play together, in games that have partners: who picked, and who was picked."""

    pairs: tuple[tuple[int, int], ...] = ()


def partner_of(state: State, seat: int) -> int | None:
    """Return the seat's partner, in games that have partners."""
    for pair in state.recall(Teams).pairs:
        if seat in pair:
            return pair[1] if pair[0] == seat else pair[0]
    return None


def is_uncontested(state: State, seats: Collection[int]) -> bool:
    """Return whether these seats do not play against each other: it is one, or two who are partners."""
    first, *others = seats
    return not others or others == [partner_of(state, first)]


def fold(state: State, seat: int) -> State:
    """Return the state with a seat folded; the cards of a pair go on with the partner who is still in."""
    partner = partner_of(state, seat)
    cards = state.players[seat].cards
    if partner is not None and cards and state.players[partner].live:
        state = state.with_player(partner, cards=cards).with_player(seat, cards=())
    return state.with_player(seat, folded=True, left=_next_to_leave(state))


def muck(state: State, seat: int) -> State:
    """Return the state with a seat's cards thrown away unseen at the showdown."""
    return state.with_player(seat, mucked=True, left=_next_to_leave(state))


def _next_to_leave(state: State) -> int:
    return 1 + max(player.left for player in state.players)
