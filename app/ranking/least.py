"""The least hand that a game requires: ``pair of jacks``, ``two pair``, ``three of a kind``."""

from __future__ import annotations

from app.cards.card import RANKS, rank_plural
from app.ranking.order import CATEGORY_AT, PRIMARY_AT, order_of
from app.ranking.rules import HighRules
from app.text import listing, with_article

_PAIRS = {f"pair of {rank_plural(rank)}": rank for rank in range(13)}
_MADE = ("two pair", "three of a kind", "straight", "flush", "full house", "four of a kind", "straight flush")


def least_hand(text: str) -> str:
    """Return a required hand with its article; raises ValueError for an unknown one."""
    if text not in _PAIRS and text not in _MADE:
        raise ValueError(f"a hand is {listing(('pair of jacks (or another rank)', *_MADE), 'or')}, not {text[:40]!r}")
    return with_article(text) if text in _PAIRS or text.endswith(("straight", "flush", "house")) else text


def least_high(text: str, rules: HighRules) -> int:
    """Return the lowest number of :func:`app.ranking.high.high` for a hand at least this good."""
    order = order_of(rules)
    category, rank = ("pair", _PAIRS[text]) if text in _PAIRS else (text, None)
    number = order.categories.index(category) << CATEGORY_AT
    if rank is not None:
        # A rank that the deck lacks needs the next one up.
        line = "A" + RANKS[:-1] if rules.aces_low else RANKS
        below = [other for other in order.ranks if line.index(RANKS[other]) < line.index(RANKS[rank])]
        number |= 1 << len(below) + PRIMARY_AT
    return number << 1 if rules.natural_wins else number
