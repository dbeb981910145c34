"""Several hands a player: building them in the open, and rearranging them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.cards.card import Card
from app.games.steps.hands import Build, Choosing, Rearrange
from app.hand.action import DECLINE, MOVE, PAY, SWAP, TURN_UP, Action
from app.hand.ask import Ask, Prompt, Question, TakesCards
from app.hand.cards import one_named, turn_up
from app.hand.chips import price_chips
from app.hand.open_hands import begun_hands, hand_name
from app.hand.refusal import Refusal
from app.hand.state import Player, State
from app.hand.steps import StepKind, plays
from app.hand.turns import affordable, not_your_turn, offer_asks, paid, pass_over

_FULL = 5


def count_in_hand(player: Player, hand: str) -> int:
    """Return how many cards a player has put into one of their hands."""
    return sum(held.hand == hand for held in player.cards)


def hands_to_fill(state: State, seat: int, spec: Build) -> tuple[str, ...]:
    """Return the hands that another card of a seat may go to; of those not named, a new one comes last."""
    if spec.hands:
        names = spec.hands
    else:
        begun = begun_hands(state, seat)
        numbers = range(1, len(begun) + 2)
        names = (*begun, next(name for number in numbers if (name := hand_name(number)) not in begun))
    return tuple(name for name in names if count_in_hand(state.players[seat], name) < _FULL)


@dataclass(frozen=True, slots=True)
class Building:
    """How many cards each seat has turned up in this step, and into which hands, in that order."""

    turned: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class BuildsHands(Question):
    """Everyone, or one player, turns up so many cards for these hands, or for any; ``each``: one for every hand."""

    count: int = 1
    hands: tuple[str, ...] = ()
    each: bool = False
    chosen: Choosing = "from the hand"


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
        waiting = self._waiting(state)
        asks = tuple(self._ask(state, seat, hand) for seat in waiting for hand in self._open(state, seat))
        return Prompt("roll", self._question(state, waiting[0]), asks, waiting[0])

    def call(self, state: State) -> Question | None:
        return self._question(state)

    def apply(self, state: State, action: Action) -> State | Refusal:
        spec, seat, hand = self.spec(state), action.player, action.word
        if seat not in self._waiting(state):
            return Refusal("no card to turn up", seat)
        if not self._known(state, seat, hand):
            return Refusal("which card to which hand", words=hands_to_fill(state, seat, spec))
        card = one_named(action.cards)
        if isinstance(card, Refusal):
            return card
        if count_in_hand(state.players[seat], hand) >= _FULL or self._had_its_cards(state, seat, hand):
            return Refusal("hand takes no more cards", seat, word=hand)
        turned = turn_up(state, seat, card)
        if isinstance(turned, Refusal):
            return turned
        memory = self.memory(state)
        counts = tuple(n + (at == seat) for at, n in enumerate(memory.turned))
        filled = tuple((*names, hand) if at == seat else names for at, names in enumerate(memory.hands))
        return place(turned, seat, card, hand).with_memory(Building(counts, filled))

    def together(self, state: State) -> bool:
        return True

    def _question(self, state: State, seat: int | None = None) -> BuildsHands:
        spec = self.spec(state)
        return BuildsHands(seat, spec.count, spec.hands, spec.each, spec.chosen)

    def _ask(self, state: State, seat: int, hand: str) -> Ask:
        if self.spec(state).hands:
            manner = "to hand"
        else:
            manner = "to numbered hand" if count_in_hand(state.players[seat], hand) else "to new hand"
        return Ask(Action(TURN_UP, seat, word=hand), TakesCards("down cards"), manner=manner)

    def _open(self, state: State, seat: int) -> list[str]:
        """Return the hands that take another card in this step."""
        hands = hands_to_fill(state, seat, self.spec(state))
        return [hand for hand in hands if not self._had_its_cards(state, seat, hand)]

    def _had_its_cards(self, state: State, seat: int, hand: str) -> bool:
        """Return whether a hand has had as many cards as each of them gets in this step."""
        spec, memory = self.spec(state), self.memory(state)
        return spec.each and memory.hands[seat].count(hand) >= spec.count // len(spec.hands)

    def _known(self, state: State, seat: int, hand: str) -> bool:
        """Return whether there can be a hand of this name. Hands without names may be begun in any order."""
        numbers = range(1, len(state.players[seat].cards) + 1)
        return hand in (self.spec(state).hands or map(hand_name, numbers))

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
    """A player may swap or move a card for this price, or swap two for nothing; or, having paid, does."""

    price: int = 0
    bought: bool = False
    free_swap: bool = False


@plays(Rearrange)
class RearrangeKind(StepKind[Rearrange, Rearranging]):
    """In turn: swap two cards or move one, paying first for what is not free; or leave the hands as they are."""

    verbs = frozenset({PAY, DECLINE, MOVE, SWAP})

    def begin(self, state: State) -> State:
        price = self.spec(state).price
        poor = [seat for seat in state.live if self._bought(state, seat) and affordable(state, seat, price) is None]
        state = pass_over(state, poor, price, "to swap or move a card")
        return state.with_memory(Rearranging(tuple(seat for seat in state.live if self._offered(state, seat))))

    def finished(self, state: State) -> bool:
        return not self.memory(state).waiting

    def resume(self, state: State) -> State:
        memory = self.memory(state)
        waiting = tuple(seat for seat in memory.waiting if memory.bought or self._offered(state, seat))
        return state if waiting == memory.waiting else state.with_memory(replace(memory, waiting=waiting))

    def prompt(self, state: State) -> Prompt:
        memory = self.memory(state)
        seat = memory.waiting[0]
        if memory.bought:
            asks = tuple(self._bought(state, seat))
        else:
            asks = (*self._offered(state, seat), Ask(Action(DECLINE, seat), manner="no thanks"))
        return Prompt("offer", self._question(state), asks, seat)

    def call(self, state: State) -> Question | None:
        return None if self.memory(state).bought else self._question(state)

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
        free = self.spec(state).swap == "free"
        if not memory.bought and not (free and action.verb == SWAP):
            return Refusal("pay for a move first" if free else "pay for a swap or move first")
        possible = self._bought(state, seat) if memory.bought else _swaps(state, seat)
        offered = {(ask.action.verb, frozenset(ask.action.cards), ask.action.word) for ask in possible}
        if (action.verb, frozenset(action.cards), action.word) not in offered:
            return Refusal("no such swap or move")
        return _changed(state, seat, action).with_memory(Rearranging(memory.waiting[1:]))

    def _question(self, state: State) -> MayRearrange:
        memory = self.memory(state)
        free = self.spec(state).swap == "free"
        return MayRearrange(memory.waiting[0], self._price(state), memory.bought, free)

    def _offered(self, state: State, seat: int) -> list[Ask]:
        """Return how a seat may begin: pay, where it can and there is something to pay for, or swap for nothing."""
        spec = self.spec(state)
        asks = []
        if self._bought(state, seat) and affordable(state, seat, spec.price) is not None:
            asks.append(offer_asks(seat, self._price(state))[0])
        return asks + (_swaps(state, seat) if spec.swap == "free" else [])

    def _bought(self, state: State, seat: int) -> list[Ask]:
        """Return every change that is paid for."""
        return _moves(state, seat) + ([] if self.spec(state).swap == "free" else _swaps(state, seat))

    def _price(self, state: State) -> int:
        return price_chips(self.spec(state).price, state)


def _changed(state: State, seat: int, action: Action) -> State:
    """Return the state after a swap or a move."""
    hands = {held.card: held.hand for held in state.players[seat].cards}
    first = action.cards[0]
    if action.verb == MOVE:
        return place(state, seat, first, action.word)
    second = action.cards[1]
    return place(place(state, seat, first, hands[second]), seat, second, hands[first])


def _moves(state: State, seat: int) -> list[Ask]:
    """Return every move of a card into another hand with room."""
    build = next((spec for spec in state.game.script if isinstance(spec, Build)), Build())
    return [
        Ask(Action(MOVE, seat, cards=(held.card,), word=hand), manner="moves")
        for held in state.players[seat].cards
        if held.hand
        for hand in hands_to_fill(state, seat, build)
        if hand != held.hand
    ]


def _swaps(state: State, seat: int) -> list[Ask]:
    """Return every swap of two cards between two hands."""
    placed = [held for held in state.players[seat].cards if held.hand]
    return [
        Ask(Action(SWAP, seat, cards=(held.card, other.card)), manner="swaps")
        for at, held in enumerate(placed)
        for other in placed[at + 1 :]
        if other.hand != held.hand
    ]
