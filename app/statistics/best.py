"""The best high hands that were shown, as numbers that compare over all games and house rules, and say their name."""

from __future__ import annotations

from app.ranking import HIGH_CATEGORIES, HighRules, unpack_high
from app.ranking.words import high_name

#: Digits of a number in their bases, the first one first: the category, how often a flush repeats its top card, and
#: five ranks, each one more than it is: 0 is a card that is not there.
_REPEATS, _RANKS, _MOST_RANKS = 8, 14, 5


def best_number(number: int, rules: HighRules) -> int:
    """Return a hand, given as :func:`app.ranking.high` ranks it under its rules, as a number above 0.

    Hands compare by the usual order of the categories, then by their cards.
    """
    parts = unpack_high(number, rules)
    best = HIGH_CATEGORIES.index(parts.category) * _REPEATS + parts.repeated
    ranks = (parts.primary + parts.kickers)[:_MOST_RANKS]
    for at in range(_MOST_RANKS):
        best = best * _RANKS + (ranks[at] + 1 if at < len(ranks) else 0)
    return best


def best_name(best: int) -> str:
    """Return the name of a hand: ``full house, queens over fours``."""
    digits = []
    for _ in range(_MOST_RANKS):
        best, digit = divmod(best, _RANKS)
        digits.append(digit)
    category, repeated = divmod(best, _REPEATS)
    ranks = tuple(digit - 1 for digit in reversed(digits) if digit)
    return high_name(HIGH_CATEGORIES[category], ranks, repeated)
