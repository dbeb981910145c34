"""Several hands a player: building them in the open, and rearranging them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.cards.card import Card
from app.games.steps.hands import Build, Rearrange
from app.hand.action import DECLINE, MOVE, PAY, SWAP, TURN_UP, Action
from app.hand.ask import Ask, Prompt, Question, TakesCards
from app.hand.cards import one_named, turn_up
from app.hand.chips import price_chips
from app.hand.refusal import Refusal
from app.hand.state import Player, State
from app.hand.steps import StepKind, plays
from app.hand.turns import affordable, not_your_turn, offer_asks, paid, pass_over

_FULL = 5


def count_in_hand(player: Player, hand: str) -> int:
    """Return how many cards a player has put into one of their hands."""
    return sum(held.hand == hand for held in player.cards)


@dataclass(frozen=True, slots=True)
class Building:
    """How many cards each seat has turned up in this step, and into which hands, in that order."""

    turned: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class BuildsHands(Question):
    """Everyone, or one player, turns up so many cards for these hands; ``each``: one for every hand."""

    count: int = 1
    hands: tuple[str, ...] = ()
    each: bool = False


@plays(Build)
class BuildKind(StepKind[Build, Building]):
    """Everybody turns up the same number of cards; each says which hand it goes to."""

    verbs = frozenset({TURN_UP})
    deals = True

    def begin(self, state: State) -> State:
        count = len(state.players)
        return state.with_memory(Building((0,) * count, ((),) * count))

    def finished(self, state: State) -> bool:
        return not self._waiting(state)

    def prompt(self, state: State) -> Prompt:
        spec = self.spec(state)
        waiting = self._waiting(state)
        asks = tuple(
            Ask(Action(TURN_UP, seat, word=hand), TakesCards("down cards"), manner="to hand")
            for seat in waiting
            for hand in spec.hands
            if self._room(state, seat, hand)
        )
        return Prompt("roll", BuildsHands(waiting[0], spec.count, spec.hands, spec.each), asks, waiting[0])

    def call(self, state: State) -> Question | None:
        spec = self.spec(state)
        return BuildsHands(None, spec.count, spec.hands, spec.each)

    def apply(self, state: State, action: Action) -> State | Refusal:
        spec, seat, hand = self.spec(state), action.player, action.word
        if seat not in self._waiting(state):
            return Refusal("no card to turn up", seat)
        if hand not in spec.hands:
            return Refusal("which card to which hand", words=spec.hands)
        card = one_named(action.cards)
        if isinstance(card, Refusal):
            return card
        if not self._room(state, seat, hand):
            return Refusal("hand takes no more cards", seat, word=hand)
        turned = turn_up(state, seat, card)
        if isinstance(turned, Refusal):
            return turned
        memory = self.memory(state)
        counts = tuple(n + (at == seat) for at, n in enumerate(memory.turned))
        filled = tuple((*names, hand) if at == seat else names for at, names in enumerate(memory.hands))
        return place(turned, seat, card, hand).with_memory(Building(counts, filled))

    def _room(self, state: State, seat: int, hand: str) -> bool:
        """Return whether a hand takes another card in this step."""
        spec, memory = self.spec(state), self.memory(state)
        if spec.each and memory.hands[seat].count(hand) >= spec.count // len(spec.hands):
            return False
        return count_in_hand(state.players[seat], hand) < _FULL

    def _waiting(self, state: State) -> list[int]:
        spec, memory = self.spec(state), self.memory(state)
        return [seat for seat in state.live if memory.turned[seat] < spec.count and state.players[seat].down]


def place(state: State, seat: int, card: Card, hand: str) -> State:
    """Return the state with one of a seat's up-cards in one of its hands."""
    cards = tuple(replace(held, hand=hand) if held.card == card else held for held in state.players[seat].cards)
    return state.with_player(seat, cards=cards)


@dataclass(frozen=True, slots=True)
class Rearranging:
    """The seats that have not answered, in order, and whether the first has paid."""

    waiting: tuple[int, ...]
    bought: bool = False


@dataclass(frozen=True, slots=True)
class MayRearrange(Question):
    """A player may swap or move a card for this price; or, having paid, does."""

    price: int = 0
    bought: bool = False


@plays(Rearrange)
class RearrangeKind(StepKind[Rearrange, Rearranging]):
    """In turn: pay, then swap two cards or move one; or leave the hands as they are."""

    verbs = frozenset({PAY, DECLINE, MOVE, SWAP})

    def begin(self, state: State) -> State:
        price = self.spec(state).price
        seats = [seat for seat in state.live if _changes(state, seat)]
        waiting = tuple(seat for seat in seats if affordable(state, seat, price) is not None)
        poor = [seat for seat in seats if seat not in waiting]
        return pass_over(state, poor, price, "to swap or move a card").with_memory(Rearranging(waiting))

    def finished(self, state: State) -> bool:
        return not self.memory(state).waiting

    def prompt(self, state: State) -> Prompt:
        memory = self.memory(state)
        seat, price = memory.waiting[0], self._price(state)
        asks = tuple(_changes(state, seat)) if memory.bought else offer_asks(seat, price)
        return Prompt("offer", MayRearrange(seat, price, memory.bought), asks, seat)

    def call(self, state: State) -> Question | None:
        memory = self.memory(state)
        return None if memory.bought else MayRearrange(memory.waiting[0], self._price(state))

    def apply(self, state: State, action: Action) -> State | Refusal:
        memory = self.memory(state)
        seat = memory.waiting[0]
        if problem := not_your_turn(action, seat, "rearrange"):
            return problem
        if action.verb == DECLINE and not memory.bought:
            return state.with_memory(Rearranging(memory.waiting[1:]))
        if action.verb == PAY and not memory.bought:
            after = paid(state, action, self._price(state), "rearranging")
            return after if isinstance(after, Refusal) else after.with_memory(replace(memory, bought=True))
        if not memory.bought:
            return Refusal("pay for a swap or move first")
        offered = {(ask.action.verb, frozenset(ask.action.cards), ask.action.word) for ask in _changes(state, seat)}
        if (action.verb, frozenset(action.cards), action.word) not in offered:
            return Refusal("no such swap or move")
        hands = {held.card: held.hand for held in state.players[seat].cards}
        first = action.cards[0]
        if action.verb == SWAP:
            second = action.cards[1]
            state = place(place(state, seat, first, hands[second]), seat, second, hands[first])
        else:
            state = place(state, seat, first, action.word)
        return state.with_memory(Rearranging(memory.waiting[1:]))

    def _price(self, state: State) -> int:
        return price_chips(self.spec(state).price, state)


def _hand_names(state: State) -> tuple[str, ...]:
    """Return the hands that are built in this game."""
    return next((spec.hands for spec in state.game.script if isinstance(spec, Build)), ())


def _changes(state: State, seat: int) -> list[Ask]:
    """Return every swap between two hands and every move into one with room."""
    player = state.players[seat]
    placed = [held for held in player.cards if held.hand]
    asks = []
    for at, held in enumerate(placed):
        for hand in _hand_names(state):
            if hand != held.hand and count_in_hand(player, hand) < _FULL:
                asks.append(Ask(Action(MOVE, seat, cards=(held.card,), word=hand), manner="moves"))
        for other in placed[at + 1 :]:
            if other.hand != held.hand:
                asks.append(Ask(Action(SWAP, seat, cards=(held.card, other.card)), manner="swaps"))
    return asks
