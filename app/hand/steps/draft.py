"""The draft: cards laid out in the middle, of which the worst hand showing takes first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from app.cards.card import UNSEEN, Card, card_name, cards_text
from app.games.steps.buying import Draft
from app.hand.action import Action, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.cards import check_new, give, left_in_deck, read_cards, supply
from app.hand.open_hands import showing_high
from app.hand.refusal import Refusal
from app.hand.state import Frame, State
from app.hand.steps import StepKind, plays


@dataclass(frozen=True, slots=True)
class Drafting:
    """The cards in the middle, and who takes one next, the worst hand showing first."""

    cards: tuple[Card, ...]
    order: tuple[int, ...]


@plays(Draft)
class DraftKind(StepKind):
    """One card for each player to the middle, then each takes one."""

    verbs = frozenset({"db", "takes"})

    def begin(self, state: State) -> State:
        state = supply(replace(state, deals=state.deals + 1), len(state.live))
        if left_in_deck(state) < len(state.live):
            state = state.say("The deck is short: nobody is dealt a card on this street")
            return state.with_memory(Drafting((), ()))
        # Worst first; of equal hands the one first to the dealer's left chooses first.
        order = tuple(sorted(state.live, key=lambda seat: showing_high(state, seat)))
        return state.with_memory(Drafting((), order))

    def finished(self, state: State) -> bool:
        memory = _drafting(state)
        return not memory.order

    def prompt(self, state: State) -> Prompt:
        memory = _drafting(state)
        label = f"{state.frame.label}: draft"
        if _laying(state):
            missing = len(memory.order) - len(memory.cards)
            text = f"{missing} more cards to the middle" if missing > 1 else "One more card to the middle"
            return Prompt("card", label, text, (Ask("d db CARD", "Middle"),))
        seat = memory.order[0]
        asks = tuple(
            Ask(f"{seat_text(seat)} takes {cards_text([card])}", card_name(card), seat) for card in memory.cards
        )
        return Prompt("offer", label, f"{state.name(seat)} takes a card", asks, seat)

    def call(self, state: State) -> str:
        memory = _drafting(state)
        if _laying(state):
            return ""
        name = state.name(memory.order[0])
        if len(memory.order) == len(state.live):
            return f"{name} takes the first card: worst hand showing"
        return f"{name} takes the {'last' if len(memory.order) == 1 else 'next'} card"

    def apply(self, state: State, action: Action) -> State | Refusal:
        memory = _drafting(state)
        cards = read_cards(action.words)
        if isinstance(cards, Refusal):
            return cards
        if action.verb == "db":
            missing = len(memory.order) - len(memory.cards)
            if not _laying(state):
                return Refusal("no more cards go to the middle")
            if len(cards) > missing:
                return Refusal(f"{missing} more to the middle, not {len(cards)}")
            if UNSEEN in cards:
                return Refusal("it comes face up: name the card")
            if problem := check_new(state, cards):
                return problem
            laid = (*memory.cards, *cards)
            return replace(state, laid=laid).with_memory(replace(memory, cards=laid))
        if _laying(state):
            return Refusal("first one card for each player is turned up in the middle")
        if action.seat != memory.order[0]:
            return Refusal(f"it is {state.name(memory.order[0])}'s turn to take a card")
        if len(cards) != 1 or cards[0] not in memory.cards:
            return Refusal(f"{state.name(memory.order[0])} takes one of the cards in the middle")
        left = tuple(card for card in memory.cards if card != cards[0])
        state = give(replace(state, laid=left), memory.order[0], cards[0], up=True)
        return state.with_memory(Drafting(left, memory.order[1:]))

    def brings_up(self, state: State, frame: Frame) -> bool:
        return bool(cast(Drafting, frame.memory).order)

    def deals(self) -> bool:
        return True


def _laying(state: State) -> bool:
    """Whether cards are still being turned up: as soon as the first is taken, none comes any more."""
    memory = _drafting(state)
    taken = len(state.live) - len(memory.order)
    return taken == 0 and len(memory.cards) < len(memory.order)


def _drafting(state: State) -> Drafting:
    return cast(Drafting, state.frame.memory)
