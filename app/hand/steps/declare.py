"""Declaring."""

from __future__ import annotations

from typing import cast

from app.games.steps.declare import Declare
from app.hand.action import Action, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.refusal import Refusal
from app.hand.spoken import listed
from app.hand.state import State
from app.hand.steps import StepKind, plays


@plays(Declare)
class DeclareKind(StepKind):
    """Together: sealed until all are in, and changeable till then. In turn: aloud, from the dealer's left."""

    verbs = frozenset({"declare"})

    def begin(self, state: State) -> State:
        for seat in state.live:
            state = state.with_player(seat, declared=None)
        return state

    def finished(self, state: State) -> bool:
        return not _waiting(state)

    def end(self, state: State) -> State:
        who: dict[str, list[str]] = {}
        for seat in state.live:
            who.setdefault(state.players[seat].declared or "", []).append(state.name(seat))
        said = "; ".join(f"{listed(names)} {declared}" for declared, names in who.items())
        return state.say(f"Declared: {said}")

    def sealed(self, state: State) -> bool:
        return not cast(Declare, state.frame.spec).in_turn

    def answer(self, state: State, seat: int) -> str:
        return state.players[seat].declared or ""

    def prompt(self, state: State) -> Prompt:
        waiting = _waiting(state)
        in_turn = cast(Declare, state.frame.spec).in_turn
        asked = waiting[:1] if in_turn else state.live
        asks = tuple(
            Ask(f"{seat_text(seat)} declare {name}", name.capitalize(), seat)
            for seat in asked
            for name in _names(state)
        )
        text = f"{state.name(waiting[0])} declares" if in_turn else "Everyone declares"
        return Prompt("declare", "Declaration", text, asks, waiting[0])

    def call(self, state: State) -> str:
        names = _choice(state)
        if not cast(Declare, state.frame.spec).in_turn:
            return f"Declare: {names}"
        waiting = _waiting(state)
        return f"Declare in turn, {state.name(waiting[0])} first: {names}" if tuple(waiting) == state.live else ""

    def apply(self, state: State, action: Action) -> State | Refusal:
        seat = cast(int, action.seat)
        waiting = _waiting(state)
        in_turn = cast(Declare, state.frame.spec).in_turn
        if not state.players[seat].live:
            return Refusal(f"{state.name(seat)} has folded and declares nothing")
        if in_turn and seat not in waiting:
            return Refusal(f"{state.name(seat)} has declared aloud already")
        if in_turn and seat != waiting[0] and not action.ruling:
            return Refusal(f"it is {state.name(waiting[0])}'s turn to declare", overrulable=True)
        name = " ".join(action.words)
        if name not in _names(state):
            return Refusal(f"{state.name(seat)} can declare {_choice(state)}")
        return state.with_player(seat, declared=name)


def _names(state: State) -> tuple[str, ...]:
    return cast(Declare, state.frame.spec).names or state.game.declares


def _choice(state: State) -> str:
    """What can be declared, in words: ``high, low or both``."""
    *most, last = _names(state)
    return f"{', '.join(most)} or {last}" if most else last


def _waiting(state: State) -> list[int]:
    return [seat for seat in state.live if state.players[seat].declared is None]
