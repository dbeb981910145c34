"""Down cards of which only some may be used: the surplus may be thrown away before anybody shows."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.rules.share import Use
from app.hand.state import State


@dataclass(frozen=True, slots=True)
class ThrownSurplus:
    """The seats that have thrown their surplus down cards away, so that all that they still hold may be used."""

    seats: frozenset[int] = frozenset()


def surplus(state: State, seat: int) -> int:
    """Return how many of a seat's down cards are more than may be used; 0 once they have been thrown away."""
    use = use_of(state, seat)
    return 0 if use.at_most is None else max(0, len(state.first_down(seat, use.of_first)) - use.at_most)


def note_surplus_thrown(state: State, seat: int) -> State:
    """Return the state with nothing left for a seat to throw away before it shows."""
    return state.with_note(ThrownSurplus(state.recall(ThrownSurplus).seats | {seat}))


def use_of(state: State, seat: int) -> Use:
    """Return how many of the down cards that a seat holds may be used."""
    return Use() if seat in state.recall(ThrownSurplus).seats else state.game.use
