"""A card: its rank, its suit, its name, and its text in and out.

A card is a small integer: ``suit * 13 + rank`` with suits clubs, diamonds, hearts, spades (0 to 3) and ranks deuce to
ace (0 to 12); the two jokers follow. Cards are integers because hands are ranked by the hundred thousand. Only
``app.cards`` and ``app.ranking`` take the integer apart, as a lint rule checks: all other code calls :func:`rank_of`
and :func:`suit_of`, which raise for a card without rank and suit, and prints :func:`card_text` or :func:`card_name`.
The text is that of the Poker Hand History format: ``Ah``, ``Td``, ``??`` for a card nobody has seen, ``Jr`` and ``Jb``
for the red and the black joker.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NewType

Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"
#: The rank of an ace.
ACE = RANKS.index("A")

RED_JOKER = Card(52)
BLACK_JOKER = Card(53)
UNSEEN = Card(-1)

SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_RANK_WORDS = "deuce three four five six seven eight nine ten jack queen king ace".split()
_TEXTS = [rank + suit for suit in SUITS for rank in RANKS] + ["Jr", "Jb"]
_CARDS = {text: Card(number) for number, text in enumerate(_TEXTS)} | {"??": UNSEEN}


class CardError(ValueError):
    """Raised for text that names no card, and for a card that has no rank or suit."""


def make_card(rank: int, suit: int) -> Card:
    """Return the card of a rank (0 deuce to 12 ace) in a suit (0 clubs to 3 spades)."""
    return Card(suit * 13 + rank)


def has_rank(card: Card) -> bool:
    """Return whether this is one of the 52 cards with a rank and a suit: neither a joker nor unseen."""
    return 0 <= card < 52


def is_joker(card: Card) -> bool:
    """Return whether this is the red or the black joker."""
    return card >= 52


def rank_of(card: Card) -> int:
    """Return 0 for a deuce to 12 for an ace; raises :class:`CardError` for a joker or an unseen card."""
    if 0 <= card < 52:
        return card % 13
    raise CardError(f"{card_name(card)} has no rank")


def rank_above(rank: int, by: int = 1) -> int:
    """Return the rank ``by`` places up, or down if negative; a deuce follows an ace."""
    return (rank + by) % len(RANKS)


def suit_of(card: Card) -> int:
    """Return 0 clubs, 1 diamonds, 2 hearts, 3 spades; raises :class:`CardError` for a joker or an unseen card."""
    if 0 <= card < 52:
        return card // 13
    raise CardError(f"{card_name(card)} has no suit")


def is_red(card: Card) -> bool:
    """Return whether this is a diamond or a heart; raises :class:`CardError` for a joker or an unseen card."""
    return suit_of(card) in (1, 2)


def ranks_of(cards: Iterable[Card]) -> list[int]:
    """Return the ranks of the cards that have one, in order; jokers and unseen cards are left out."""
    return [card % 13 for card in cards if 0 <= card < 52]


def rank_order(card: Card, *, aces_low: bool = False) -> tuple[int, int]:
    """Return a sort key: by rank, within a rank by suit, unseen cards and jokers last."""
    if not has_rank(card):
        return (13, card)
    return (-1 if aces_low and rank_of(card) == ACE else rank_of(card), suit_of(card))


def parse_card(text: str) -> Card:
    """Return the card that a two-letter text names; raises :class:`CardError` for any other text."""
    try:
        return _CARDS[text]
    except KeyError:
        raise CardError(f"{text!r} is not a card") from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a run such as ``Kd5c??``, in order; spaces between them are allowed.

    Raises :class:`CardError` for the first pair of letters that does not name a card.
    """
    run = text.replace(" ", "")
    return tuple(parse_card(run[at : at + 2]) for at in range(0, len(run), 2))


def card_text(card: Card) -> str:
    """Return ``Qh``, ``Jr`` or ``??``, as :func:`parse_card` reads it."""
    return "??" if card == UNSEEN else _TEXTS[card]


def cards_text(cards: Iterable[Card]) -> str:
    """Return the texts of several cards, run together."""
    return "".join(map(card_text, cards))


def card_name(card: Card) -> str:
    """Return the name said at the table: ``Ace of spades``, ``10 of hearts``, ``Red joker``, ``Unseen card``."""
    if card == UNSEEN:
        return "Unseen card"
    if is_joker(card):
        return "Red joker" if card == RED_JOKER else "Black joker"
    rank = rank_of(card)
    word = str(rank + 2) if rank < 9 else _RANK_WORDS[rank].capitalize()
    return f"{word} of {SUIT_NAMES[suit_of(card)]}"


def the_card(card: Card) -> str:
    """Return a card's name within a sentence: ``the ace of spades``."""
    return f"the {card_name(card).lower()}"


def rank_word(rank: int) -> str:
    """Return a rank in words: ``deuce``, ``seven``, ``ten``, ``queen``."""
    return _RANK_WORDS[rank]


def rank_plural(rank: int) -> str:
    """Return a rank in the plural: ``sevens``, ``sixes``, ``aces``."""
    word = _RANK_WORDS[rank]
    return word + ("es" if word.endswith("x") else "s")


def rank_digits(rank: int) -> str:
    """Return a rank in the plural, numbers in figures, as in the wild line: ``5s``, ``10s``, ``queens``."""
    return f"{rank + 2}s" if rank < 9 else rank_plural(rank)


@lru_cache(maxsize=64)
def deck(strip: str = "", jokers: int = 0) -> frozenset[Card]:
    """Return the cards of a deck without the ranks in ``strip`` (such as ``"89T"``) and with 0, 1 or 2 jokers.

    The single joker is the red one.
    """
    ranked = {make_card(rank, suit) for rank in range(13) if RANKS[rank] not in strip for suit in range(4)}
    return frozenset(ranked | set((RED_JOKER, BLACK_JOKER)[:jokers]))
