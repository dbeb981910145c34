"""The keys of the card pad, and the faces of cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from app.cards.card import (
    BLACK_JOKER,
    RANKS,
    RED_JOKER,
    SUIT_NAMES,
    Card,
    card_name,
    card_text,
    is_joker,
    make_card,
    rank_of,
    suit_of,
)
from app.dataclass import dataclass
from app.hand.cards import cards_held_elsewhere, where_is
from app.hand.state import State
from app.words.speaker import Speaker
from app.words.table import place_text

#: The suits in the order of the pad, from the top.
SUIT_ROWS = (3, 2, 1, 0)


@dataclass(frozen=True, slots=True)
class CardKey:
    """One card of the pad.

    ``where``: where it is, if it can no longer be dealt: ``is Bob's up-card``. ``own``: whether the player who picks
    cards is known to hold it. ``pressed``: whether it has been picked. ``wild``: whether it is wild for its holder.
    """

    text: str
    name: str
    face: str
    suit: str
    where: str = ""
    own: bool = False
    pressed: bool = False
    wild: bool = False


#: Four rows of thirteen keys, with gaps for ranks stripped from the deck, and the jokers.
Keys = tuple[tuple[tuple[CardKey | None, ...], ...], tuple[CardKey, ...]]


def keys_of(state: State, held: tuple[Card, ...], own: tuple[Card, ...], seat: int | None = None) -> Keys:
    """Return the keys of all cards, disabled for cards that can no longer be dealt (to a seat), except ``own``."""
    seen = (state.seen | cards_held_elsewhere(state, seat)) - set(own)

    def key(card: Card) -> CardKey:
        where = "is entered already" if card in held else _place(state, card) if card in seen else ""
        return key_of(card, where)

    return _rows(state, key)


def keys_to_pick(state: State, seat: int, held: tuple[Card, ...], own: tuple[Card, ...]) -> Keys:
    """Return the keys to pick a player's cards from: known ones, and all that unseen ones may be."""
    seen = state.seen | cards_held_elsewhere(state, seat)

    def key(card: Card) -> CardKey:
        if card in own or card in held:
            return key_of(card, own=True, pressed=card in held)
        return key_of(card, _place(state, card) if card in seen else "")

    return _rows(state, key)


def keys_to_correct(state: State, wrong: Card) -> Keys:
    """Return the keys to correct a wrong card: all are enabled, and say where their cards are now."""

    def key(card: Card) -> CardKey:
        where = _place(state, card) if card in state.seen and card != wrong else ""
        return key_of(card, where, pressed=card == wrong)

    return _rows(state, key)


def own_keys(own: tuple[Card, ...], held: tuple[Card, ...]) -> tuple[CardKey, ...]:
    """Return the keys for a player's cards, all of which are known."""
    return tuple(key_of(card, own=True, pressed=card in held) for card in own)


def face_of(card: Card) -> tuple[str, str]:
    """Return a card's face and CSS classes, which colour it: ``10`` and ``hearts ten``."""
    if is_joker(card):
        return "Jo", "hearts joker" if card == RED_JOKER else "spades joker"
    rank, suit = RANKS[rank_of(card)], SUIT_NAMES[suit_of(card)]
    return ("10", f"{suit} ten") if rank == "T" else (rank, suit)


def _rows(state: State, key: Callable[[Card], CardKey]) -> Keys:
    deck = state.game.deck.cards()
    keys = {card: key(card) for card in deck}
    rows = tuple(tuple(keys.get(make_card(rank, suit)) for rank in range(12, -1, -1)) for suit in SUIT_ROWS)
    return rows, tuple(keys[joker] for joker in (RED_JOKER, BLACK_JOKER) if joker in deck)


def _place(state: State, card: Card) -> str:
    return place_text(where_is(state, card), Speaker(state.setup.names))


@lru_cache(maxsize=1024)
def key_of(card: Card, where: str = "", own: bool = False, pressed: bool = False) -> CardKey:
    """Return the key of a card, disabled if ``where`` says where the card is."""
    return CardKey(card_text(card), card_name(card), *face_of(card), where, own, pressed)
