"""The draft: players take cards laid out in the middle, the worst hand showing first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from app.cards.card import Card
from app.games.steps.deal import Deal, Draft
from app.hand.action import TAKE, TURN, Action
from app.hand.ask import Ask, Prompt, Question, TakesCards
from app.hand.betting.openers import highest_showing, showing_number
from app.hand.cards import check_new_up, give, left_in_deck, supply
from app.hand.event import DeckShort
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.turns import not_your_turn


@dataclass(frozen=True, slots=True)
class Drafting:
    """The cards in the middle, and who takes one next, the worst hand showing first.

    ``tied``: seats that choose before one with the same hand.
    """

    cards: tuple[Card, ...]
    order: tuple[int, ...]
    tied: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class MoreToTheMiddle(Question):
    """So many more cards come to the middle."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class TakesACard(Question):
    """A player takes one of the cards in the middle; ``place`` says whether the first, the next or the last.

    ``tied``: by which of its answers the ruling lets them choose before one with the same hand.
    """

    place: str = "next"
    tied: str = ""

    @property
    def ruling(self) -> str:
        """The id of the ruling that has decided between equal hands; empty where it has not."""
        return "draft_ties" if self.tied else ""


@plays(Draft)
class DraftKind(StepKind[Draft, Drafting]):
    """One card for each player to the middle, then each takes one."""

    verbs = frozenset({TURN, TAKE})
    deals = True

    def begin(self, state: State) -> State:
        state = supply(state, len(state.live))
        if left_in_deck(state) < len(state.live):
            return _dealt_instead(state)
        # Worst first; of equal hands the lower one by suit, or the one first to the dealer's left.
        by_suit = state.setup.house.draft_ties == "by suit"
        seats = sorted(state.live, key=lambda seat: highest_showing(state, seat)) if by_suit else state.live
        order = tuple(sorted(seats, key=lambda seat: showing_number(state, seat)))
        equal = (pair for pair in pairwise(order) if len({showing_number(state, seat) for seat in pair}) == 1)
        return state.with_memory(Drafting((), order, frozenset(first for first, _ in equal)))

    def finished(self, state: State) -> bool:
        return not self.memory(state).order

    def prompt(self, state: State) -> Prompt:
        memory = self.memory(state)
        if self._laying(state):
            missing = len(memory.order) - len(memory.cards)
            return Prompt("card", MoreToTheMiddle(count=missing), (Ask(Action(TURN), TakesCards("deck"), "middle"),))
        seat = memory.order[0]
        asks = tuple(Ask(Action(TAKE, seat, cards=(card,)), manner="takes") for card in memory.cards)
        return Prompt("offer", TakesACard(seat), asks, seat)

    def call(self, state: State) -> Question | None:
        if self._laying(state):
            return None
        order = self.memory(state).order
        first = len(order) == len(state.live)
        tied = state.setup.house.draft_ties if order[0] in self.memory(state).tied else ""
        return TakesACard(order[0], "first" if first else "last" if len(order) == 1 else "next", tied)

    def apply(self, state: State, action: Action) -> State | Refusal:
        memory, cards = self.memory(state), action.cards
        if action.verb == TURN:
            return self._lay(state, cards)
        if self._laying(state):
            return Refusal("first one card for each to the middle")
        seat = memory.order[0]
        if problem := not_your_turn(action, seat, "take a card"):
            return problem
        if len(cards) != 1 or cards[0] not in memory.cards:
            return Refusal("takes a card in the middle", seat)
        left = tuple(card for card in memory.cards if card != cards[0])
        state = give(replace(state, offered_cards=left), seat, cards[0], up=True)
        return state.with_memory(replace(memory, cards=left, order=memory.order[1:]))

    def _lay(self, state: State, cards: tuple[Card, ...]) -> State | Refusal:
        memory = self.memory(state)
        if not self._laying(state):
            return Refusal("no more to the middle")
        missing = len(memory.order) - len(memory.cards)
        if len(cards) > missing:
            return Refusal("too many to the middle", count=missing, amount=len(cards))
        if problem := check_new_up(state, cards):
            return problem
        laid = (*memory.cards, *cards)
        return replace(state, offered_cards=laid).with_memory(replace(memory, cards=laid))

    def run_out(self, state: State) -> State:
        memory = self.memory(state)
        if not self._laying(state):
            return state
        if not memory.cards:
            return _dealt_instead(state)
        state = state.announce(DeckShort("dealt as far as they go"))
        return state.with_memory(replace(memory, order=memory.order[: len(memory.cards)]))

    def cards_due(self, state: State) -> int:
        # Cards that lie in the middle count as dealt only when they are taken.
        return len(self.memory(state).order)

    def _laying(self, state: State) -> bool:
        """Return whether cards are still being turned up: once the first is taken, no more come."""
        memory = self.memory(state)
        taken = len(state.live) - len(memory.order)
        return taken == 0 and len(memory.cards) < len(memory.order)


def _dealt_instead(state: State) -> State:
    """Return the state with nothing to choose from: the street is dealt as far as a short deck allows."""
    return state.with_memory(Drafting((), ())).push_after(Deal("u"))
