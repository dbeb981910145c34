"""Cards in the middle."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps.deal import Common
from app.hand.action import TURN, Action
from app.hand.ask import Ask, Prompt, Question, TakesCards
from app.hand.cards import announce_burns, check_new_up, left_in_deck, place_centre, place_common, supply
from app.hand.event import DeckShort
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import StepKind, plays


@dataclass(frozen=True, slots=True)
class CardToTheMiddle(Question):
    """A card comes to the middle."""


@plays(Common)
class CommonKind(StepKind[Common, int]):
    """Cards face up in the middle, one tap each. Remembers how many are still to come."""

    verbs = frozenset({TURN})
    deals = True

    def begin(self, state: State) -> State:
        state = supply(state, self.spec(state).count)
        count = min(self.spec(state).count, left_in_deck(state))
        if count < self.spec(state).count:
            state = announce_burns(state, self.spec(state).count)
            state = state.announce(DeckShort("dealt as far as they go" if count else "none is turned up"))
        return state.with_memory(count)

    def finished(self, state: State) -> bool:
        return self.memory(state) == 0

    def run_out(self, state: State) -> State:
        left = self.memory(state)
        return state.announce(DeckShort("none is turned up")).with_memory(0) if left else state

    def cards_due(self, state: State) -> int:
        return self.memory(state)

    def prompt(self, state: State) -> Prompt:
        return Prompt("card", CardToTheMiddle(), (Ask(Action(TURN), TakesCards("deck"), manner="middle"),))

    def apply(self, state: State, action: Action) -> State | Refusal:
        left = self.memory(state)
        if len(action.cards) > left:
            return Refusal("too many to the middle", count=left, amount=len(action.cards))
        if problem := check_new_up(state, action.cards):
            return problem
        place = place_common if self.spec(state).own else place_centre
        for card in action.cards:
            state = place(state, card)
        return state.with_memory(left - len(action.cards))
