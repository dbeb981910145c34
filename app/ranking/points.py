"""Cards that add up: the total of a hand in half points, and how near it is to a number."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from app.cards.card import RANKS, Card, has_rank, rank_of
from app.ranking.words import HandName

#: More than any two totals can differ by.
_FAR = 10_000

#: The half points of an ace, and of each card of a number.
_ACE = (2, 22)
_NUMBERS = {RANKS.index(letter): 2 * points for points, letter in enumerate("23456789T", 2)}


def totals(cards: Iterable[Card], wild: Container[Card], face: int) -> frozenset[int]:
    """Return every total that cards can have, where a face card is ``face`` half points and an ace 1 or 11 points.

    A wild card, or one without a rank, counts as any card.
    """
    found = {0}
    for card in cards:
        values: Sequence[int] = (face, *_ACE, *_NUMBERS.values())
        if card not in wild and has_rank(card):
            values = _ACE if rank_of(card) == RANKS.index("A") else (_NUMBERS.get(rank_of(card), face),)
        found = {total + value for total in found for value in values}
    return frozenset(found)


def nearness(total: int, target: int, over: str) -> int | None:
    """Return how near a total is to a target, to compare: bigger is nearer. None for a total that cannot win.

    ``over`` says what becomes of a total above the target: ``loses a tie`` or ``wins a tie`` with one as far below,
    ``loses to all below`` or ``never wins``.
    """
    near = 2 * (_FAR - abs(target - total))
    if total <= target:
        return near
    return {"loses a tie": near - 1, "wins a tie": near + 1, "loses to all below": near - _FAR}.get(over)


def points_name(found: Iterable[int]) -> HandName:
    """Return totals in words: ``26½ points``, ``6 or 16 points``."""
    halves = sorted(set(found))
    text = " or ".join(f"{half // 2 or ''}{'½' * (half % 2)}" or "0" for half in halves)
    spoken = " or ".join(_spoken(half) for half in halves)
    unit = "point" if halves in ([1], [2]) else "points"
    return HandName(f"{text} {unit}", f"{spoken} {unit}" if halves != [1] else "half a point")


def _spoken(half: int) -> str:
    whole = str(half // 2)
    return whole if half % 2 == 0 else f"{whole} and a half" if half > 1 else "a half"
