"""The showdown: cards shown, mucked, or ruled on; then the pots are settled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from app.cards.card import UNSEEN, rank_plural, ranks_of
from app.games.rules.wild import listing
from app.games.rules.wild.ranks import all_of
from app.games.steps.showdown import Showdown
from app.hand.action import Action, ActionError, parse_seat, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.open_hands import hands_listing
from app.hand.refusal import Refusal
from app.hand.settlement.holding import holding_of
from app.hand.settlement.judge import judge
from app.hand.settlement.pots import pots_of
from app.hand.showing import has_shown, show
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.steps.setting import set_apart, set_ask


@dataclass(frozen=True, slots=True)
class Named:
    """Who shows first, and whose hands have been named aloud, or lay open before."""

    first: int | None
    seats: frozenset[int]


@plays(Showdown)
class ShowdownKind(StepKind):
    """Whoever bet last is asked first, then clockwise; any order is taken. A share that is ruled on needs no cards."""

    verbs = frozenset({"sm", "ranks", "sets"})

    def begin(self, state: State) -> State:
        waiting = _waiting(state)
        first = waiting[0] if waiting else None
        return state.with_memory(Named(first, frozenset(seat for seat in state.live if _complete(state, seat))))

    def resume(self, state: State) -> State:
        memory = cast(Named, state.frame.memory)
        new = [seat for seat in state.live if seat not in memory.seats and _complete(state, seat)]
        if not new:
            return state
        state = state.with_memory(replace(memory, seats=memory.seats | set(new)))
        # The last hand to be shown is named by the settlement, if it wins.
        return state.say(*(hand_call(state, seat) for seat in new)) if _waiting(state) else state

    def call(self, state: State) -> str:
        first = cast(Named, state.frame.memory).first
        return "" if first is None else f"Showdown: {state.name(first)} shows first"

    def finished(self, state: State) -> bool:
        return not _waiting(state)

    def end(self, state: State) -> State:
        return replace(state, result=judge(state))

    def prompt(self, state: State) -> Prompt:
        asks = []
        for seat in _waiting(state):
            if has_shown(state.players[seat]):
                asks.append(set_ask(state, seat, "Set apart"))
                continue
            count = len(state.players[seat].cards)
            asks.append(Ask(f"{seat_text(seat)} sm CARDS", "Shows", seat, low=count, high=count))
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
            return Refusal(f"no share is called {share!r}: it is {' or '.join(names)}")
        if share in state.rulings:
            return Refusal(f"the {share} has been ruled on already")
        order: list[frozenset[int]] = []
        for group in groups:
            try:
                seats = [parse_seat(word) for word in group.split("=")]
            except ActionError as problem:
                return Refusal(str(problem))
            for seat in seats:
                if seat not in state.setup.seats:
                    return Refusal(f"there is no {seat_text(seat)} at this table")
                if seat not in state.live:
                    return Refusal(f"{state.name(seat)} has {'mucked' if state.players[seat].mucked else 'folded'}")
                if any(seat in tied for tied in order) or seats.count(seat) > 1:
                    return Refusal(f"{state.name(seat)} is named twice")
            order.append(frozenset(seats))
        ranked = frozenset().union(*order)
        if len(names) == 1 and any(not pot.seats & ranked for pot in pots_of(state)):
            return Refusal("name a winner for every pot, best first")
        return replace(state, rulings={**state.rulings, share: tuple(order)})


def _complete(state: State, seat: int) -> bool:
    """Whether a seat's cards are all known, those set apart too."""
    player = state.players[seat]
    return has_shown(player) and UNSEEN not in player.sets


def hand_call(state: State, seat: int) -> str:
    """What a player has shown, in the words of each share that they play for, with what is wild for them alone."""
    player = state.players[seat]
    found = []
    for share in state.game.shares:
        holding = holding_of(state, seat, share.name)
        if player.declared in (None, "both", share.name) and share.score(holding) is not None:
            found.append(share.show(holding).name)
    if not found:
        return f"{player.name} shows nothing that wins"
    own = [part.by_seat.get(seat, frozenset()) for part in state.wild.parts if part.private]
    ranks = sorted({rank for cards in own for rank in ranks_of(cards) if all_of(rank) <= cards})
    wild = f", {listing(map(rank_plural, ranks))} wild" if ranks else ""
    return f"{player.name} shows {hands_listing(found)}{wild}"


def _waiting(state: State) -> list[int]:
    if all(share.name in state.rulings for share in state.game.shares):
        return []
    first = state.shows_first
    order = [seat for seat in (first, *state.after(first)[:-1]) if state.players[seat].live]
    return [seat for seat in order if not has_shown(state.players[seat]) or UNSEEN in state.players[seat].sets]
