"""The best high hands shown, as numbers that compare across games and house rules, and that can be named."""

from __future__ import annotations

from app.ranking.order import HIGH_CATEGORIES
from app.ranking.rules import HighRules
from app.ranking.words import high_name, unpack_high

#: The digits of a number, in their bases, first to last: the category, how often a flush repeats its top card, and five
#: ranks, each plus one: 0 is a missing card.
_REPEATS, _RANKS, _MOST_RANKS = 8, 14, 5


def best_number(number: int, rules: HighRules) -> int:
    """Return a hand, given as its number from :mod:`app.ranking.high` under its rules, as a number above 0.

    Hands compare by the usual order of categories, then by their cards.
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
