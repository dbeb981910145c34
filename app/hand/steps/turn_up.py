"""Turning up all cards."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps.roll import TurnAllUp
from app.hand.action import TURN_UP, Action
from app.hand.ask import Ask, Prompt, Question, TakesCards
from app.hand.cards import turn_named
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.turns import out_of_the_hand


@dataclass(frozen=True, slots=True)
class AllCardsUp(Question):
    """Everyone, or one player, turns all their cards up."""


@plays(TurnAllUp)
class TurnAllUpKind(StepKind[TurnAllUp, None]):
    """Everybody's down cards are named, one tap a card."""

    verbs = frozenset({TURN_UP})
    deals = True

    def finished(self, state: State) -> bool:
        return not _covered(state)

    def prompt(self, state: State) -> Prompt:
        waiting = _covered(state)
        asks = tuple(Ask(Action(TURN_UP, seat), TakesCards("down cards"), manner="turns up") for seat in waiting)
        return Prompt("roll", AllCardsUp(waiting[0]), asks, waiting[0])

    def call(self, state: State) -> Question | None:
        return AllCardsUp()

    def apply(self, state: State, action: Action) -> State | Refusal:
        return turn_one_up(state, action.player, action)

    def together(self, state: State) -> bool:
        return True


def turn_one_up(state: State, seat: int, action: Action) -> State | Refusal:
    """Return the state with the one card that the action names turned up by the seat, or why not."""
    if not state.players[seat].live:
        return out_of_the_hand(state, seat)
    return turn_named(state, seat, action.cards)


def _covered(state: State) -> list[int]:
    return [seat for seat in state.live if state.players[seat].down]
