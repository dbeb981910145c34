"""Words of a hand that several steps use: streets and hands showing."""

from __future__ import annotations

from app.cards.card import Card
from app.hand.state import State
from app.ranking import Shown, high, show_high

_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()


def street_name(cards: int) -> str:
    """``Fourth street`` for the round in which each player holds four cards."""
    word = _ORDINALS[cards - 1] if 0 < cards <= len(_ORDINALS) else f"{cards}th"
    return f"{word.capitalize()} street"


def showing_cards(state: State, seat: int) -> tuple[tuple[Card, ...], frozenset[Card]]:
    """The cards that a seat shows, and which of them count as wild in the hand showing."""
    wild = state.wild.for_seat(seat) if state.setup.house.wild_showing else frozenset()
    return state.players[seat].up, wild


def showing_high(state: State, seat: int) -> int:
    """The number of a seat's hand showing, for comparing; bigger is better."""
    cards, wild = showing_cards(state, seat)
    rules = state.game.ranking.high_rules(state.game.deck.strip, state.setup.house)
    return high(cards, wild, rules=rules, bugs=state.wild.bugs)


def showing_shown(state: State, seat: int) -> Shown | None:
    """A seat's hand showing in words; None without up-cards."""
    cards, wild = showing_cards(state, seat)
    if not cards:
        return None
    rules = state.game.ranking.high_rules(state.game.deck.strip, state.setup.house)
    return show_high(cards, wild, rules=rules, bugs=state.wild.bugs)
