"""Picking partners."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.because import Because
from app.games.steps.hands import Partners
from app.hand.action import PICK, Action
from app.hand.ask import Ask, Prompt, Question
from app.hand.folding import Teams
from app.hand.once_up import forget
from app.hand.open_hands import best_showing, showing_high
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.turns import not_your_turn
from app.ranking import HandName


@dataclass(frozen=True, slots=True)
class PicksPartner(Question):
    """A player picks a partner, having the best hand showing of those who have none."""

    hand: HandName | None = None


@plays(Partners)
class PartnersKind(StepKind[Partners, None]):
    """The best card showing without a partner picks; the last two are left to each other."""

    verbs = frozenset({PICK})

    def resume(self, state: State) -> State:
        alone = _alone(state)
        return _paired(state, alone[0], alone[1]) if len(alone) == 2 else state

    def finished(self, state: State) -> bool:
        return len(_alone(state)) < 2

    def prompt(self, state: State) -> Prompt:
        first, *others = _alone(state)
        asks = tuple(Ask(Action(PICK, first, to=seat), manner="picks") for seat in others)
        return Prompt("offer", PicksPartner(first), asks, first)

    def call(self, state: State) -> Question | None:
        seat = _alone(state)[0]
        shown = best_showing(state, seat)
        return PicksPartner(seat, shown.hand if shown else None)

    def apply(self, state: State, action: Action) -> State | Refusal:
        first, *others = _alone(state)
        if problem := not_your_turn(action, first, "pick a partner"):
            return problem
        if action.to not in others:
            return Refusal("picks somebody without a partner")
        return _paired(state, first, action.target)


def _alone(state: State) -> list[int]:
    """Return who has no partner, the best card showing first; of equal ones the first to the dealer's left."""
    paired = {seat for pair in state.recall(Teams).pairs for seat in pair}
    alone = [seat for seat in state.live if seat not in paired]
    return sorted(alone, key=lambda seat: -showing_high(state, seat))


def _paired(state: State, first: int, second: int) -> State:
    """Make the two partners: the picker holds the cards of both."""
    cards = state.players[first].cards + state.players[second].cards
    state = forget(state).with_player(first, cards=cards).with_player(second, cards=())
    state = state.with_note(Teams((*state.recall(Teams).pairs, (first, second))))
    return state.say(Because("are partners", seats=(first, second)))
