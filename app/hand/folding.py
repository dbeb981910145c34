"""Folding: out of the hand, the cards dead, unless a partner plays on with them."""

from __future__ import annotations

from app.hand.state import State


def partner_of(state: State, seat: int) -> int | None:
    """The seat's partner, in games that have partners."""
    for team in state.teams:
        if seat in team:
            return team[1] if team[0] == seat else team[0]
    return None


def fold(state: State, seat: int) -> State:
    """The state with a seat folded; the cards of a pair go on with the partner who is still in."""
    partner = partner_of(state, seat)
    cards = state.players[seat].cards
    if partner is not None and cards and state.players[partner].live:
        state = state.with_player(partner, cards=cards).with_player(seat, cards=())
    return state.with_player(seat, folded=True)
