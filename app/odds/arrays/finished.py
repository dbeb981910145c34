"""Cards in arrays: each place of a finished hand holds a known card, or one card for each deal."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from app.cards.card import Card, has_rank, rank_of
from app.dataclass import dataclass
from app.games.rules.wild import all_of
from app.ranking.order import RANK_BITS, SET

Bits = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card to be dealt, by its number among the dealt ones."""

    number: int


@dataclass(frozen=True, slots=True)
class UpPlace:
    """An up-card, known or to be dealt, like :class:`app.games.table.UpCard`."""

    card: Card | Dealt
    seat: int | None
    street: int
    beside: tuple[Card | Dealt, ...]


def bits_of(cards: Iterable[Card]) -> np.uint64:
    """Return cards as bits, one for each card number."""
    return np.uint64(sum(1 << card for card in cards))


#: Each card as a bit.
CARD_BITS = np.array([1 << card for card in range(54)], dtype=np.uint64)

#: For each card, all cards of its rank as bits; 0 for a joker.
SAME_RANK_BITS = np.array(
    [bits_of(all_of(rank_of(Card(card)))) if has_rank(Card(card)) else 0 for card in range(54)], dtype=np.uint64
)


def ranks_among(held: Bits) -> NDArray[np.intp]:
    """Return the set of ranks of some cards, in 13 bits."""
    shifts = (np.uint64(RANK_BITS * suit) for suit in range(4))
    first, second, third, fourth = (held >> shift for shift in shifts)
    ranks: NDArray[np.intp] = ((first | second | third | fourth) & np.uint64(SET)).astype(np.intp)
    return ranks
