"""Turning unseen cards, one player after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from app.games.steps.bet import Bet
from app.games.steps.race import NextTurns, TurnUntilLead
from app.hand.action import Action, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.folding import fold
from app.hand.open_hands import hand_to_beat, middle_high, showing_high
from app.hand.refusal import Refusal
from app.hand.state import Frame, State
from app.hand.steps import StepKind, plays
from app.hand.steps.table_steps import turn_one_up


@dataclass(frozen=True, slots=True)
class Racing:
    """Who turns now, and whether what they have turned is still to be looked at. None: everybody is done."""

    turner: int | None
    turned: bool = False


class _Turning(StepKind):
    """What the two kinds have in common: one player turns up cards."""

    verbs = frozenset({"up"})

    def begin(self, state: State) -> State:
        return state.with_memory(Racing(next_to_turn(state)))

    def finished(self, state: State) -> bool:
        return _racing(state).turner is None

    def prompt(self, state: State) -> Prompt:
        seat = cast(int, _racing(state).turner)
        ask = Ask(f"{seat_text(seat)} up CARD", "Turns up", seat)
        # The cards are turned for the round of betting that comes of it.
        label = f"Round {state.rounds + 1}: turn up"
        return Prompt("roll", label, f"{state.name(seat)} turns up a card", (ask,), seat)

    def call(self, state: State) -> str:
        return f"{state.name(cast(int, _racing(state).turner))} turns up a card"

    def apply(self, state: State, action: Action) -> State | Refusal:
        seat = cast(int, _racing(state).turner)
        if action.seat != seat:
            return Refusal(f"it is {state.name(seat)}'s turn to turn cards")
        after = turn_one_up(state, seat, action)
        return after if isinstance(after, Refusal) else after.with_memory(Racing(seat, turned=True))

    def brings_up(self, state: State, frame: Frame) -> bool:
        return any(state.players[seat].down for seat in state.live)

    def deals(self) -> bool:
        return True


@plays(TurnUntilLead)
class TurnUntilLeadKind(_Turning):
    """Judged again after everything that a turned card set off: an extra card may be what leads."""

    def call(self, state: State) -> str:
        seat = cast(int, _racing(state).turner)
        to_beat = hand_to_beat(state, seat)
        return f"{state.name(seat)} turns cards to beat {to_beat}" if to_beat else f"{state.name(seat)} turns up a card"

    def resume(self, state: State) -> State:
        memory = _racing(state)
        seat = memory.turner
        if seat is None or not memory.turned:
            if seat is not None and not (state.players[seat].live and state.players[seat].down):
                return state.with_memory(Racing(next_to_turn(state, seat)))
            return state
        if not state.players[seat].live:
            return state.with_memory(Racing(next_to_turn(state, seat)))
        mine = showing_high(state, seat)
        others = [showing_high(state, other) for other in state.live if other != seat and state.players[other].up]
        if mine > max([*others, middle_high(state)]):
            following = next_to_turn(state, seat)
            return state.with_memory(Racing(following)).push_bet(Bet(seat=seat))
        if state.players[seat].down:
            return state.with_memory(replace(memory, turned=False))
        state = fold(state, seat).say(f"{state.name(seat)} has turned every card without leading and folds")
        return state.with_memory(Racing(next_to_turn(state, seat)))


@plays(NextTurns)
class NextTurnsKind(_Turning):
    """One card, by the player after the one who turned last; or one after the other, with bets between."""

    def resume(self, state: State) -> State:
        memory = _racing(state)
        if not memory.turned:
            seat = memory.turner
            if seat is None or (state.players[seat].live and state.players[seat].down):
                return state
            # Whoever was to turn next has folded in the betting that came between.
            return state.with_memory(Racing(next_to_turn(state, seat)))
        if not cast(NextTurns, state.frame.spec).round:
            return state.with_memory(Racing(None))
        return state.with_memory(Racing(next_to_turn(state, memory.turner))).push_bet(Bet())


def next_to_turn(state: State, after: int | None = None) -> int | None:
    """The next live seat with cards to turn, after the one given or the last that turned; None when there is none."""
    if after is None:
        turned = [up.seat for up in state.ups if up.seat is not None]
        after = turned[-1] if turned else len(state.players) - 1
    return next((seat for seat in state.after(after) if state.players[seat].live and state.players[seat].down), None)


def _racing(state: State) -> Racing:
    return cast(Racing, state.frame.memory)
