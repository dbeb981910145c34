"""Tasks of the table that the dealer only reports as done, such as passing cards."""

from __future__ import annotations

from typing import TypeVar

from app.cards.card import UNSEEN
from app.dataclass import replace
from app.games.steps.physical import Pass, Physical, Task, TurnDown
from app.hand.action import DONE, Action
from app.hand.ask import Prompt, Question, done_prompt
from app.hand.cards import forget_once_up, remember_up
from app.hand.state import Held, State
from app.hand.steps import StepKind, plays

S = TypeVar("S", bound=Task)


class DoneKind(StepKind[S, bool]):
    """One button, "Done", which carries the task out. Remembers whether it was pressed."""

    verbs = frozenset({DONE})

    def begin(self, state: State) -> State:
        return state.with_memory(False)

    def finished(self, state: State) -> bool:
        return self.memory(state)

    def prompt(self, state: State) -> Prompt:
        return done_prompt(self.call(state))

    def call(self, state: State) -> Question:
        return Question("task", word=self.spec(state).task)

    def apply(self, state: State, action: Action) -> State:
        return self.carry_out(state).with_memory(True)

    def carry_out(self, state: State) -> State:
        """Return the state after the task."""
        return state


@plays(Physical)
class PhysicalKind(DoneKind[Physical]):
    """Ordering stacks, looking at cards: nothing that the app keeps track of."""


@plays(TurnDown)
class TurnDownKind(DoneKind[TurnDown]):
    """Up-cards are turned down among the others, where nobody can tell any more which card is which."""

    def carry_out(self, state: State) -> State:
        for seat in state.live:
            if self.spec(state).remembered:
                state = remember_up(state, seat)
            cards = state.players[seat].cards
            down = tuple(replace(held, card=UNSEEN, up=False, hand="") if held.up else held for held in cards)
            state = state.with_player(seat, cards=down)
        return state


@plays(Pass)
class PassKind(DoneKind[Pass]):
    """Down cards are passed among the players still in; up-cards stay.

    If only some are passed, nobody can tell which, so none of the down cards is known any more.
    """

    def carry_out(self, state: State) -> State:
        state, spec, seats = forget_once_up(state), self.spec(state), state.live
        kept: list[tuple[Held, ...]] = []
        passed: list[tuple[Held, ...]] = []
        for seat in seats:
            cards = state.players[seat].cards
            down = tuple(held for held in cards if not held.up)
            if spec.count:
                down = tuple(replace(held, card=UNSEEN) for held in down)
            stay = max(0, len(down) - spec.count) if spec.count else 0
            kept.append(tuple(held for held in cards if held.up) + down[:stay])
            passed.append(down[stay:])
        places = {"left": spec.places, "right": -spec.places, "across": len(seats) // 2}[spec.to]
        for at, hand in enumerate(passed):
            to = (at + places) % len(seats)
            state = state.with_player(seats[to], cards=kept[to] + hand)
        return state
