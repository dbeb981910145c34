"""Paying for something else than a bet: an option, a trade."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.cards.card import UNSEEN
from app.games.steps.bet import Buy
from app.games.steps.deal import Deal
from app.games.steps.draw import Trade
from app.hand.action import DECLINE, DONE, PAY, Action
from app.hand.ask import Ask, Prompt, Question
from app.hand.cards import burn, left_in_deck
from app.hand.chips import behind, price_chips
from app.hand.once_up import forget
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.turns import affordable, not_your_turn, offer_asks, out_of_the_hand, paid, pass_over, who_can_pay


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


@dataclass(frozen=True, slots=True)
class Trading:
    """How many trades each seat has made, and whether trading is over."""

    made: tuple[int, ...]
    over: bool = False


@dataclass(frozen=True, slots=True)
class Trades(Question):
    """Players trade at this price each, up to so many times; ``half_paid``: one side of a trade has yet to pay."""

    price: int = 0
    most: int = 1
    half_paid: bool = False


@plays(Trade)
class TradeKind(StepKind[Trade, Trading]):
    """Each payment is one trade; what was traded nobody knows, so every card of a trader may be another now."""

    verbs = frozenset({PAY, DONE})

    def begin(self, state: State) -> State:
        return state.with_memory(Trading((0,) * len(state.players)))

    def finished(self, state: State) -> bool:
        return self.memory(state).over

    def prompt(self, state: State) -> Prompt:
        half_paid = self._half_paid(state)
        asks = [] if half_paid else [Ask(Action(DONE), manner="done")]
        for seat in state.live:
            price = affordable(state, seat, self.spec(state).price)
            if price is not None and self._why_no_trade(state, seat) is None:
                asks.append(Ask(Action(PAY, seat, amount=price), manner="trades", chips=price))
        # The last who can pay is asked by name: there is nobody to choose from.
        only = asks[0].seat if half_paid and len(asks) == 1 else None
        return Prompt("offer", replace(self.call(state), half_paid=half_paid), tuple(asks), only)

    def call(self, state: State) -> Trades:
        spec = self.spec(state)
        return Trades(None, price_chips(spec.price, state), spec.most)

    def apply(self, state: State, action: Action) -> State | Refusal:
        spec, memory = self.spec(state), self.memory(state)
        if action.verb == DONE:
            if self._half_paid(state) and not action.ruling:
                return Refusal("a trade is paid for by both", overrulable=True)
            return state.with_memory(replace(memory, over=True))
        seat = action.player
        if not state.players[seat].live:
            return out_of_the_hand(state, seat)
        price = affordable(state, seat, spec.price)
        if price is None:
            return Refusal("cannot pay for a trade", seat)
        why = self._why_no_trade(state, seat)
        if why and not (why.overrulable and action.ruling):
            return why
        after = paid(state, action, price, "a trade")
        if isinstance(after, Refusal):
            return after
        cards = tuple(held if held.up else replace(held, card=UNSEEN) for held in after.players[seat].cards)
        # Only the two who trade know which cards they give.
        after = forget(after)
        made = tuple(n + (at == seat) for at, n in enumerate(memory.made))
        return after.with_player(seat, cards=cards).with_memory(replace(memory, made=made))

    def _half_paid(self, state: State) -> bool:
        """Return whether the payments are not those of whole trades, each between two players."""
        made = self.memory(state).made
        return self.spec(state).both_pay and (sum(made) % 2 == 1 or max(made) > sum(made) - max(made))

    def _why_no_trade(self, state: State, seat: int) -> Refusal | None:
        """Return why a seat cannot pay for one more trade: it has made enough, or nobody is left to trade with."""
        spec, made = self.spec(state), list(self.memory(state).made)
        if made[seat] >= spec.most:
            return Refusal("no more trades", seat, count=spec.most)
        left = [self._left(state, other) for other in state.setup.seats]
        made[seat], left[seat] = made[seat] + 1, left[seat] - 1
        busiest = made.index(max(made))
        lacking = 2 * made[busiest] - sum(made)
        others = sum(left) - left[busiest]
        matched = others >= lacking if lacking > 0 else any(left) or sum(made) % 2 == 0
        return None if matched or not spec.both_pay else Refusal("nobody to trade with", seat, overrulable=True)

    def _left(self, state: State, seat: int) -> int:
        """Return how many more trades a seat may make and pay for."""
        spec, chips = self.spec(state), behind(state, seat)
        if not state.players[seat].live:
            return 0
        left = spec.most - self.memory(state).made[seat]
        price = price_chips(spec.price, state)
        return left if chips is None or not price else min(left, chips // price)
