"""A card, and its text in and out.

A card is a small integer: ``suit * 13 + rank`` with suits clubs, diamonds, hearts, spades (0 to 3) and ranks deuce to
ace (0 to 12); the two jokers follow. It is a number because hands are ranked by the hundred thousand; everything a
person reads goes through :func:`card_text` or :func:`card_name`. The text is that of the Poker Hand History format:
``Ah``, ``Td``, ``??`` for a card nobody has seen, ``Jr`` and ``Jb`` for the red and the black joker.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NewType

Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"

RED_JOKER = Card(52)
BLACK_JOKER = Card(53)
UNSEEN = Card(-1)

_SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_RANK_WORDS = "deuce three four five six seven eight nine ten jack queen king ace".split()
_TEXTS = [rank + suit for suit in SUITS for rank in RANKS] + ["Jr", "Jb"]
_CARDS = {text: Card(number) for number, text in enumerate(_TEXTS)} | {"??": UNSEEN}


class CardError(ValueError):
    """A text that is no card; the message names the text."""


def make_card(rank: int, suit: int) -> Card:
    """The card of a rank (0 deuce to 12 ace) in a suit (0 clubs to 3 spades)."""
    return Card(suit * 13 + rank)


def rank_of(card: Card) -> int:
    """0 for a deuce to 12 for an ace; only for a card that has a rank (see :func:`has_rank`)."""
    return card % 13


def suit_of(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades; only for a card that has a suit."""
    return card // 13


def has_rank(card: Card) -> bool:
    """Whether this is one of the 52: neither a joker nor unseen."""
    return 0 <= card < 52


def is_joker(card: Card) -> bool:
    """Whether this is the red or the black joker."""
    return card >= 52


def parse_card(text: str) -> Card:
    """The card that a two-letter text names; raises :class:`CardError` for any other text."""
    try:
        return _CARDS[text]
    except KeyError:
        raise CardError(f"{text!r} is not a card") from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a run such as ``Kd5c??``, in order; spaces between them are allowed.

    Raises :class:`CardError` naming the first pair of letters that is no card.
    """
    run = text.replace(" ", "")
    return tuple(parse_card(run[at : at + 2]) for at in range(0, len(run), 2))


def card_text(card: Card) -> str:
    """``Qh``, ``Jr`` or ``??``: what :func:`parse_card` reads."""
    return "??" if card == UNSEEN else _TEXTS[card]


def cards_text(cards: Iterable[Card]) -> str:
    """The texts of several cards, written one after the other."""
    return "".join(map(card_text, cards))


def card_name(card: Card) -> str:
    """The name said at the table: ``Ace of spades``, ``10 of hearts``, ``Red joker``, ``Unseen card``."""
    if card == UNSEEN:
        return "Unseen card"
    if is_joker(card):
        return "Red joker" if card == RED_JOKER else "Black joker"
    rank = rank_of(card)
    word = str(rank + 2) if rank < 9 else _RANK_WORDS[rank].capitalize()
    return f"{word} of {_SUIT_NAMES[suit_of(card)]}"


def rank_word(rank: int) -> str:
    """One rank in words: ``deuce``, ``seven``, ``ten``, ``queen``."""
    return _RANK_WORDS[rank]


def rank_plural(rank: int) -> str:
    """Several of a rank in words: ``sevens``, ``sixes``, ``aces``."""
    word = _RANK_WORDS[rank]
    return word + ("es" if word.endswith("x") else "s")


def rank_digits(rank: int) -> str:
    """Several of a rank in figures, as a wild line has them: ``5s``, ``10s``, ``queens``."""
    return f"{rank + 2}s" if rank < 9 else rank_plural(rank)


def suit_word(suit: int) -> str:
    """A suit in words: ``clubs``, ``spades``."""
    return _SUIT_NAMES[suit]
