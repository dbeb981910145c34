"""Runs: one tap for several players who do the same, up to one who does not or to the end of the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.hand.action import CALL, DECLINE, FOLD, Action
from app.hand.betting.rounds import round_of, round_under_way, still_to_act, to_call
from app.hand.play import play, prompt
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.view import sealed
from app.words import all_text, run_words

#: What may be run: a word for it, and the verb that it is.
_RUNS = {"check": CALL, "call": CALL, "fold": FOLD}


@dataclass(frozen=True, slots=True)
class Run:
    """What several players do one after the other, and that in words: ``2 fold: Ann, Bob``."""

    words: str
    actions: tuple[Action, ...]


def runs_to(state: State, target: int) -> list[Run]:
    """Return the runs that bring the turn to a seat in this betting round."""
    runs = []
    for what in _RUNS:
        actions = _run(state, target, what)
        if actions:
            runs.append(Run(run_words(what, [state.name(action.player) for action in actions]), tuple(actions)))
    return runs


def run_of_all(state: State) -> Run | None:
    """Return what ends the betting round with everyone who is still to act checking or calling; None for one player."""
    # Nobody who checks or calls gives another a turn: who is still to act is known without playing it.
    left = tuple(still_to_act(state))
    calls = {to_call(state, seat) > 0 for seat in left}
    if len(left) < 2 or len(calls) > 1 or round_of(state).bring_in:
        return None
    return Run(all_text("call" if True in calls else "check", len(left)), tuple(Action(CALL, seat) for seat in left))


def run_of_declines(state: State) -> Run | None:
    """Return what ends an offer with everyone who is still asked declining it; None for one player."""
    kind, manner = type(prompt(state).question), ""
    actions: dict[int, Action] = {}
    while state.result is None and not sealed(state):
        asked = prompt(state)
        asks = [ask for ask in asked.asks if ask.action.verb == DECLINE and ask.action.player not in actions]
        if asked.kind != "offer" or type(asked.question) is not kind or not asks:
            break
        after = play(state, asks[0].action)
        if isinstance(after, Refusal):
            break
        manner = asks[0].manner
        actions[asks[0].action.player] = asks[0].action
        state = after
    return Run(all_text(manner, len(actions)), tuple(actions.values())) if len(actions) > 1 else None


def _run(state: State, target: int, what: str) -> Sequence[Action]:
    """Return the same action of each player before the target; none if the betting does not come to it so."""
    actions: list[Action] = []
    round_number = state.rounds
    while round_under_way(state) and state.rounds == round_number:
        seat = prompt(state).seat
        if seat == target:
            return actions
        if seat is None or (what == "check" and to_call(state, seat)) or (what == "call" and not to_call(state, seat)):
            return []
        actions.append(Action(_RUNS[what], seat))
        after = play(state, actions[-1])
        if isinstance(after, Refusal) or after.result is not None:
            return []
        state = after
    return []
