"""Reading a number back: the category and the ranks that it was made of."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from app.ranking.low import low_ranks, unpack_low
from app.ranking.order import CATEGORY_AT, PRIMARY_AT, RANK_BITS, SET, order_of
from app.ranking.rules import HighRules, LowRules

COUNTS: dict[str, tuple[int, ...]] = {
    "pair": (2,),
    "two pair": (2, 2),
    "three of a kind": (3,),
    "full house": (3, 2),
    "four of a kind": (4,),
    "five of a kind": (5,),
}
"""How often the ranks of a hand stand in it, the first one first; every further rank stands once."""

_STRAIGHTS = {"straight": 5, "straight flush": 5, "royal flush": 5, "four-card straight": 4}


@dataclass(frozen=True, slots=True)
class Parts:
    """What a number says. Ranks are those of :func:`app.cards.card.rank_of`, in the order they are named."""

    category: str
    primary: tuple[int, ...]
    """The ranks that make the category; a straight's top rank alone."""

    kickers: tuple[int, ...]
    """The further ranks, best first; of a full house the pair."""

    ranks: tuple[int, ...]
    """The rank of every card that plays, best first."""

    repeated: int = 0
    """How often a flush repeats its top card."""

    natural: bool = False
    """Under ``natural_wins``: no wild card stands for another card."""


def unpack_high(number: int, rules: HighRules) -> Parts:
    """Return what a number of :func:`app.ranking.high.high` under these rules says."""
    natural = rules.natural_wins and bool(number & 1)
    score = number >> 1 if rules.natural_wins else number
    order = order_of(rules)
    category = order.categories[score >> CATEGORY_AT]
    made = score >> PRIMARY_AT & SET
    primary, kickers = _named(made, order.ranks), _named(score & SET, order.ranks)
    repeated = score >> PRIMARY_AT + RANK_BITS & 7
    if size := _STRAIGHTS.get(category):
        run = _named(order.run(made, size), order.ranks)
        if run[0] != primary[0]:  # five high: the ace that stands below the rest
            run = *run[1:], run[0]
        ranks = run + kickers
    else:
        ranks = primary[:1] * repeated + _counted(category, primary + kickers)
    return Parts(category, primary, kickers, ranks, repeated, natural)


def unpack_low_parts(number: int, rules: LowRules) -> Parts:
    """Return what a number of :func:`app.ranking.low.low` under these rules says, the highest rank first."""
    natural = rules.natural_wins and bool(number & 1)
    category, made, rest = unpack_low(number >> 1 if rules.natural_wins else number)
    line = low_ranks(rules.kind)
    primary, kickers = _named(made, line), _named(rest, line)
    return Parts(category, primary, kickers, _counted(category, primary + kickers), natural=natural)


def _named(ranks: int, line: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ranks of a set, the highest first."""
    return tuple(line[place] for place in reversed(range(len(line))) if ranks >> place & 1)


def _counted(category: str, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return each rank as often as the category has it."""
    counts = zip_longest(ranks, COUNTS.get(category, ()), fillvalue=1)
    return tuple(rank for rank, count in counts for _ in range(count))
