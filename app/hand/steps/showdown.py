"""The showdown: cards shown, mucked, or ruled on; then the pots are settled."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from app.games.steps.showdown import Showdown
from app.hand.actions import Action, ActionError, parse_seat, seat_text
from app.hand.judge import judge
from app.hand.pots import pots_of
from app.hand.prompt import Ask, Prompt
from app.hand.refusal import Refusal
from app.hand.showing import has_shown, show
from app.hand.state import State
from app.hand.steps import StepKind, plays


@plays(Showdown)
class ShowdownKind(StepKind):
    """Each player still in shows or mucks, in any order; a share that is ruled on needs no cards."""

    verbs = frozenset({"sm", "ranks"})

    def finished(self, state: State) -> bool:
        return not _waiting(state)

    def end(self, state: State) -> State:
        return replace(state, result=judge(state))

    def prompt(self, state: State) -> Prompt:
        asks = []
        for seat in _waiting(state):
            asks.append(Ask(f"{seat_text(seat)} sm CARDS", "Shows", seat))
            asks.append(Ask(f"{seat_text(seat)} sm", "Mucks", seat))
        for share in state.game.shares:
            if share.name not in state.rulings:
                asks.append(Ask(f"d ranks {share.name} PLAYERS", "I'll rule"))
        first = _waiting(state)[0]
        return Prompt("show", "Showdown", f"{state.name(first)} shows, or mucks", tuple(asks), first)

    def apply(self, state: State, action: Action) -> State | Refusal:
        if action.verb == "ranks":
            return self._rule(state, action)
        seat = cast(int, action.seat)
        player = state.players[seat]
        if not player.live:
            return Refusal(f"{player.name} has {'mucked' if player.mucked else 'folded'}")
        if has_shown(player):
            return Refusal(f"{player.name}'s cards have all been shown")
        if action.words:
            return show(state, seat, action.words)
        return state.with_player(seat, mucked=True)

    def _rule(self, state: State, action: Action) -> State | Refusal:
        names = [share.name for share in state.game.shares]
        share, *groups = action.words or ("",)
        if share not in names:
            return Refusal(f"no share is called {share!r}; there is {', '.join(names)}")
        if share in state.rulings:
            return Refusal(f"the {share} has been ruled on")
        order: list[frozenset[int]] = []
        for group in groups:
            try:
                seats = [parse_seat(word) for word in group.split("=")]
            except ActionError as problem:
                return Refusal(str(problem))
            for seat in seats:
                if seat not in state.live:
                    return Refusal(f"{seat_text(seat)} cannot win anything here")
                if any(seat in tied for tied in order) or seats.count(seat) > 1:
                    return Refusal(f"{state.name(seat)} is named twice")
            order.append(frozenset(seats))
        ranked = frozenset().union(*order)
        if len(names) == 1 and any(not pot.seats & ranked for pot in pots_of(state)):
            return Refusal("name a winner for every pot, best first")
        return replace(state, rulings={**state.rulings, share: tuple(order)})


def _waiting(state: State) -> list[int]:
    if all(share.name in state.rulings for share in state.game.shares):
        return []
    return [seat for seat in state.live if not has_shown(state.players[seat])]
