"""Picking partners."""

from __future__ import annotations

from dataclasses import replace

from app.games.steps.hands import Partners
from app.hand.action import Action, ActionError, parse_seat, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.open_hands import showing_high, showing_shown
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import StepKind, plays


@plays(Partners)
class PartnersKind(StepKind):
    """The best card showing without a partner picks; the last two are left to each other."""

    verbs = frozenset({"picks"})

    def resume(self, state: State) -> State:
        alone = _alone(state)
        return _paired(state, alone[0], alone[1]) if len(alone) == 2 else state

    def finished(self, state: State) -> bool:
        return len(_alone(state)) < 2

    def prompt(self, state: State) -> Prompt:
        alone = _alone(state)
        who = seat_text(alone[0])
        asks = tuple(Ask(f"{who} picks {seat_text(seat)}", state.name(seat), alone[0]) for seat in alone[1:])
        return Prompt("offer", "Partners", f"{state.name(alone[0])} picks a partner", asks, alone[0])

    def call(self, state: State) -> str:
        seat = _alone(state)[0]
        shown = showing_shown(state, seat)
        why = f": {shown.name} showing" if shown else ""
        return f"{state.name(seat)} picks a partner{why}"

    def apply(self, state: State, action: Action) -> State | Refusal:
        alone = _alone(state)
        if action.seat != alone[0]:
            return Refusal(f"it is {state.name(alone[0])}'s turn to pick a partner")
        try:
            picked = parse_seat(" ".join(action.words))
        except ActionError as problem:
            return Refusal(str(problem))
        if picked not in alone[1:]:
            return Refusal("another player who is in and has no partner yet is picked")
        return _paired(state, alone[0], picked)


def _alone(state: State) -> list[int]:
    """Who has no partner, the best card showing first; of equal ones the first to the dealer's left."""
    paired = {seat for team in state.teams for seat in team}
    alone = [seat for seat in state.live if seat not in paired]
    return sorted(alone, key=lambda seat: -showing_high(state, seat))


def _paired(state: State, first: int, second: int) -> State:
    """The two are partners: the picker holds the cards of both."""
    cards = state.players[first].cards + state.players[second].cards
    state = state.with_player(first, cards=cards).with_player(second, cards=())
    state = replace(state, teams=(*state.teams, (first, second)))
    return state.say(f"{state.name(first)} and {state.name(second)} are partners")
