"""Buying an option."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.games.steps.bet import Buy
from app.games.steps.deal import Deal
from app.hand.action import DECLINE, PAY, Action
from app.hand.ask import Prompt, Question
from app.hand.cards import burn, left_in_deck
from app.hand.chips import price_chips
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.turns import not_your_turn, offer_asks, paid, pass_over, who_can_pay


@dataclass(frozen=True, slots=True)
class Buyers:
    """Who has bought what: seats, by the key that game files give it."""

    seats: Mapping[str, frozenset[int]] = field(default_factory=dict)

    def of(self, key: str) -> frozenset[int]:
        """Return the seats that have bought a key."""
        return self.seats.get(key, frozenset())


@dataclass(frozen=True, slots=True)
class MayBuy(Question):
    """A player may buy what the game file says, at this price."""

    price: int = 0
    what: str = ""


@plays(Buy)
class BuyKind(StepKind[Buy, tuple[int, ...]]):
    """One player after the other says yes or no; the payment is not a bet. Remembers who has yet to answer."""

    verbs = frozenset({PAY, DECLINE})

    def begin(self, state: State) -> State:
        spec = self.spec(state)
        bought = {**state.recall(Buyers).seats, spec.key: frozenset[int]()}
        if self._buys_nothing(state):
            return state.with_note(Buyers(bought)).with_memory(())
        able = who_can_pay(state, state.live, spec.price)
        state = pass_over(state, set(state.live) - set(able), spec.price).with_note(Buyers(bought))
        return state.with_memory(able)

    def _buys_nothing(self, state: State) -> bool:
        """Return whether what is for sale is the face of a card that a short deck will not deal to anyone."""
        following = next((step for step in state.game.script[state.next_step :] if isinstance(step, Deal)), None)
        if following is None or following.bought != self.spec(state).key:
            return False
        left = left_in_deck(burn(state)) + state.discards
        return left < len(following.cards) * len(state.live)

    def resume(self, state: State) -> State:
        waiting = who_can_pay(state, self.memory(state), self.spec(state).price)
        return state if waiting == self.memory(state) else state.with_memory(waiting)

    def finished(self, state: State) -> bool:
        return not self.memory(state)

    def prompt(self, state: State) -> Prompt:
        question = self.call(state)
        return Prompt("offer", question, offer_asks(self.memory(state)[0], question.price), question.seat)

    def call(self, state: State) -> MayBuy:
        spec = self.spec(state)
        return MayBuy(self.memory(state)[0], price_chips(spec.price, state), spec.what)

    def apply(self, state: State, action: Action) -> State | Refusal:
        spec = self.spec(state)
        seat, *rest = self.memory(state)
        if problem := not_your_turn(action, seat, "answer"):
            return problem
        if action.verb == DECLINE:
            return state.with_memory(tuple(rest))
        after = paid(state, action, price_chips(spec.price, state), "it")
        if isinstance(after, Refusal):
            return after
        buyers = after.recall(Buyers)
        noted = Buyers({**buyers.seats, spec.key: buyers.of(spec.key) | {seat}})
        return after.with_note(noted).with_memory(tuple(rest))
