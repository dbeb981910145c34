"""Trading down cards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.cards.card import UNSEEN
from app.games.steps.trade import Trade
from app.hand.action import DONE, PAY, Action
from app.hand.ask import Ask, Prompt, Question
from app.hand.chips import price_chips
from app.hand.once_up import forget
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.turns import affordable, out_of_the_hand, paid


@dataclass(frozen=True, slots=True)
class Trading:
    """How many trades each seat has made, and whether trading is over."""

    made: tuple[int, ...]
    over: bool = False


@dataclass(frozen=True, slots=True)
class Trades(Question):
    """Players trade at this price each, up to so many times."""

    price: int = 0
    most: int = 1


@plays(Trade)
class TradeKind(StepKind[Trade, Trading]):
    """Each payment is one trade; what was traded nobody knows, so every card of a trader may be another now."""

    verbs = frozenset({PAY, DONE})

    def begin(self, state: State) -> State:
        return state.with_memory(Trading((0,) * len(state.players)))

    def finished(self, state: State) -> bool:
        return self.memory(state).over

    def prompt(self, state: State) -> Prompt:
        spec, memory = self.spec(state), self.memory(state)
        asks = [Ask(Action(DONE), manner="done")]
        for seat in state.live:
            price = affordable(state, seat, spec.price)
            if memory.made[seat] < spec.most and price is not None:
                asks.append(Ask(Action(PAY, seat, amount=price), manner="trades", chips=price))
        return Prompt("offer", self.call(state), tuple(asks))

    def call(self, state: State) -> Question:
        spec = self.spec(state)
        return Trades(None, price_chips(spec.price, state), spec.most)

    def apply(self, state: State, action: Action) -> State | Refusal:
        spec, memory = self.spec(state), self.memory(state)
        if action.verb == DONE:
            return state.with_memory(replace(memory, over=True))
        seat = action.player
        if not state.players[seat].live:
            return out_of_the_hand(state, seat)
        if memory.made[seat] >= spec.most:
            return Refusal("no more trades", seat, count=spec.most)
        price = affordable(state, seat, spec.price)
        if price is None:
            return Refusal("cannot pay for a trade", seat)
        after = paid(state, action, price, "a trade")
        if isinstance(after, Refusal):
            return after
        cards = tuple(held if held.up else replace(held, card=UNSEEN) for held in after.players[seat].cards)
        # Only the two who trade know which cards they give.
        after = forget(after)
        made = tuple(n + (at == seat) for at, n in enumerate(memory.made))
        return after.with_player(seat, cards=cards).with_memory(replace(memory, made=made))
