"""Cards that add up: the total of a hand in half points, and how near it is to a number."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from functools import lru_cache

from app.cards.card import RANKS, Card, has_rank, rank_of, suit_of
from app.ranking.words import HandName

#: More than any two totals can differ by.
_FAR = 1_000_000

#: Values of ranks, or factors of suits: ``JQK:0.5/10``, ``cs:-1``.
_COUNT = re.compile(r"([2-9TJQKA]+|[cdhs]+):-?\d{1,2}(\.5)?(/-?\d{1,2}(\.5)?)*")


def counts_of(values: str) -> list[tuple[str, list[str]]]:
    """Return the ranks or suits of each entry and their numbers; raises ValueError for any other text."""
    if not all(map(_COUNT.fullmatch, values.split())):
        raise ValueError(f"{values[:40]!r} does not say what cards count")
    return [(which, numbers.split("/")) for which, numbers in (entry.split(":") for entry in values.split())]


@lru_cache(maxsize=64)
def _worth(face: int, values: str) -> tuple[tuple[int, ...], ...]:
    """Return the half points of each card."""
    counts: dict[str, tuple[int, ...]] = {letter: (2 * points,) for points, letter in enumerate("23456789T", 2)}
    counts |= {"A": (2, 22), **dict.fromkeys("JQK", (face,)), **dict.fromkeys("cdhs", (2,))}
    for letters, numbers in counts_of(values):
        counts |= dict.fromkeys(letters, tuple(int(2 * float(number)) for number in numbers))
    halves = ((counts[RANKS[rank_of(card)]], counts["cdhs"[suit_of(card)]][0]) for card in map(Card, range(52)))
    return tuple(tuple(half * twice // 2 for half in ranked) for ranked, twice in halves)


def totals(cards: Iterable[Card], wild: Container[Card], face: int, values: str = "") -> frozenset[int]:
    """Return every total of the cards in half points. A face card is ``face`` half points, an ace 1 or 11 points.

    ``values`` overrides these. A wild card, or one without a rank, counts as any card.
    """
    sums, worth = {0}, _worth(face, values)
    for card in cards:
        known = card not in wild and has_rank(card)
        halves = worth[card] if known else {half for any_card in worth for half in any_card}
        sums = {total + half for total in sums for half in halves}
    return frozenset(sums)


def nearness(total: int, target: int, over: str) -> int | None:
    """Return a score for how near a total is to a target: bigger is nearer, None for a total that cannot win.

    ``over`` is the rule for a total above the target: it ``loses a tie`` or ``wins a tie`` with one as far below,
    ``loses to all below`` or ``never wins``; with ``alone wins``, totals below the target cannot win.
    """
    near = 2 * (_FAR - abs(target - total))
    if total == target or (total < target and over != "alone wins"):
        return near
    above = {"loses a tie": near - 1, "wins a tie": near + 1, "loses to all below": near - _FAR, "alone wins": near}
    return above.get(over) if total > target else None


def points_name(totals: Iterable[int]) -> HandName:
    """Return totals in words: ``26½ points``, ``6 or 16 points``."""
    halves = sorted(set(totals))
    text, spoken = (" or ".join(map(write, halves)) for write in (_figure, _spoken))
    unit = "point" if halves in ([1], [2], [-1], [-2]) else "points"
    alone = halves in ([1], [-1])
    return HandName(f"{text} {unit}", spoken.replace("a half", "half a point") if alone else f"{spoken} {unit}")


def _figure(half: int) -> str:
    whole, odd = divmod(abs(half), 2)
    return f"{'-' * (half < 0)}{whole or ''}{'½' * odd}" or "0"


def _spoken(half: int) -> str:
    whole, odd = divmod(abs(half), 2)
    text = str(whole) if not odd else f"{whole} and a half" if whole else "a half"
    return f"minus {text}" if half < 0 else text
