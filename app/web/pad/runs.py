"""Runs of folds or checks: one tap for several players who do the same, up to the one who does not."""

from __future__ import annotations

from dataclasses import dataclass

from app.hand.action import CALL, FOLD, Action
from app.hand.betting.rounds import round_under_way, to_call
from app.hand.play import play, prompt
from app.hand.refusal import Refusal
from app.hand.state import State

_WORDS = {CALL: "check", FOLD: "fold"}


@dataclass(frozen=True, slots=True)
class Run:
    """What several players do one after the other, and that in words: ``2 fold: Ann, Bob``."""

    words: str
    actions: tuple[Action, ...]


def runs_to(state: State, target: int) -> list[Run]:
    """Return the runs that bring the turn to a seat in this betting round."""
    runs = []
    for verb, word in _WORDS.items():
        actions = _run(state, target, verb)
        if actions:
            names = ", ".join(state.name(action.player) for action in actions)
            words = f"{len(actions)} {word}{'s' if len(actions) == 1 else ''}: {names}"
            runs.append(Run(words, tuple(actions)))
    return runs


def _run(state: State, target: int, verb: str) -> list[Action]:
    """Return the same action of each player before the target; none when the betting does not come to it so."""
    actions: list[Action] = []
    while round_under_way(state):
        seat = prompt(state).seat
        if seat == target:
            return actions
        if seat is None or (verb == CALL and to_call(state, seat)):
            return []
        actions.append(Action(verb, seat))
        after = play(state, actions[-1])
        if isinstance(after, Refusal) or after.result is not None:
            return []
        state = after
    return []
