"""Buying an option."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from app.games.steps.buying import Buy
from app.games.steps.deal import Deal
from app.hand.action import Action
from app.hand.ask import Prompt
from app.hand.cards import left_in_deck
from app.hand.chips import price_chips
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.turns import affordable, not_your_turn, paid, passed_over, yes_or_no


@dataclass(frozen=True, slots=True)
class Buying:
    """The seats that have not answered, in order."""

    waiting: tuple[int, ...]


@plays(Buy)
class BuyKind(StepKind):
    """One player after the other says yes or no; what is paid is no bet."""

    verbs = frozenset({"pay", "no"})

    def begin(self, state: State) -> State:
        price = _spec(state).price
        if self._buys_nothing(state):
            return replace(state, bought={**state.bought, _spec(state).key: frozenset()}).with_memory(Buying(()))
        poor = [seat for seat in state.live if affordable(state, seat, price) is None]
        state = passed_over(state, poor, price)
        state = replace(state, bought={**state.bought, _spec(state).key: frozenset()})
        return state.with_memory(Buying(tuple(seat for seat in state.live if seat not in poor)))

    def _buys_nothing(self, state: State) -> bool:
        """Whether what is for sale is the face of a card that a short deck will not deal to anyone."""
        following = next((step for step in state.game.script[state.at :] if isinstance(step, Deal)), None)
        if following is None or following.bought != _spec(state).key:
            return False
        return left_in_deck(state) + state.discards < len(following.cards) * len(state.live)

    def finished(self, state: State) -> bool:
        return not _waiting(state)

    def prompt(self, state: State) -> Prompt:
        seat = _waiting(state)[0]
        price = price_chips(_spec(state).price, state)
        cost = f"{price} " if price else ""
        text = f"{state.name(seat)}: {cost}{_spec(state).what}?"
        return Prompt("offer", f"{state.frame.label}: offer", text, yes_or_no(seat, price), seat)

    def call(self, state: State) -> str:
        name = state.name(_waiting(state)[0])
        price = price_chips(_spec(state).price, state)
        if price:
            return f"{name} may pay {price} {_spec(state).what}"
        return f"{name} may ask {_spec(state).what}, for nothing"

    def apply(self, state: State, action: Action) -> State | Refusal:
        spec = _spec(state)
        seat = _waiting(state)[0]
        if problem := not_your_turn(state, action, seat, "answer"):
            return problem
        rest = Buying(_waiting(state)[1:])
        if action.verb == "no":
            return state.with_memory(rest)
        after = paid(state, seat, action, price_chips(spec.price, state), "it")
        if isinstance(after, Refusal):
            return after
        buyers = after.bought[spec.key] | {seat}
        return replace(after, bought={**after.bought, spec.key: buyers}).with_memory(rest)


def _spec(state: State) -> Buy:
    return cast(Buy, state.frame.spec)


def _waiting(state: State) -> tuple[int, ...]:
    return cast(Buying, state.frame.memory).waiting
