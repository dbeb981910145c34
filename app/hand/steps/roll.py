"""Turning up cards of one's own choice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from app.games.steps import count_word
from app.games.steps.roll import Roll
from app.hand.action import Action, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.cards import turn_named
from app.hand.refusal import Refusal
from app.hand.state import Frame, State
from app.hand.steps import StepKind, plays


@dataclass(frozen=True, slots=True)
class Rolling:
    """How many cards each seat has turned up in this step, and who has declined."""

    turned: tuple[int, ...]
    declined: frozenset[int] = frozenset()


@plays(Roll)
class RollKind(StepKind):
    """Together: the dealer enters the cards in any order. In turn: from the dealer's left, one player at a time."""

    verbs = frozenset({"up", "no"})

    def begin(self, state: State) -> State:
        return state.with_memory(Rolling((0,) * len(state.players)))

    def finished(self, state: State) -> bool:
        return not _waiting(state)

    def prompt(self, state: State) -> Prompt:
        waiting = _waiting(state)
        spec = _spec(state.frame)
        allowed = waiting[:1] if spec.in_turn or spec.optional else waiting
        asks = [Ask(f"{seat_text(seat)} up CARD", "Turns up", seat) for seat in allowed]
        if spec.optional:
            asks.append(Ask(f"{seat_text(waiting[0])} no", "No thanks", waiting[0]))
        label = f"{state.frame.label}: turn up"
        verb = "may turn" if spec.optional else "turns"
        return Prompt("roll", label, f"{state.name(waiting[0])} {verb} up a card", tuple(asks), waiting[0])

    def call(self, state: State) -> str:
        spec, memory = _spec(state.frame), cast(Rolling, state.frame.memory)
        cards = f"{count_word(spec.count)} cards" if spec.count > 1 else "a card"
        first = state.name(_waiting(state)[0])
        if spec.optional:
            return f"{first} may turn up {cards}"
        if spec.in_turn:
            return "" if any(memory.turned) else f"Each in turn turns up {cards}, {first} first"
        who = "Every pair" if state.teams else "Everyone"
        if spec.bought:
            who = "Whoever paid for it"
        elif spec.above:
            who = f"Everyone with {count_word(spec.above + 1)} cards or more"
        if spec.stack:
            cards = "the top card" if spec.count == 1 else f"the top {cards}"
        return f"{who} turns up {spec.which or cards}"

    def apply(self, state: State, action: Action) -> State | Refusal:
        seat = cast(int, action.seat)
        waiting = _waiting(state)
        if seat not in waiting:
            return Refusal(f"{state.name(seat)} has no card to turn up now")
        spec, memory = _spec(state.frame), cast(Rolling, state.frame.memory)
        if action.verb == "no":
            if not spec.optional or seat != waiting[0]:
                turn = f"it is {state.name(waiting[0])}'s turn to turn up a card"
                return Refusal(turn if spec.optional else f"{state.name(seat)} has to turn a card up")
            return state.with_memory(replace(memory, declined=memory.declined | {seat}))
        if (spec.in_turn or spec.optional) and seat != waiting[0] and not action.ruling:
            return Refusal(f"it is {state.name(waiting[0])}'s turn to turn up a card", overrulable=True)
        turned = turn_named(state, seat, action.words)
        if isinstance(turned, Refusal):
            return turned
        counts = tuple(n + (at == seat) for at, n in enumerate(memory.turned))
        return turned.with_memory(replace(memory, turned=counts))

    def brings_up(self, state: State, frame: Frame) -> bool:
        return bool(_waiting(replace(state, frames=(frame,))))

    def deals(self) -> bool:
        return True


def _spec(frame: Frame) -> Roll:
    return cast(Roll, frame.spec)


def _waiting(state: State) -> list[int]:
    memory, spec = cast(Rolling, state.frame.memory), _spec(state.frame)
    buyers = state.bought.get(spec.bought, frozenset()) if spec.bought else frozenset(state.setup.seats)
    return [
        seat
        for seat in state.live
        if memory.turned[seat] < spec.count
        and state.players[seat].down
        and seat in buyers
        and seat not in memory.declined
        and (len(state.players[seat].cards) > spec.above or not spec.above)
    ]
