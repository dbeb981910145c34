"""Several hands a player: building them in the open, and rearranging them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from app.cards.card import Card, card_text, parse_cards
from app.games.steps import count_word
from app.games.steps.hands import Build, Rearrange
from app.hand.action import Action, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.cards import read_one, turn_up
from app.hand.chips import price_chips
from app.hand.refusal import Refusal
from app.hand.state import Frame, Player, State
from app.hand.steps import StepKind, plays
from app.hand.turns import affordable, not_your_turn, paid, yes_or_no

_FULL = 5


def cards_in(player: Player, hand: str) -> int:
    """How many cards a player has put into one of their hands."""
    return sum(held.hand == hand for held in player.cards)


@dataclass(frozen=True, slots=True)
class Building:
    """How many cards each seat has turned up in this step, and into which hands, in that order."""

    turned: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...] = ()


@plays(Build)
class BuildKind(StepKind):
    """Everybody turns up the same number of cards; each says which hand it goes to."""

    verbs = frozenset({"up"})

    def begin(self, state: State) -> State:
        count = len(state.players)
        return state.with_memory(Building((0,) * count, ((),) * count))

    def finished(self, state: State) -> bool:
        return not self._waiting(state)

    def prompt(self, state: State) -> Prompt:
        spec = cast(Build, state.frame.spec)
        waiting = self._waiting(state)
        asks = tuple(
            Ask(f"{seat_text(seat)} up CARD to {hand}", f"To {hand}", seat)
            for seat in waiting
            for hand in spec.hands
            if self._room(state, seat, hand)
        )
        text = f"{state.name(waiting[0])} turns up a card: to which hand?"
        return Prompt("roll", f"{state.frame.label}: turn up", text, asks, waiting[0])

    def call(self, state: State) -> str:
        spec = cast(Build, state.frame.spec)
        if spec.each:
            return "Everyone turns up the top card of each stack"
        cards = f"{count_word(spec.count)} cards, each" if spec.count > 1 else "a card"
        few = len(spec.hands) < 4
        hands = f"the {' or '.join(spec.hands)} hand" if few else f"one of {count_word(len(spec.hands))} hands"
        return f"Everyone turns up {cards} for {hands}"

    def apply(self, state: State, action: Action) -> State | Refusal:
        spec, seat = cast(Build, state.frame.spec), cast(int, action.seat)
        if seat not in self._waiting(state):
            return Refusal(f"{state.name(seat)} has no card to turn up now")
        if len(action.words) != 3 or action.words[1] != "to" or action.words[2] not in spec.hands:
            return Refusal(f"say which card goes to which hand: {', '.join(spec.hands)}")
        card = read_one(action.words[:1])
        if isinstance(card, Refusal):
            return card
        hand = action.words[2]
        if not self._room(state, seat, hand):
            return Refusal(f"{state.name(seat)}'s {hand} hand takes no more cards now")
        turned = turn_up(state, seat, card)
        if isinstance(turned, Refusal):
            return turned
        memory = cast(Building, state.frame.memory)
        counts = tuple(n + (at == seat) for at, n in enumerate(memory.turned))
        filled = tuple((*names, hand) if at == seat else names for at, names in enumerate(memory.hands))
        return place(turned, seat, card, hand).with_memory(Building(counts, filled))

    def brings_up(self, state: State, frame: Frame) -> bool:
        return bool(self._waiting(replace(state, frames=(frame,))))

    def deals(self) -> bool:
        return True

    def _room(self, state: State, seat: int, hand: str) -> bool:
        """Whether a hand takes another card in this step."""
        spec, memory = cast(Build, state.frame.spec), cast(Building, state.frame.memory)
        if spec.each and memory.hands[seat].count(hand) >= spec.count // len(spec.hands):
            return False
        return cards_in(state.players[seat], hand) < _FULL

    def _waiting(self, state: State) -> list[int]:
        spec, memory = cast(Build, state.frame.spec), cast(Building, state.frame.memory)
        return [seat for seat in state.live if memory.turned[seat] < spec.count and state.players[seat].down]


def place(state: State, seat: int, card: Card, hand: str) -> State:
    """The state with one of a seat's up-cards in one of its hands."""
    held = tuple(replace(one, hand=hand) if one.card == card else one for one in state.players[seat].cards)
    return state.with_player(seat, cards=held)


@dataclass(frozen=True, slots=True)
class Rearranging:
    """The seats that have not answered, in order, and whether the first has paid."""

    waiting: tuple[int, ...]
    bought: bool = False


@plays(Rearrange)
class RearrangeKind(StepKind):
    """In turn: pay, then swap two cards or move one; or leave the hands as they are."""

    verbs = frozenset({"pay", "no", "moves", "swaps"})

    def begin(self, state: State) -> State:
        price = cast(Rearrange, state.frame.spec).price
        waiting = tuple(seat for seat in state.live if affordable(state, seat, price) is not None)
        return state.with_memory(Rearranging(tuple(seat for seat in waiting if _changes(state, seat))))

    def finished(self, state: State) -> bool:
        return not cast(Rearranging, state.frame.memory).waiting

    def prompt(self, state: State) -> Prompt:
        memory = cast(Rearranging, state.frame.memory)
        seat = memory.waiting[0]
        name = state.name(seat)
        price = price_chips(cast(Rearrange, state.frame.spec).price, state)
        if not memory.bought:
            text = f"{name}: swap or move a card for {price}?"
            return Prompt("offer", "Rearranging", text, yes_or_no(seat, price), seat)
        return Prompt(
            "offer", "Rearranging", f"{name} swaps two cards or moves one", tuple(_changes(state, seat)), seat
        )

    def call(self, state: State) -> str:
        memory = cast(Rearranging, state.frame.memory)
        price = price_chips(cast(Rearrange, state.frame.spec).price, state)
        return "" if memory.bought else f"{state.name(memory.waiting[0])} may swap or move a card for {price}"

    def apply(self, state: State, action: Action) -> State | Refusal:
        memory = cast(Rearranging, state.frame.memory)
        seat = memory.waiting[0]
        if problem := not_your_turn(state, action, seat, "rearrange"):
            return problem
        if action.verb == "no" and not memory.bought:
            return state.with_memory(Rearranging(memory.waiting[1:]))
        if action.verb == "pay" and not memory.bought:
            price = price_chips(cast(Rearrange, state.frame.spec).price, state)
            after = paid(state, seat, action, price, "rearranging")
            return after if isinstance(after, Refusal) else after.with_memory(replace(memory, bought=True))
        if not memory.bought:
            return Refusal("a swap or a move is paid for first")
        offered = {ask.action for ask in _changes(state, seat)}
        text = " ".join((seat_text(seat), action.verb, *action.words))
        if action.verb == "swaps" and len(action.words) == 2:
            swapped = " ".join((seat_text(seat), "swaps", *reversed(action.words)))
            text = swapped if swapped in offered else text
        if text not in offered:
            return Refusal("two cards of different hands are swapped, or one is moved to a hand that is not full")
        cards = parse_cards("".join(action.words if action.verb == "swaps" else action.words[:1]))
        hands = {held.card: held.hand for held in state.players[seat].cards}
        if action.verb == "swaps":
            state = place(place(state, seat, cards[0], hands[cards[1]]), seat, cards[1], hands[cards[0]])
        else:
            state = place(state, seat, cards[0], action.words[2])
        return state.with_memory(Rearranging(memory.waiting[1:]))


def _hand_names(state: State) -> tuple[str, ...]:
    """The hands that are built in this game."""
    return next((spec.hands for spec in state.game.script if isinstance(spec, Build)), ())


def _changes(state: State, seat: int) -> list[Ask]:
    """Every swap between two hands and every move into one with room."""
    player = state.players[seat]
    who = seat_text(seat)
    held = [one for one in player.cards if one.hand]
    hands = _hand_names(state)
    asks = []
    for at, one in enumerate(held):
        first = card_text(one.card)
        for hand in hands:
            if hand != one.hand and cards_in(player, hand) < _FULL:
                asks.append(Ask(f"{who} moves {first} to {hand}", f"{first} to {hand}", seat))
        for other in held[at + 1 :]:
            if other.hand != one.hand:
                second = card_text(other.card)
                asks.append(Ask(f"{who} swaps {first} {second}", f"{first} for {second}", seat))
    return asks
