"""The keys of the card pad, and what is printed on a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.cards.card import (
    BLACK_JOKER,
    RANKS,
    RED_JOKER,
    Card,
    card_name,
    card_text,
    is_joker,
    make_card,
    rank_of,
    suit_of,
)
from app.hand.cards import where_is
from app.hand.state import State

#: Suits as the pad has them from the top; and for each suit the class that colours it.
SUITS = (3, 2, 1, 0)
CLASSES = "kdhs"


@dataclass(frozen=True, slots=True)
class Key:
    """One card of the pad. ``lies`` says where it is if it can no longer come: ``is Bob's up-card``.

    Where cards are picked from a hand, ``own`` is one that the player is known to hold, ``pressed`` one picked so far.
    """

    text: str
    name: str
    face: str
    suit: str
    lies: str = ""
    own: bool = False
    pressed: bool = False


def keys_of(
    state: State, held: tuple[Card, ...], own: tuple[Card, ...]
) -> tuple[tuple[tuple[Key | None, ...], ...], tuple[Key, ...]]:
    """Four rows of thirteen, and the jokers; a rank that is stripped from the deck leaves a gap."""
    seen = state.seen - set(own)

    def key(card: Card) -> Key:
        lies = "is entered already" if card in held else where_is(state, card) if card in seen else ""
        return _KEYS[card] if not lies else replace(_KEYS[card], lies=lies)

    return _rows(state, key)


def keys_to_pick(
    state: State, seat: int, held: tuple[Card, ...], own: tuple[Card, ...]
) -> tuple[tuple[tuple[Key | None, ...], ...], tuple[Key, ...]]:
    """The same keys to pick a player's cards from: those known to be theirs, and all that may be among the unseen."""

    def key(card: Card) -> Key:
        if card in own or card in held:
            return replace(_KEYS[card], own=True, pressed=card in held)
        return replace(_KEYS[card], lies=where_is(state, card)) if card in state.seen else _KEYS[card]

    return _rows(state, key)


def own_keys(own: tuple[Card, ...], held: tuple[Card, ...]) -> tuple[Key, ...]:
    """A key for each of a player's cards where all that may be picked are known."""
    return tuple(replace(_KEYS[card], own=True, pressed=card in held) for card in own)


def key_of(card: Card) -> Key:
    """The key of a card, on."""
    return _KEYS[card]


def _rows(state: State, key: Callable[[Card], Key]) -> tuple[tuple[tuple[Key | None, ...], ...], tuple[Key, ...]]:
    deck = state.game.deck.cards()

    def found(card: Card) -> Key | None:
        return key(card) if card in deck else None

    rows = tuple(tuple(found(make_card(rank, suit)) for rank in range(12, -1, -1)) for suit in SUITS)
    jokers = tuple(one for card in (RED_JOKER, BLACK_JOKER) if (one := found(card)))
    return rows, jokers


def keys_to_correct(state: State, wrong: Card) -> tuple[tuple[tuple[Key | None, ...], ...], tuple[Key, ...]]:
    """The same keys for the card that another one was in truth: none of them off, each with where it lies by now."""

    def key(card: Card) -> Key:
        lies = where_is(state, card) if card in state.seen and card != wrong else ""
        return replace(_KEYS[card], lies=lies, pressed=card == wrong)

    return _rows(state, key)


def face_of(card: Card) -> tuple[str, str]:
    """What is printed on a card and the class of its suit: ``10`` and ``h``."""
    if is_joker(card):
        return "Jo", "h j" if card == RED_JOKER else "s j"
    rank = RANKS[rank_of(card)]
    return ("10" if rank == "T" else rank), CLASSES[suit_of(card)]


def key_named(name: str) -> Key | None:
    """The card of this name; None where there is none."""
    return _NAMED.get(name)


_KEYS = {Card(n): Key(card_text(Card(n)), card_name(Card(n)), *face_of(Card(n))) for n in range(54)}
_NAMED = {key.name: key for key in _KEYS.values()}
