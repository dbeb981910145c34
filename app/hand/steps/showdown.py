"""The showdown: cards shown, mucked, or ruled on; then the pots are settled."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from app.cards.card import UNSEEN
from app.games.steps.showdown import Showdown
from app.hand.actions import Action, ActionError, parse_seat, seat_text
from app.hand.judge import judge
from app.hand.pots import pots_of
from app.hand.prompt import Ask, Prompt
from app.hand.refusal import Refusal
from app.hand.showing import has_shown, show
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.steps.setting import set_apart


@plays(Showdown)
class ShowdownKind(StepKind):
    """Whoever bet last is asked first, then clockwise; any order is taken. A share that is ruled on needs no cards."""

    verbs = frozenset({"sm", "ranks", "sets"})

    def finished(self, state: State) -> bool:
        return not _waiting(state)

    def end(self, state: State) -> State:
        return replace(state, result=judge(state))

    def prompt(self, state: State) -> Prompt:
        asks = []
        for seat in _waiting(state):
            if has_shown(state.players[seat]):
                asks.append(Ask(f"{seat_text(seat)} sets CARDS", "Set apart", seat))
                continue
            asks.append(Ask(f"{seat_text(seat)} sm CARDS", "Shows", seat))
            asks.append(Ask(f"{seat_text(seat)} sm", "Mucks", seat))
        for share in state.game.shares:
            if share.name not in state.rulings:
                asks.append(Ask(f"d ranks {share.name} PLAYERS", "I'll rule"))
        first = _waiting(state)[0]
        text = "says which cards were set apart" if has_shown(state.players[first]) else "shows, or mucks"
        return Prompt("show", "Showdown", f"{state.name(first)} {text}", tuple(asks), first)

    def apply(self, state: State, action: Action) -> State | Refusal:
        if action.verb == "ranks":
            return self._rule(state, action)
        seat = cast(int, action.seat)
        player = state.players[seat]
        if not player.live:
            return Refusal(f"{player.name} has {'mucked' if player.mucked else 'folded'}")
        if action.verb == "sets":
            return self._set(state, seat, action)
        if has_shown(player):
            return Refusal(f"{player.name}'s cards have all been shown")
        if action.words:
            return show(state, seat, action.words)
        return state.with_player(seat, mucked=True)

    def _set(self, state: State, seat: int, action: Action) -> State | Refusal:
        player = state.players[seat]
        if UNSEEN not in player.sets or not has_shown(player):
            return Refusal(f"{player.name} has nothing to set apart now")
        after = set_apart(state, seat, action.words, len(player.sets))
        if isinstance(after, Refusal) or UNSEEN not in after.players[seat].sets:
            return after
        return Refusal("cards that are shown must all be named")

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
    first = state.shows_first
    order = [seat for seat in (first, *state.after(first)[:-1]) if state.players[seat].live]
    return [seat for seat in order if not has_shown(state.players[seat]) or UNSEEN in state.players[seat].sets]
