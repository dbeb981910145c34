"""Several hands per player: building open hands, rearranging them, and setting cards aside as a second hand."""

from __future__ import annotations

from collections import Counter

from app.cards.card import UNSEEN, Card, is_joker
from app.dataclass import dataclass, replace
from app.games.steps.hands import Build, Rearrange, SetAside
from app.hand.action import DECLINE, MOVE, PAY, SET_ASIDE, SWAP, TURN_UP, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError, TakesCards, cards_ask, offer_asks, one_tap_prompt
from app.hand.betting.sizes import can_afford, pass_over
from app.hand.cards import check_new, one_named, turn_up
from app.hand.event import Event
from app.hand.open_hands import begun_hands
from app.hand.state import Player, State, out_of_the_hand
from app.hand.steps import StepKind, plays
from app.hand.steps.buy import Offered, OfferKind
from app.ranking.words import HandName, Shown, show_high
from app.text import ordinal_word

_FULL = 5


def count_in_hand(player: Player, hand: str) -> int:
    """Return how many cards a player has put into one of their hands."""
    return sum(held.hand == hand for held in player.cards)


def hands_to_fill(state: State, seat: int, spec: Build) -> tuple[str, ...]:
    """Return a seat's hands that are not full; if the game names none, a new hand comes last."""
    if spec.hands:
        names = spec.hands
    else:
        begun = begun_hands(state, seat)
        numbers = range(1, len(begun) + 2)
        names = (*begun, next(name for number in numbers if (name := ordinal_word(number)) not in begun))
    return tuple(name for name in names if count_in_hand(state.players[seat], name) < _FULL)


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildsHands(Question):
    """Everyone, or one player, turns up cards for hands, as the step says."""

    spec: Build


@plays(Build)
class BuildKind(StepKind[Build, tuple[tuple[str, ...], ...]]):
    """Everybody turns up the same number of cards, each for one of their hands.

    The memory has, by seat, the hands that the cards of this step went to.
    """

    verbs = frozenset({TURN_UP})
    deals = True

    def begin(self, state: State) -> State:
        return state.with_memory(((),) * len(state.players))

    def prompt(self, state: State) -> Prompt:
        waiting = self.waiting(state)
        asks = tuple(self._ask(state, seat, hand) for seat in waiting for hand in self._takers(state, seat))
        return Prompt("roll", replace(self.question_aloud(state), seat=waiting[0]), asks, waiting[0])

    def question_aloud(self, state: State) -> BuildsHands:
        return BuildsHands(spec=self.spec(state))

    def apply(self, state: State, action: Action) -> State:
        spec, seat, hand = self.spec(state), action.player, action.word
        if seat not in self.waiting(state):
            raise RefusalError("no card to turn up", seat)
        # Hands without names may be begun in any order.
        numbers = range(1, len(state.players[seat].cards) + 1)
        if hand not in (spec.hands or map(ordinal_word, numbers)):
            raise RefusalError("which card to which hand", words=hands_to_fill(state, seat, spec))
        card = one_named(action.cards)
        if count_in_hand(state.players[seat], hand) >= _FULL or self._had_its_cards(state, seat, hand):
            raise RefusalError("hand takes no more cards", seat, word=hand)
        state = _place(turn_up(state, seat, action.cards), seat, card, hand)
        filled = tuple((*names, hand) if at == seat else names for at, names in enumerate(self.memory(state)))
        return state.with_memory(filled)

    def together(self, state: State) -> bool:
        return True

    def _ask(self, state: State, seat: int, hand: str) -> Ask:
        if self.spec(state).hands:
            manner = "to hand"
        else:
            manner = "to numbered hand" if count_in_hand(state.players[seat], hand) else "to new hand"
        return Ask(Action(TURN_UP, seat, word=hand), TakesCards("down cards"), manner=manner)

    def _takers(self, state: State, seat: int) -> list[str]:
        """Return a seat's hands that can still get a card in this step."""
        hands = hands_to_fill(state, seat, self.spec(state))
        return [hand for hand in hands if not self._had_its_cards(state, seat, hand)]

    def _had_its_cards(self, state: State, seat: int, hand: str) -> bool:
        """Return whether a hand has received all its cards of this step."""
        spec = self.spec(state)
        return spec.each and self.memory(state)[seat].count(hand) >= spec.count // len(spec.hands)

    def waiting(self, state: State) -> list[int]:
        count, filled = self.spec(state).count, self.memory(state)
        due = [seat for seat in state.live if len(filled[seat]) < count and state.players[seat].down]
        return [seat for seat in due if self._takers(state, seat)]


def _place(state: State, seat: int, card: Card, hand: str) -> State:
    """Put one of a seat's up-cards in one of its hands."""
    cards = tuple(replace(held, hand=hand) if held.card == card else held for held in state.players[seat].cards)
    return state.with_player(seat, cards=cards)


@plays(Rearrange)
class RearrangeKind(OfferKind[Rearrange, Offered]):
    """One player at a time may swap two cards or move one, after paying for it unless it is free."""

    verbs = frozenset({PAY, DECLINE, MOVE, SWAP})
    item = "rearranging"
    doing = "rearrange"

    def begin(self, state: State) -> State:
        price = self.spec(state).price
        poor = [seat for seat in state.live if self._for_chips(state, seat) and not can_afford(state, seat, price)]
        state = pass_over(state, poor, price, "to swap or move a card")
        return state.with_memory(Offered(tuple(seat for seat in state.live if self.is_open_to(state, seat))))

    def is_open_to(self, state: State, seat: int) -> bool:
        return bool(self._offers(state, seat))

    def prompt(self, state: State) -> Prompt:
        memory, free = self.memory(state), self.spec(state).swap == "free"
        seat = memory.waiting[0]
        if memory.bought:
            question = Question("moves a card" if free else "swaps or moves", seat)
            return Prompt("offer", question, tuple(self._for_chips(state, seat)), seat)
        asks = (*self._offers(state, seat), Ask(Action(DECLINE, seat), manner="no thanks"))
        price = self.price(state)
        question = Question("may swap for nothing or move" if free else "may swap or move", seat, amount=price)
        return Prompt("offer", question, asks, seat)

    def question_aloud(self, state: State) -> Question | None:
        return None if self.memory(state).bought else self.prompt(state).question

    def apply(self, state: State, action: Action) -> State:
        self.check_turn(state, action)
        bought, free, seat = self.memory(state).bought, self.spec(state).swap == "free", action.player
        if action.verb in (PAY, DECLINE) and not bought:
            return self.answer_offer(state, action)
        if not bought and not (free and action.verb == SWAP):
            raise RefusalError("pay for a move first" if free else "pay for a swap or move first")
        possible = self._for_chips(state, seat) if bought else _swaps(state, seat)
        offered = {(ask.action.verb, frozenset(ask.action.cards), ask.action.word) for ask in possible}
        if (action.verb, frozenset(action.cards), action.word) not in offered:
            raise RefusalError("no such swap or move")
        return self.next_seat(_rearranged(state, seat, action))

    def _offers(self, state: State, seat: int) -> list[Ask]:
        """Return what a seat may do first: pay, if it can and there is something to pay for, or swap for nothing."""
        spec = self.spec(state)
        asks = []
        if can_afford(state, seat, spec.price) and self._for_chips(state, seat):
            asks.append(offer_asks(seat, self.price(state))[0])
        return asks + (_swaps(state, seat) if spec.swap == "free" else [])

    def _for_chips(self, state: State, seat: int) -> list[Ask]:
        """Return every swap and move that has a price."""
        return _moves(state, seat) + ([] if self.spec(state).swap == "free" else _swaps(state, seat))


def _rearranged(state: State, seat: int, action: Action) -> State:
    hands = {held.card: held.hand for held in state.players[seat].cards}
    first = action.cards[0]
    if action.verb == MOVE:
        return _place(state, seat, first, action.word)
    second = action.cards[1]
    return _place(_place(state, seat, first, hands[second]), seat, second, hands[first])


def _moves(state: State, seat: int) -> list[Ask]:
    """Return every move of a card to another hand that is not full."""
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


def set_aside(state: State, seat: int, cards: tuple[Card, ...], count: int) -> State:
    """Set a seat's cards aside as a second hand; unseen cards need not be named."""
    player = state.players[seat]
    if len(cards) != count:
        raise RefusalError("wrong number set aside", seat, count=count, amount=len(cards))
    named = [card for card in cards if card != UNSEEN]
    held = Counter(held.card for held in player.cards)
    new = [card for card in named if not held[card]]
    if len(set(named)) < len(named):
        raise RefusalError("a card named twice")
    if len(new) + cards.count(UNSEEN) > held[UNSEEN]:
        raise RefusalError("does not hold these cards", seat)
    check_new(state, new, seat)
    # A player without a down card, after the deck ran short, may set aside up-cards only.
    if player.down and not any(card == UNSEEN or card not in player.up for card in cards):
        raise RefusalError("a down card must be set aside")
    return state.with_player(seat, set_aside=cards)


def name_set_aside(state: State, action: Action) -> State:
    """Name all the cards that a player has set aside."""
    state = set_aside(state, action.player, action.cards, len(state.players[action.player].set_aside))
    if UNSEEN in state.players[action.player].set_aside:
        raise RefusalError("shown cards must be named")
    return state


@dataclass(frozen=True, slots=True)
class SetAsideOutranks(Event):
    """The hand that a player set ``aside`` is as good as the rest or better, which is not allowed."""

    seat: int
    aside: HandName
    rest: HandName


@dataclass(frozen=True, slots=True)
class ThrownAside:
    """The cards set aside that players threw away after naming them, by seat.

    ``dealt`` and ``discards`` are the state's counts at that time: if they have grown, a hand has changed.
    """

    hands: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    dealt: int = 0
    discards: int = 0


def outranking(state: State, seat: int) -> SetAsideOutranks | None:
    """Return the event if all of a seat's cards are known, and those set aside match or outrank the rest."""
    thrown = state.recall(ThrownAside)
    aside = state.players[seat].set_aside
    if not aside and (thrown.dealt, thrown.discards) == (state.cards_dealt, state.discards):
        aside = dict(thrown.hands).get(seat, ())
    rest = tuple(held.card for held in state.players[seat].cards if held.card not in aside)
    if not aside or not rest or UNSEEN in (*aside, *rest):
        return None
    first, second = shown_hand(state, seat, aside), shown_hand(state, seat, rest)
    return SetAsideOutranks(seat, first.hand, second.hand) if first.score >= second.score else None


def announce_outranking(state: State, *seats: int) -> State:
    """Announce which of these seats have set aside cards as good as the rest or better."""
    found = (outranking(state, seat) for seat in seats)
    return state.say(*(event for event in found if event is not None))


def shown_hand(state: State, seat: int, cards: tuple[Card, ...]) -> Shown:
    """Return some of a seat's cards as a hand of their own; a joker thrown away face down is as wild as before."""
    wild = state.wild.for_seat(seat).union(set(filter(is_joker, cards)) - state.wild.bugs)
    return show_high(cards, wild, rules=state.setup.high_rules, bugs=state.wild.bugs)


def set_aside_ask(state: State, seat: int, manner: str) -> Ask:
    """Return the ask for all the cards that a seat has set aside."""
    count = len(state.players[seat].set_aside)
    return Ask(Action(SET_ASIDE, seat), TakesCards("hand", count, count), manner=manner)


@plays(SetAside)
class SetAsideKind(StepKind[SetAside, None]):
    """Everybody sets cards aside; if enough cards are unseen, one tap enters them for all."""

    verbs = frozenset({SET_ASIDE})

    def begin(self, state: State) -> State:
        for seat in state.live:
            state = state.with_player(seat, set_aside=())
        return state

    def waiting(self, state: State) -> list[int]:
        return [seat for seat in state.live if not state.players[seat].set_aside]

    def prompt(self, state: State) -> Prompt:
        count, question = self.spec(state).count, self.question_aloud(state)
        waiting = self.waiting(state)
        unseen = {seat: state.players[seat].down.count(UNSEEN) for seat in waiting}
        one_tap = all(number >= count for number in unseen.values())
        manner = "done" if one_tap else "sets aside"
        asks = [cards_ask(Action(SET_ASIDE, seat), count, number, manner=manner) for seat, number in unseen.items()]
        if one_tap:
            return one_tap_prompt("done", question, *asks)
        return Prompt("show", question, tuple(asks), waiting[0])

    def question_aloud(self, state: State) -> Question:
        return Question("sets aside", count=self.spec(state).count)

    def apply(self, state: State, action: Action) -> State:
        seat = action.player
        if seat not in state.live:
            raise out_of_the_hand(state, seat)
        state = set_aside(state, seat, action.cards, self.spec(state).count)
        if not action.ruling and outranking(state, seat) is not None:
            raise RefusalError("set aside must be worse", seat, overrulable=True)
        return state
