"""The best hand when only some of a player's own cards may play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from app.cards.card import Card


def best(
    evaluate: Callable[[Sequence[Card]], int],
    up: Sequence[Card],
    down: Sequence[Card],
    *,
    at_most: int | None = None,
    exactly: int | None = None,
) -> tuple[int, tuple[Card, ...]]:
    """Return the best number that the cards can make, and the cards it was made of; the first of equals.

    ``evaluate`` is asked for a number of some cards (:func:`~app.ranking.high.high` or
    :func:`~app.ranking.low.low` with its rules filled in) and picks the best five of them itself. With
    ``at_most`` any number of the down cards up to that may play; with ``exactly`` that many play, and the
    five are filled from ``up``, as in Omaha where ``up`` is the board. With neither all cards are evaluated
    together. When fewer cards are there than asked for, those there are play.

    Raises ValueError if both limits are given, or one that is negative or more than five for ``exactly``.
    """
    hands = permitted(up, down, at_most=at_most, exactly=exactly)
    return max(((evaluate(hand), hand) for hand in hands), key=lambda pair: pair[0])


def permitted(
    up: Sequence[Card], down: Sequence[Card], *, at_most: int | None = None, exactly: int | None = None
) -> list[tuple[Card, ...]]:
    """Return every choice of cards that may play together, none of which is part of another; raises as :func:`best`."""
    if at_most is not None and exactly is not None:
        raise ValueError("a hand uses at most or exactly a number of down cards, not both")
    limit = at_most if at_most is not None else exactly
    if limit is not None and (limit < 0 or (exactly is not None and limit > 5)):
        raise ValueError(f"a hand cannot use {limit} down cards")

    beside = [tuple(up)]
    if exactly is not None:  # all of the up cards together could leave a down card unused
        beside = list(combinations(up, min(5 - exactly, len(up))))
    # With one card fewer a hand is never better, so the most that may play is all there is to look at.
    own = combinations(down, len(down) if limit is None else min(limit, len(down)))
    return [ups + downs for downs in own for ups in beside]
