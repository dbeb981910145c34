"""Runs of folds or checks: one tap for several players who do the same, up to the one who does not."""

from __future__ import annotations

from app.hand.betting.rounds import Round, to_call
from app.hand.play import play, prompt
from app.hand.refusal import Refusal
from app.hand.state import State

_WORDS = (("cc", "check"), ("f", "fold"))


def runs_to(state: State, target: int) -> list[tuple[str, tuple[str, ...]]]:
    """The runs that bring the turn to a seat in this betting round, in words (``2 fold: Ann, Bob``) and as lines."""
    found = []
    for verb, word in _WORDS:
        seats = _run(state, target, verb)
        if seats:
            names = ", ".join(map(state.name, seats))
            words = f"{len(seats)} {word}{'s' if len(seats) == 1 else ''}: {names}"
            found.append((words, tuple(f"p{seat + 1} {verb}" for seat in seats)))
    return found


def _run(state: State, target: int, verb: str) -> list[int]:
    """The seats that do the same before it is the target's turn; none when the betting does not come to it so."""
    seats: list[int] = []
    while isinstance(state.frame.memory, Round):
        seat = prompt(state).seat
        if seat == target:
            return seats
        if seat is None or (verb == "cc" and to_call(state, seat)):
            return []
        after = play(state, f"p{seat + 1} {verb}")
        if isinstance(after, Refusal) or after.result is not None:
            return []
        seats.append(seat)
        state = after
    return []
