"""Hands of exactly two down cards and three from the board, as in Omaha, without wild cards: sixty to a player.

The two ranks and the three index a table of 91 by 455, which holds the score of every hand that is not a flush. Flushes
are few and scored separately: the two highest of a suit in the hole with its three highest on the board.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

from app.odds.arrays.finished import ranks_of_places
from app.odds.arrays.hands import Bits, Scores, flush_scores, high_scores, low_scores, straight_flushes
from app.odds.arrays.places import FinishedHands
from app.ranking.order import RANK_BITS, SET, TOPS
from app.ranking.rules import HighRules, LowRules


def best_high(hands: FinishedHands, rules: HighRules) -> Scores:
    """Return the score of the best high hand of each seat, a row each."""
    scores = _best(hands, *_high_table(rules))
    down, beside = (part.bits(hands.bits) for part in (hands.choices.limited_cards, hands.choices.beside_cards))
    for suit in range(4):
        shift = np.uint64(RANK_BITS * suit)
        others = ((beside >> shift) & np.uint64(SET)).astype(np.intp)
        columns = np.flatnonzero((np.bitwise_count(others) >= 3).any(axis=0))
        own = ((down[:, columns] >> shift) & np.uint64(SET)).astype(np.intp)
        others = np.broadcast_to(others[:, columns], own.shape)
        rows, at = np.nonzero((np.bitwise_count(own) >= 2) & (np.bitwise_count(others) >= 3))
        own, others, columns = own[rows, at], others[rows, at], columns[at]
        flush = flush_scores(_TOP[2][own] | _TOP[3][others], rules)
        for ranks, score in straight_flushes(rules):
            made = ((own | others) & ranks == ranks) & (np.bitwise_count(own & ranks) == 2)
            flush[made] = np.maximum(flush[made], score)
        scores[rows, columns] = np.maximum(scores[rows, columns], flush)
    return scores


def best_low(hands: FinishedHands, top: int | None) -> Scores:
    """Return the score of the best ace-to-five low of each seat, a row each."""
    return _best(hands, *_low_table(top))


def _best(hands: FinishedHands, table: NDArray[np.int16], worths: Scores) -> Scores:
    """Return the best worth of two down cards and three of the board, by a table of indices into the worths.

    First find the best three of the board for every two ranks, then the best two of each seat.
    """
    own, board = (
        [ranks_of_places(column, hands.cards) for column in columns]
        for columns in (hands.choices.limited_columns, hands.choices.beside_columns)
    )
    threes: NDArray[np.int16] | None = None
    for three in combinations((ranks[0] for ranks in board), 3):
        found = table.take(_THREE[(three[0] * RANK_BITS + three[1]) * RANK_BITS + three[2]], axis=0)
        threes = found if threes is None else np.maximum(threes, found, out=threes)
    assert threes is not None
    first, best = np.arange(hands.count) * len(_TWOS), None
    for one, other in combinations(own, 2):
        found = threes.reshape(-1).take(first + _TWO[one * RANK_BITS + other])
        best = found if best is None else np.maximum(best, found, out=best)
    scores: Scores = worths[best]
    return scores


def _indices(count: int) -> NDArray[np.intp]:
    """Return the index of each choice of ``count`` ranks, by the ranks in any order."""
    table = np.zeros((RANK_BITS,) * count, dtype=np.intp)
    for number, choice in enumerate(combinations_with_replacement(range(RANK_BITS), count)):
        for ranks in permutations(choice):
            table[ranks] = number
    return table.reshape(-1)


_TWOS, _THREES = (tuple(combinations_with_replacement(range(RANK_BITS), count)) for count in (2, 3))
_TWO, _THREE = _indices(2), _indices(3)
_TOP = {count: np.array(TOPS[count]) for count in (2, 3)}


def _table(score: Callable[[Bits], Scores]) -> tuple[NDArray[np.int16], Scores]:
    """Return a table of indices into the worths (three ranks by two others, no flush), and the worths."""
    hands = np.array([_in_suits((*three, *two)) for three in _THREES for two in _TWOS], dtype=np.uint64)
    worths, places = np.unique(score(hands), return_inverse=True)
    return places.astype(np.int16).reshape(len(_THREES), len(_TWOS)), worths


def _in_suits(ranks: tuple[int, ...]) -> int:
    """Return cards of these ranks that are not a flush; a fifth of one rank, which no hand has, is left out."""
    held = 0
    for at, rank in enumerate(ranks):
        bits = (1 << (at + step) % 4 * RANK_BITS + rank for step in range(4))
        held |= next((bit for bit in bits if not held & bit), 0)
    return held


@cache
def _high_table(rules: HighRules) -> tuple[NDArray[np.int16], Scores]:
    return _table(lambda hands: high_scores(hands, None, rules))


@cache
def _low_table(top: int | None) -> tuple[NDArray[np.int16], Scores]:
    return _table(lambda hands: low_scores(hands, None, LowRules(), top))
