"""The facts of cards: a card lies in one place only, and goes where the table says."""

from __future__ import annotations

from dataclasses import replace

from app.cards.card import UNSEEN, Card, CardError, card_name, parse_cards
from app.games.table import UpCard
from app.hand.refusal import Refusal
from app.hand.state import Held, State


def read_cards(words: tuple[str, ...]) -> tuple[Card, ...] | Refusal:
    """The cards that the words of an action name, or why they name none."""
    if not words:
        return Refusal("which card? none is named")
    try:
        return parse_cards("".join(words))
    except CardError as problem:
        return Refusal(str(problem))


def read_one(words: tuple[str, ...]) -> Card | Refusal:
    """The one card, named, that the words of an action give, or why they do not."""
    cards = read_cards(words)
    if isinstance(cards, Refusal):
        return cards
    if len(cards) != 1 or cards[0] == UNSEEN:
        return Refusal("one card at a time, by name")
    return cards[0]


def check_new(state: State, cards: tuple[Card, ...]) -> Refusal | None:
    """Why these cards cannot have come off the deck; None when they can."""
    seen: set[Card] = set()
    for card in cards:
        if card == UNSEEN:
            continue
        if card not in state.game.deck.cards():
            return Refusal(f"the {card_name(card).lower()} is not in this deck")
        if card in seen:
            return Refusal(f"the {card_name(card).lower()} is named twice")
        if card in state.seen:
            return Refusal(f"the {card_name(card).lower()} {where_is(state, card)}")
        seen.add(card)
    return None


def where_is(state: State, card: Card) -> str:
    """Where a seen card lies, to follow the card's name: ``is Bob's up-card``."""
    for player in state.players:
        for held in player.cards:
            if held.card == card:
                return f"is {player.name}'s {'up-card' if held.up else 'down card'}"
    if card in state.common or card in state.laid:
        return "lies in the middle"
    return "is out of play"


def give(state: State, seat: int, card: Card, up: bool) -> State:
    """The state with one more card in a seat's hand, counted among the up-cards if it lies face up."""
    player = state.players[seat]
    state = state.with_player(seat, cards=(*player.cards, Held(card, up)), shown=False)
    state = replace(state, dealt=state.dealt + 1)
    return _note_up(state, card, seat) if up else state


def turn_up(state: State, seat: int, card: Card) -> State | Refusal:
    """The state with one of a seat's down cards turned face up; a card not known before takes an unseen one's place."""
    cards = state.players[seat].cards
    at = next((n for n, held in enumerate(cards) if not held.up and held.card == card), None)
    if at is None:
        if problem := check_new(state, (card,)):
            return problem
        at = next((n for n, held in enumerate(cards) if not held.up and held.card == UNSEEN), None)
    if at is None:
        which = "no such down card" if state.players[seat].down else "no down card left"
        return Refusal(f"{state.name(seat)} has {which}")
    turned = (*cards[:at], Held(card, True), *cards[at + 1 :])
    return _note_up(state.with_player(seat, cards=turned), card, seat)


def turn_named(state: State, seat: int, words: tuple[str, ...]) -> State | Refusal:
    """The state with the one down card that the words of an action name turned up, or why not."""
    card = read_one(words)
    return card if isinstance(card, Refusal) else turn_up(state, seat, card)


def place_common(state: State, card: Card) -> State:
    """The state with a card face up in the middle that belongs to every hand."""
    state = replace(state, common=(*state.common, card), dealt=state.dealt + 1)
    return _note_up(state, card, None)


def place_centre(state: State, card: Card) -> State:
    """The state with a card face up in the middle that belongs to nobody."""
    return _note_up(replace(state, dealt=state.dealt + 1), card, None)


def _note_up(state: State, card: Card, seat: int | None) -> State:
    return replace(state, ups=(*state.ups, UpCard(card, seat, state.deals)))


def left_in_deck(state: State) -> int:
    """How many cards the deck still holds, burnt cards not counted."""
    return len(state.game.deck.cards()) - state.dealt


def throw(state: State, seat: int, cards: tuple[Card, ...]) -> tuple[State, tuple[Held, ...]] | Refusal:
    """The state with cards of a seat thrown away, and what they were. UNSEEN throws a down card nobody knows.

    A named card that was not known is one of the unseen ones, shown as it goes. Thrown cards are out of play until
    the deck runs out and they are shuffled in again.
    """
    held = list(state.players[seat].cards)
    thrown = []
    for card in cards:
        at = next((n for n, one in enumerate(held) if one.card == card and (card != UNSEEN or not one.up)), None)
        if at is None and card != UNSEEN:
            if problem := check_new(state, (card,)):
                return problem
            at = next((n for n, one in enumerate(held) if one.card == UNSEEN and not one.up), None)
        if at is None:
            which = "no more unseen cards: name the card" if card == UNSEEN else "no such card"
            return Refusal(f"{state.name(seat)} has {which}")
        thrown.append(replace(held.pop(at), card=card))
    state = state.with_player(seat, cards=tuple(held), shown=False)
    known = frozenset(card for card in cards if card != UNSEEN)
    return replace(state, gone=state.gone | known, discards=state.discards + len(cards)), tuple(thrown)


def supply(state: State, needed: int) -> State:
    """The state with the discards shuffled into the deck, when it holds fewer cards than are needed now."""
    if left_in_deck(state) >= needed or not state.discards:
        return state
    state = state.say("The deck is out: shuffle the discards and deal on")
    return replace(state, dealt=state.dealt - state.discards, discards=0, gone=frozenset())
