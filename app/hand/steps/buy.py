"""Purchases with chips that are not bets: offers to one player at a time, and trades among all."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import field
from typing import ClassVar, TypeVar

from app.cards.card import UNSEEN
from app.dataclass import dataclass, replace
from app.games.steps import PotPrice, Spec, prices_of
from app.games.steps.bet import Buy
from app.games.steps.deal import Deal
from app.games.steps.draw import Trade
from app.hand.action import DECLINE, DONE, PAY, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError, check_turn, offer_asks
from app.hand.betting.sizes import can_afford, pass_over, pay_price, price_chips
from app.hand.cards import burn, change_hand, forget_once_up, left_in_deck
from app.hand.chips import behind
from app.hand.state import State, out_of_the_hand
from app.hand.steps import StepKind, add_at, plays


@dataclass(frozen=True, slots=True)
class Offered:
    """The seats still to answer an offer, the next first; ``bought``: that one has paid for what is now due."""

    waiting: tuple[int, ...]
    bought: bool = False


S = TypeVar("S", bound=Spec)
M = TypeVar("M", bound=Offered)


class OfferKind(StepKind[S, M]):
    """An offer to one player at a time: each pays the price, unless it is free, or declines."""

    #: The words of refusals for the item offered, and for the action of the player in turn.
    item: ClassVar[str] = "it"
    doing: ClassVar[str] = "answer"

    def begin(self, state: State) -> State:
        state, able = self.open_to(state, state.live)
        return state.with_memory(Offered(able))

    def waiting(self, state: State) -> tuple[int, ...]:
        return self.memory(state).waiting

    def resume(self, state: State) -> State:
        memory, asked = self.memory(state), self.asked(state)
        if memory.waiting and memory.waiting[0] not in asked:
            return self.next_seat(state)
        able = tuple(
            seat for seat in memory.waiting if seat in asked and (memory.bought or self.is_open_to(state, seat))
        )
        return state if able == memory.waiting else self.remember(state, waiting=able)

    def asked(self, state: State) -> Container[int]:
        """Return the seats that may be asked: those still in; version 0.2 also asked players made to fold."""
        return state.setup.seats if state.setup.from_0_2 else state.live

    def with_cards(self, state: State) -> tuple[int, ...]:
        """Return the seats that hold cards and still get some."""
        return tuple(seat for seat in state.dealt_in if state.players[seat].cards)

    def is_open_to(self, state: State, seat: int) -> bool:
        """Return whether a seat can take the offer."""
        return can_afford(state, seat, self._price(state))

    def open_to(self, state: State, seats: Iterable[int], item: str = "") -> tuple[State, tuple[int, ...]]:
        """Announce the seats that cannot pay the price; return the state and the seats that can."""
        price = self._price(state)
        able = tuple(seat for seat in seats if can_afford(state, seat, price))
        return pass_over(state, set(seats) - set(able), price, item), able

    def price(self, state: State) -> int:
        """Return the price in chips."""
        return price_chips(self._price(state), state)

    def _price(self, state: State) -> PotPrice:
        return prices_of(self.spec(state))[0]

    def check_turn(self, state: State, action: Action) -> None:
        """Refuse an action by any player but the next."""
        check_turn(action, self.memory(state).waiting[0], self.doing)

    def answer_offer(self, state: State, action: Action) -> State:
        """Take the payment or, if the player declines, go on to the next one."""
        if action.verb == DECLINE:
            return self.next_seat(state)
        return self.remember(pay_price(state, action, self.price(state), self.item), bought=True)

    def next_seat(self, state: State) -> State:
        """Go on to the next player."""
        return self.remember(state, waiting=self.memory(state).waiting[1:], bought=False)


@dataclass(frozen=True, slots=True)
class Buyers:
    """The seats that have bought, by the key of the offer in the game file."""

    seats: Mapping[str, frozenset[int]] = field(default_factory=dict)

    def of(self, key: str) -> frozenset[int]:
        """Return the seats that have bought under a key."""
        return self.seats.get(key, frozenset())


@plays(Buy)
class BuyKind(OfferKind[Buy, Offered]):
    """Each player in turn pays for an offer, or declines."""

    verbs = frozenset({PAY, DECLINE})

    def begin(self, state: State) -> State:
        state = state.with_note(Buyers({**state.recall(Buyers).seats, self.spec(state).key: frozenset()}))
        return state.with_memory(Offered(())) if self._sells_nothing(state) else super().begin(state)

    def _sells_nothing(self, state: State) -> bool:
        """Return whether the offer is for the faces of the next street, which the short deck cannot deal in full."""
        following = next((step for step in state.game.script[state.next_step :] if isinstance(step, Deal)), None)
        if following is None or following.bought != self.spec(state).key:
            return False
        left = left_in_deck(burn(state)) + state.discards
        return left < len(following.cards) * len(state.live)

    def prompt(self, state: State) -> Prompt:
        seat = self.memory(state).waiting[0]
        return Prompt("offer", self.question_aloud(state), offer_asks(seat, self.price(state)), seat)

    def question_aloud(self, state: State) -> Question:
        seat, price = self.memory(state).waiting[0], self.price(state)
        return Question("may buy" if price else "may ask", seat, amount=price, word=self.spec(state).what)

    def apply(self, state: State, action: Action) -> State:
        self.check_turn(state, action)
        state = self.answer_offer(state, action)
        if action.verb == DECLINE:
            return state
        key, buyers = self.spec(state).key, state.recall(Buyers)
        return self.next_seat(state.with_note(Buyers({**buyers.seats, key: buyers.of(key) | {action.player}})))


@dataclass(frozen=True, slots=True)
class Trading:
    """The number of trades that each seat has made, and whether trading is over."""

    made: tuple[int, ...]
    over: bool = False


@plays(Trade)
class TradeKind(StepKind[Trade, Trading]):
    """Each payment is for one trade. The cards are not entered, so every down card of a trader may have changed."""

    verbs = frozenset({PAY, DONE})

    def begin(self, state: State) -> State:
        return state.with_memory(Trading((0,) * len(state.players)))

    def finished(self, state: State) -> bool:
        return self.memory(state).over

    def prompt(self, state: State) -> Prompt:
        spec, made = self.spec(state), self.memory(state).made
        half_paid, price = self._half_paid(state), price_chips(spec.price, state)
        asks = [] if half_paid else [Ask(Action(DONE), manner="done")]
        asks += [
            Ask(Action(PAY, seat, amount=price), manner="trades" if price else "trades for nothing", chips=price)
            for seat in state.live
            if can_afford(state, seat, spec.price) and made[seat] < spec.most and self._can_be_matched(state, seat)
        ]
        # If only one player can pay the other half, the prompt names that player.
        only = asks[0].seat if half_paid and len(asks) == 1 else None
        other = Question("pays for the trade too" if price else "trades too", amount=price)
        return Prompt("offer", other if half_paid else self.question_aloud(state), tuple(asks), only)

    def question_aloud(self, state: State) -> Question:
        spec = self.spec(state)
        return Question("trades", amount=price_chips(spec.price, state), count=spec.most)

    def apply(self, state: State, action: Action) -> State:
        spec, made = self.spec(state), self.memory(state).made
        if action.verb == DONE:
            if self._half_paid(state) and not action.ruling:
                raise RefusalError("a trade is paid for by both", overrulable=True)
            return self.remember(state, over=True)
        seat = action.player
        if not state.players[seat].live:
            raise out_of_the_hand(state, seat)
        if not can_afford(state, seat, spec.price):
            raise RefusalError("cannot pay for a trade", seat)
        if made[seat] >= spec.most:
            raise RefusalError("no more trades", seat, count=spec.most)
        if not self._can_be_matched(state, seat) and not action.ruling:
            raise RefusalError("nobody to trade with", seat, overrulable=True)
        state = pay_price(state, action, price_chips(spec.price, state), "a trade")
        cards = tuple(held if held.up else replace(held, card=UNSEEN) for held in state.players[seat].cards)
        # Only the two traders know which cards change hands.
        return self.remember(change_hand(forget_once_up(state), seat, cards), made=add_at(made, seat))

    def _half_paid(self, state: State) -> bool:
        """Return whether a trade is paid for by one side only: the payments do not pair up between two players."""
        made = self.memory(state).made
        return self.spec(state).both_pay and (sum(made) % 2 == 1 or max(made) > sum(made) - max(made))

    def _can_be_matched(self, state: State, seat: int) -> bool:
        """Return whether other players can still pair up with a seat's next payment."""
        if not self.spec(state).both_pay:
            return True
        made = add_at(self.memory(state).made, seat)
        left = add_at(tuple(self._left(state, other) for other in state.setup.seats), seat, -1)
        busiest = made.index(max(made))
        lacking = 2 * made[busiest] - sum(made)
        if lacking > 0:
            return sum(left) - left[busiest] >= lacking
        return any(left) or sum(made) % 2 == 0

    def _left(self, state: State, seat: int) -> int:
        """Return how many more trades a seat may make and pay for."""
        spec, chips = self.spec(state), behind(state, seat)
        if not state.players[seat].live:
            return 0
        left = spec.most - self.memory(state).made[seat]
        price = price_chips(spec.price, state)
        return left if chips is None or not price else min(left, chips // price)
