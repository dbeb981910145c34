"""Low hands: one number a hand, bigger is better (lower), with any number of wild cards.

A low is ranked as the worst of all high hands, in the order of its kind: no pair before a pair, then by its
highest rank down. A wild card or a bug is therefore the lowest rank not yet held. Only where straights and
flushes count against the hand is there more to choose; even then a single wild card always finds a way round
them, so that only hands without one have to look at suits at all.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace
from functools import cache

from app.cards.card import Card, card_name, has_rank
from app.ranking.order import CATEGORY_AT, MISFIT, PRIMARY_AT, RANK_BITS, SET
from app.ranking.rules import LowRules

_NONE: frozenset[Card] = frozenset()
_DEFAULT = LowRules()

LOW_CATEGORIES = (
    "no pair",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
"""The categories of low hands, best first."""

_PAIR, _TWO_PAIR, _THREE, _STRAIGHT, _FLUSH, _FULL_HOUSE, _FOUR, _STRAIGHT_FLUSH = (
    number << CATEGORY_AT for number in range(1, 9)
)
_WORST = len(LOW_CATEGORIES) << CATEGORY_AT

_HIGH_ACES = (*(1 << card for card in range(52)), MISFIT, MISFIT, MISFIT)
_LOW_ACES = (*(1 << card // 13 * 13 + (card + 1) % 13 for card in range(52)), MISFIT, MISFIT, MISFIT)
_BITS = {"a5": _LOW_ACES, "a6": _LOW_ACES, "27": _HIGH_ACES}

_RUNS = frozenset(31 << low for low in range(RANK_BITS - 4))
_UNPAIRED = tuple(ranks for ranks in range(SET + 1) if ranks.bit_count() == 5 and ranks not in _RUNS)
"""Every five different ranks that are no straight, best first."""


def low(
    cards: Iterable[Card],
    wild: Container[Card] = _NONE,
    *,
    rules: LowRules = _DEFAULT,
    bugs: Container[Card] = _NONE,
    extra_wild: int = 0,
) -> int:
    """Return the worth of the lowest five of the cards: bigger is better (lower), equal exactly if the hands tie.

    Takes 0 to 12 different cards; fewer than five count as they lie, paired or not, without straights and
    flushes, and are to be compared with equally many. Cards in ``wild`` and in ``bugs``, and ``extra_wild``
    cards that are not among the cards, are the lowest rank that helps. Numbers compare only under the same
    rules.

    Raises ValueError for an unseen card or a joker that is neither wild nor a bug.
    """
    if rules.natural_wins:
        return _natural_wins(tuple(cards), wild, rules, bugs, extra_wild)
    bits, held, wilds = _BITS[rules.kind], 0, extra_wild
    for card in cards:
        if card in wild or card in bugs:
            wilds += 1
        else:
            held |= bits[card]
    if held >= MISFIT:
        raise ValueError(_misfit(cards, wild, bugs))

    a, b, c, d = held & SET, held >> 13 & SET, held >> 26 & SET, held >> 39
    one, two = a | b | c | d, a & b | c & d | (a | b) & (c | d)
    different = one.bit_count() + wilds
    if different < 5:
        size = min(5, held.bit_count() + wilds)
        if different < size:
            three = a & b & (c | d) | c & d & (a | b)
            return _WORST - _paired(one | _missing(one, wilds), two, three, size)
        return _WORST - _lowest(one, wilds, size)
    if rules.kind == "a5":
        return _WORST - _lowest(one, wilds, 5)
    ranks = _lowest_unpaired(one, wilds)
    if wilds or (ranks and not _suited(ranks, two, (a, b, c, d))):
        return _WORST - ranks
    return _WORST - _against(one, two, (a, b, c, d))


def low_qualifies(
    cards: Iterable[Card],
    wild: Container[Card] = _NONE,
    *,
    rules: LowRules = _DEFAULT,
    bugs: Container[Card] = _NONE,
    extra_wild: int = 0,
    top: int,
) -> bool:
    """Return whether the low hand has five cards, no pair, no rank above ``top`` (6 is an eight: eight or better).

    Where straights and flushes count against a hand, one that has no other low does not qualify. ``top`` is a
    rank as :func:`app.cards.card.rank_of` gives it. Raises ValueError as :func:`low` does.
    """
    cards = tuple(cards)
    number = low(cards, wild, rules=rules, bugs=bugs, extra_wild=extra_wild)
    ranks = _WORST - (number >> 1 if rules.natural_wins else number)
    five = len(cards) + extra_wild >= 5
    place = top if rules.kind == "27" else (top + 1) % RANK_BITS
    return five and ranks >> place + 1 == 0


def unpack_low(number: int) -> tuple[str, int, int]:
    """Return a number's category, its primary ranks and its kickers, as sets of ranks in the order of its kind."""
    score = _WORST - number
    return LOW_CATEGORIES[score >> CATEGORY_AT], score >> PRIMARY_AT & SET, score & SET


def low_ranks(kind: str) -> tuple[int, ...]:
    """Return the rank (0 deuce to 12 ace) at each place in the order of a kind of low, lowest first."""
    return tuple(range(RANK_BITS)) if kind == "27" else (12, *range(12))


def _natural_wins(
    cards: tuple[Card, ...], wild: Container[Card], rules: LowRules, bugs: Container[Card], extra_wild: int
) -> int:
    """Return the number with one more bit at its end: set if the hand is as good without its wild cards."""
    plain = replace(rules, natural_wins=False)
    number = low(cards, wild, rules=plain, bugs=bugs, extra_wild=extra_wild)
    natural = low(filter(has_rank, cards), rules=plain)
    return number * 2 + (natural == number)


@cache
def _missing(held: int, count: int) -> int:
    """Return the ``count`` lowest ranks that are not held."""
    missing = 0
    for _ in range(count):
        gaps = SET & ~(held | missing)
        missing |= gaps & -gaps
    return missing


@cache
def _lowest(held: int, wilds: int, size: int) -> int:
    """Return the ``size`` lowest different ranks that the ranks held and the wild cards can show."""
    ranks, lowest = held | _missing(held, wilds), 0
    for _ in range(size):
        lowest |= ranks & -ranks
        ranks &= ranks - 1
    return lowest


@cache
def _lowest_unpaired(held: int, wilds: int) -> int:
    """Return the best five different ranks that do not make a straight, at most ``wilds`` of them not held, or 0."""
    return next((ranks for ranks in _UNPAIRED if (ranks & ~held).bit_count() <= wilds), 0)


def _suited(ranks: int, two: int, suits: tuple[int, ...]) -> bool:
    """Return whether five ranks can only be shown as a flush: all in one suit, none of them in another."""
    return not ranks & two and any(not ranks & ~suit for suit in suits)


def _paired(ranks: int, two: int, three: int, size: int) -> int:
    """Return the worth of a hand with fewer ranks, wild cards included, than cards: the rest repeat held ranks.

    As many different ranks as possible are always best (a pair before two pair and threes, those before a
    full house), so every rank is in the hand, and only which are repeated is left to choose: the lowest. Where
    only one rank is held more than once, all the repeats are of that rank.
    """
    spare = size - ranks.bit_count()
    lowest = two & -two
    if spare == 1:
        return _PAIR | lowest << PRIMARY_AT | ranks & ~lowest
    rest = two & ~lowest
    if spare == 2:
        if rest:
            both = lowest | rest & -rest
            return _TWO_PAIR | both << PRIMARY_AT | ranks & ~both
        return _THREE | two << PRIMARY_AT | ranks & ~two
    if rest:
        rank = three & -three
        return _FULL_HOUSE | rank << PRIMARY_AT | ranks & ~rank
    return _FOUR | two << PRIMARY_AT | ranks & ~two


def _against(one: int, two: int, suits: tuple[int, ...]) -> int:
    """Return the worth of five different ranks or more, none wild, whose lowest choice is a straight or a flush."""
    for ranks in _UNPAIRED:
        if not ranks & ~one and not _suited(ranks, two, suits):
            return ranks
    if two:
        rank = two & -two
        return _PAIR | rank << PRIMARY_AT | _lowest(one & ~rank, 0, 3)
    # Without a pair every card is of a rank of its own: everything in one suit, or no more than five in a row.
    if ranks := _lowest_unpaired(one, 0):
        return _FLUSH | ranks
    return (_STRAIGHT_FLUSH if _suited(one, two, suits) else _STRAIGHT) | one


def _misfit(cards: Iterable[Card], wild: Container[Card], bugs: Container[Card]) -> str:
    """Return what to say about the first card that has no rank; ``cards`` may be an iterator that is used up."""
    for card in cards:
        if card not in wild and card not in bugs and not 0 <= card < 52:
            return f"{card_name(card)} has no rank in this hand"
    return "a card has no rank in this hand"
