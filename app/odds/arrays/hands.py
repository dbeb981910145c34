"""Ranking many hands at once, in the order of :mod:`app.ranking.high` and :mod:`app.ranking.low`, in 32 bits.

Sets of ranks are bits as there, in one array per suit. A score is ``category << 26 | primary << 13 | kickers``; a flush
has no kickers, and its primary, which has sixteen bits, is shifted by ten. Hands are first grouped by their number of
wild cards: with that fixed, "at least four of a rank" is simply another set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from app.cards.card import Card
from app.odds.arrays.finished import Bits
from app.ranking.low import LOW_CATEGORIES, low, unpack_low
from app.ranking.order import CATEGORY_AT, PRIMARY_AT, RANK_BITS, SET, TOP1, TOP2, TOP3, TOP5, Order, order_of
from app.ranking.rules import HighRules, LowRules

Ranks = NDArray[np.int16]
Scores = NDArray[np.int32]
Suits = tuple[Ranks, Ranks, Ranks, Ranks]

#: The score of a hand that cannot win a share.
NEVER = np.iinfo(np.int32).min

_CATEGORY_AT = 26
_FLUSH_AT = 10


def _table(values: object) -> NDArray[np.int32]:
    return np.array(values, dtype=np.int32)


_TOP1, _TOP2, _TOP3, _TOP5 = map(_table, (TOP1, TOP2, TOP3, TOP5))
_SETS = np.arange(SET + 1, dtype=np.int64)


def high_fits(rules: HighRules) -> bool:
    """Return whether high hands under these rules can be scored in arrays."""
    return not (rules.natural_wins or rules.four_card_hands or rules.three_card_hands)


def low_fits(rules: LowRules) -> bool:
    """Return whether low hands under these rules can be scored in arrays."""
    return not (rules.natural_wins or rules.stripped)


def suits_of(held: Bits) -> Suits:
    """Return the ranks held in each suit."""
    shifts = (np.uint64(RANK_BITS * suit) for suit in range(4))
    first, second, third, fourth = (((held >> shift) & np.uint64(SET)).astype(np.int16) for shift in shifts)
    return first, second, third, fourth


def by_wild_cards(held: Bits, wild: Bits | None) -> list[tuple[int, NDArray[np.intp] | None, Bits]]:
    """Return the hands grouped by number of wild cards, five at most: the number, their indices, their other cards.

    If all hands are in one group, the indices are None.
    """
    if wild is None:
        return [(0, None, held)]
    own = held & wild
    natural, counts = held ^ own, np.minimum(np.bitwise_count(own), 5)
    groups: list[tuple[int, NDArray[np.intp] | None, Bits]] = []
    for count in range(6):
        at = np.flatnonzero(counts == count)
        if at.size == held.size:
            return [(count, None, natural)]
        if at.size:
            groups.append((count, at, natural[at]))
    return groups


def high_scores(held: Bits, wild: Bits | None, rules: HighRules) -> Scores:
    """Return scores of high hands that compare as :func:`app.ranking.high` compares them.

    ``held`` are the cards of each hand, ``wild`` those that are wild in it; None if nothing is.
    """
    return _in_groups(held, wild, _ranking(rules).scores)


def low_scores(held: Bits, wild: Bits | None, rules: LowRules, top: int | None = None) -> Scores:
    """Return scores of lows of five cards or more that compare as :func:`app.ranking.low` compares them.

    With a ``top`` rank, a hand with a pair or a rank above it cannot win.
    """
    scores = _in_groups(held, wild, lambda suits, wilds: _lows(suits, wilds, rules))
    if top is None:
        return scores
    # With an ace as the limit, every hand without a pair qualifies.
    limit = 1 << min(top + 1 + (rules.kind != "27"), RANK_BITS)
    return np.where(scores > -limit, scores, NEVER).astype(np.int32)


def _in_groups(held: Bits, wild: Bits | None, score: Callable[[Suits, int], Scores]) -> Scores:
    """Return the scores of hands, calling ``score`` for each number of wild cards."""
    groups = by_wild_cards(held, wild)
    if len(groups) == 1:
        wilds, _, natural = groups[0]
        return score(suits_of(natural), wilds)
    scores = np.empty(held.size, dtype=np.int32)
    for wilds, at, natural in groups:
        scores[at] = score(suits_of(natural), wilds)
    return scores


class _Ranking:
    """The tables of one ranking of high hands, and scoring by it."""

    def __init__(self, rules: HighRules) -> None:
        order = order_of(rules)
        self.full = order.full
        self.straights = [_table(held) << PRIMARY_AT for held in order.straights]
        self.flushes = [_table(held) << _FLUSH_AT for held in order.flushes]
        self.royal = order.royal << PRIMARY_AT if order.royal > 0 else -1
        self.places = _places(order)
        self.pair, self.two_pair, self.three = map(_category, (order.pair, order.two_pair, order.three))
        self.straight, self.flush, self.full_house = map(_category, (order.straight, order.flush, order.full_house))
        self.four, self.five = map(_category, (order.four, order.five))
        self.straight_flush, self.royal_flush = map(_category, (order.straight_flush, order.royal_flush))

    def scores(self, suits: Suits, wilds: int) -> Scores:
        """Return the scores of hands of these natural cards with ``wilds`` wild ones."""
        if self.places is not None:
            suits = tuple(self.places[suit] for suit in suits)  # type: ignore[assignment]
        a, b, c, d = suits
        a_or_b, a_and_b, c_or_d, c_and_d = a | b, a & b, c | d, c & d
        one = a_or_b | c_or_d
        two = a_and_b | c_and_d | (a_or_b & c_or_d)
        three = (a_and_b & c_or_d) | (c_and_d & a_or_b)
        four = a_and_b & c_and_d
        levels = (four, three, two, one)
        scores: Scores = np.full(a.size, _TOP1[self.full], dtype=np.int32) if wilds else _TOP5[one]

        def raise_to(at: NDArray[np.intp], worth: Scores) -> None:
            scores[at] = np.maximum(scores[at], worth)

        def some(level: int) -> tuple[NDArray[np.intp], NDArray[np.int32], Ranks]:
            """Return which hands reach a level, the highest rank that does in each, and all their ranks."""
            if level == len(levels):
                return np.arange(a.size), np.full(a.size, _TOP1[self.full], dtype=np.int32), one
            held = levels[level]
            at = np.flatnonzero(held)
            return at, _TOP1[held[at]], one[at]

        if wilds < 3:
            at, rank, ranks = some(wilds + 2)
            raise_to(at, self.pair | rank << PRIMARY_AT | _TOP3[ranks & ~rank])
        if not wilds:
            at = np.flatnonzero(two & (two - 1))
            both = _TOP2[two[at]]
            raise_to(at, self.two_pair | both << PRIMARY_AT | _TOP1[one[at] & ~both])
        at, rank, ranks = some(min(wilds + 1, len(levels)))
        raise_to(at, self.three | rank << PRIMARY_AT | _TOP2[ranks & ~rank])
        pairs = two[at] & ~rank
        within = np.flatnonzero(pairs)
        raise_to(at[within], self.full_house | rank[within] << PRIMARY_AT | _TOP1[pairs[within]])
        straights = self.straights[wilds][one]
        at = np.flatnonzero(straights)
        raise_to(at, self.straight | straights[at])
        flushes = self.flushes[wilds]
        flush = np.maximum(np.maximum(flushes[a], flushes[b]), np.maximum(flushes[c], flushes[d]))
        at = np.flatnonzero(flush)
        raise_to(at, self.flush | flush[at])
        if at.size:
            table = self.straights[wilds]
            straight = np.maximum(np.maximum(table[a[at]], table[b[at]]), np.maximum(table[c[at]], table[d[at]]))
            kind = np.where(straight == self.royal, self.royal_flush, self.straight_flush)
            raise_to(at, np.where(straight > 0, kind | straight, 0))
        at, rank, ranks = some(min(wilds, len(levels)))
        raise_to(at, self.four | rank << PRIMARY_AT | _TOP1[ranks & ~rank])
        if wilds:
            at, rank, _ = some(wilds - 1)
            raise_to(at, self.five | rank << PRIMARY_AT)
        return scores


def _category(worth: int) -> np.int32:
    """Return a category of :mod:`app.ranking.order`, shifted to its place in 32 bits."""
    return np.int32(worth >> CATEGORY_AT << _CATEGORY_AT)


@cache
def _ranking(rules: HighRules) -> _Ranking:
    return _Ranking(rules)


def _places(order: Order) -> Ranks | None:
    """Return the places of each set of ranks in an order; None if each rank is in its usual place."""
    if order.ranks == tuple(range(RANK_BITS)):
        return None
    places = np.zeros(SET + 1, dtype=np.int16)
    for at, rank in enumerate(order.ranks):
        places |= ((_SETS >> rank & 1) << at).astype(np.int16)
    return places


def _bottom(ranks: int, count: int) -> int:
    """Return the ``count`` lowest ranks of a set, or all of it if it has fewer."""
    lowest = 0
    for _ in range(min(count, ranks.bit_count())):
        lowest |= ranks & -ranks
        ranks &= ranks - 1
    return lowest


@cache
def _low_tables(wilds: int, counts_straights: bool) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return, by the ranks held, those with the lowest missing ones added, and the five lowest that make a hand.

    The five are 0 if there are fewer, or only straights where those count.
    """
    filled = _table([held | _bottom(SET & ~held, wilds) for held in range(SET + 1)])
    lowest = np.zeros(SET + 1, dtype=np.int32)
    fives = {sum(five) for five in combinations((1 << place for place in range(RANK_BITS)), 5)}
    straights = {31 << place for place in range(RANK_BITS - 4)} if counts_straights else set()
    for five in sorted(fives - straights, reverse=True):
        lowest[np.bitwise_count(five & ~_SETS) <= wilds] = five
    return filled, lowest


_PAIR, _TWO_PAIR, _THREE, _FULL_HOUSE, _FOUR = (np.int32(at << _CATEGORY_AT) for at in (1, 2, 3, 6, 7))


def _lows(suits: Suits, wilds: int, rules: LowRules) -> Scores:
    counts_straights, low_aces = rules.kind != "a5", rules.kind != "27"
    a, b, c, d = (((suit << 1) & SET) | (suit >> RANK_BITS - 1) if low_aces else suit for suit in suits)
    a_or_b, c_or_d = a | b, c | d
    one = a_or_b | c_or_d
    filled, lowest = _low_tables(wilds, counts_straights)
    five = lowest[one]
    worth, at = five.copy(), np.flatnonzero(five == 0)
    if at.size:
        e, f, g, h = a[at], b[at], c[at], d[at]
        two = (e & f) | (g & h) | ((e | f) & (g | h))
        three = (e & f & (g | h)) | (g & h & (e | f))
        worth[at] = _paired(filled[one[at]], two.astype(np.int32), three.astype(np.int32))
    if counts_straights and not wilds:  # a wild card can avoid straights and flushes
        twice = five & ((a & b) | (c & d) | (a_or_b & c_or_d))
        suited = (five & ~a == 0) | (five & ~b == 0) | (five & ~c == 0) | (five & ~d == 0)
        for number in np.flatnonzero(suited & (twice == 0) & (np.bitwise_count(one) >= 5)):
            worth[number] = _low_worth([int(suit[number]) for suit in suits], rules)
    scores: Scores = -worth
    return scores


def _low_worth(suits: Sequence[int], rules: LowRules) -> int:
    """Return the worth of a low that may be a straight or flush, as :func:`app.ranking.low` computes it."""
    cards = [Card(suit * RANK_BITS + rank) for suit, held in enumerate(suits) for rank in range(13) if held >> rank & 1]
    category, primary, kickers = unpack_low(low(cards, rules=rules))
    return LOW_CATEGORIES.index(category) << _CATEGORY_AT | primary << PRIMARY_AT | kickers


def _paired(ranks: NDArray[np.int32], two: NDArray[np.int32], three: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the worth of lows with fewer than five ranks, paired as in :mod:`app.ranking.low`."""
    spare = 5 - np.bitwise_count(ranks)
    lowest = two & -two
    rest = two & ~lowest
    both = lowest | (rest & -rest)
    house = three & -three
    pair = _PAIR | lowest << PRIMARY_AT | ranks & ~lowest
    two_or_three = np.where(
        rest > 0, _TWO_PAIR | both << PRIMARY_AT | ranks & ~both, _THREE | two << PRIMARY_AT | ranks & ~two
    )
    more = np.where(
        rest > 0, _FULL_HOUSE | house << PRIMARY_AT | ranks & ~house, _FOUR | two << PRIMARY_AT | ranks & ~two
    )
    return np.where(spare == 1, pair, np.where(spare == 2, two_or_three, more))
