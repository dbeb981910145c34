"""Openers that the hand shown at the showdown does not have."""

from __future__ import annotations

from dataclasses import replace

from app.games.because import Because
from app.games.steps.interrupts import ShowOpeners
from app.hand.action import DONE, FOLD, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError
from app.hand.betting.pot_opener import OpenedPot
from app.hand.state import State, fold
from app.hand.steps import StepKind, plays
from app.hand.steps.draw import Drawn
from app.ranking import least_hand


@plays(ShowOpeners)
class ShowOpenersKind(StepKind[ShowOpeners, None]):
    """The dealer says whether the discards show openers; without them the hand is dead."""

    verbs = frozenset({DONE, FOLD})

    def waiting(self, state: State) -> tuple[int, ...]:
        return () if state.recall(OpenedPot).settled else (self.spec(state).seat,)

    def prompt(self, state: State) -> Prompt:
        seat = self.spec(state).seat
        asks = (Ask(Action(DONE), manner="openers shown"), Ask(Action(FOLD, seat), manner="no openers"))
        return Prompt("offer", self.call(state), asks, seat)

    def call(self, state: State) -> Question:
        spec = self.spec(state)
        needs = least_hand(spec.needs)
        if state.recall(Drawn).by_seat.get(spec.seat):
            return Question("openers among the discards", spec.seat, word=needs)
        return Question("no openers", spec.seat, word=needs)

    def apply(self, state: State, action: Action) -> State:
        seat = self.spec(state).seat
        if action.verb == FOLD and action.player != seat:
            raise RefusalError("this is for another", seat)
        state = state.with_note(replace(state.recall(OpenedPot), settled=True))
        return state if action.verb == DONE else fold(state, seat).say(Because("false openers", seat))
