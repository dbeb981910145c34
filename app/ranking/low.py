"""Low hands: one score per hand, bigger is better (lower), with any number of wild cards.

A low is ranked as the worst of all high hands, in the order of its kind: no pair before a pair, then by its highest
rank down. A wild card or a bug is therefore the lowest rank of the deck not yet held. There is more to choose only if
straights and flushes count against the hand; even then a single wild card can always avoid them, so suits matter only
in hands without one. In a deck of fewer than seven ranks a wild card may have no way around them, so every rank is
tried.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cache
from itertools import combinations_with_replacement

from app.cards.card import RANKS, Card, has_rank
from app.dataclass import dataclass, replace
from app.ranking.order import CATEGORY_AT, NO_RANK, PRIMARY_AT, RANK_BITS, SET, no_rank_error
from app.ranking.rules import LowRules

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

_FIVES = tuple(ranks for ranks in range(SET + 1) if ranks.bit_count() == 5)


@dataclass(frozen=True, slots=True, eq=False)
class _Tables:
    """The tables of one kind of low in one deck. A rank has the same place in every deck."""

    bits: tuple[int, ...]  # each card's bit in a hand; the last is that of card -1, the unseen one
    places: tuple[int, ...]  # the bits of the ranks in the deck, lowest first
    full: int  # all of them
    unpaired: tuple[int, ...]  # every five different ranks that are not a straight, best first
    counts_straights: bool  # and flushes


@cache
def _tables(kind: str, stripped: str, gap_straights: bool) -> _Tables:
    """Return the tables of a kind of low in a deck, made once for each."""
    place_of = {rank: 1 << at for at, rank in enumerate(low_ranks(kind)) if RANKS[rank] not in stripped}
    bits = tuple(place_of[card % 13] << card // 13 * 13 if card % 13 in place_of else NO_RANK for card in range(52))
    places = tuple(place_of.values())
    full = sum(places)
    runs = {sum(places[at : at + 5]) for at in range(len(places) - 4)}
    if not gap_straights:
        runs &= {31 << at for at in range(RANK_BITS - 4)}
    unpaired = tuple(ranks for ranks in _FIVES if not ranks & ~full and ranks not in runs)
    return _Tables((*bits, NO_RANK, NO_RANK, NO_RANK), places, full, unpaired, kind != "a5")


def low(
    cards: Iterable[Card],
    wild: Container[Card] = frozenset(),
    *,
    rules: LowRules = LowRules(),
    bugs: Container[Card] = frozenset(),
    extra_wild: int = 0,
) -> int:
    """Return the score of the lowest five of the cards: bigger is better (lower), and equal scores tie.

    Takes 0 to 12 different cards; fewer than five count as they are, paired or not, without straights and flushes, and
    compare only with equally many. Cards in ``wild`` and in ``bugs``, and ``extra_wild`` cards that are not among the
    cards, are the lowest rank that helps. Only scores under the same rules compare.

    Raises ValueError for an unseen card, a joker that is neither wild nor a bug, or a rank that the rules strip from
    the deck.
    """
    if rules.natural_wins:
        return _natural_wins(tuple(cards), wild, rules, bugs, extra_wild)
    tables = _tables(rules.kind, rules.stripped, rules.gap_straights)
    bits, held, wilds = tables.bits, 0, extra_wild
    for card in cards:
        if card in wild or card in bugs:
            wilds += 1
        else:
            held |= bits[card]
    if held >= NO_RANK:
        raise no_rank_error(cards, bits, wild, bugs)
    suits = held & SET, held >> 13 & SET, held >> 26 & SET, held >> 39
    if wilds and len(tables.places) < 7:
        ways = combinations_with_replacement(tables.places, min(wilds, 5))
        return _WORST - min(_badness((*suits, *stand_ins), 0, tables) for stand_ins in ways)
    return _WORST - _badness(suits, wilds, tables)


def low_qualifies(score: int, rules: LowRules, top: int) -> bool:
    """Return whether a score of :func:`low` is of five cards with no pair and no rank above ``top``.

    A hand whose only low is a straight or flush that counts against it does not qualify. ``top`` is a rank as from
    :func:`app.cards.card.rank_of`, 6 for eight or better; an ace, high or low, is no limit.
    """
    ranks = _WORST - (score >> 1 if rules.natural_wins else score)
    place = top if rules.kind == "27" else (top + 1) % RANK_BITS or RANK_BITS - 1
    return ranks.bit_count() == 5 and ranks >> place + 1 == 0


def unpack_low(score: int) -> tuple[str, int, int]:
    """Return a score's category, its primary ranks and its kickers, as sets of ranks in the order of its kind."""
    badness = _WORST - score
    return LOW_CATEGORIES[badness >> CATEGORY_AT], badness >> PRIMARY_AT & SET, badness & SET


def low_ranks(kind: str) -> tuple[int, ...]:
    """Return the rank (0 deuce to 12 ace) at each place in the order of a kind of low, lowest first."""
    return tuple(range(RANK_BITS)) if kind == "27" else (12, *range(12))


def _natural_wins(
    cards: tuple[Card, ...], wild: Container[Card], rules: LowRules, bugs: Container[Card], extra_wild: int
) -> int:
    """Return the score with another bit at its end, set if the hand is as good without its wild cards."""
    plain = replace(rules, natural_wins=False)
    score = low(cards, wild, rules=plain, bugs=bugs, extra_wild=extra_wild)
    natural = low(filter(has_rank, cards), rules=plain)
    return score * 2 + (natural == score)


def _badness(suits: tuple[int, ...], wilds: int, tables: _Tables) -> int:
    """Return the badness of the lowest hand made of the ranks held in each suit and some wild cards; less is better."""
    one = two = three = count = 0  # the ranks held at least once, twice, three times
    for ranks in suits:
        three |= two & ranks
        two |= one & ranks
        one |= ranks
        count += ranks.bit_count()
    size = min(5, count + wilds)
    if one.bit_count() + wilds < size:
        return _paired(one | _missing(one, wilds, tables.full), two, three, size)
    if size < 5 or not tables.counts_straights:
        return _lowest(one, wilds, size, tables.full)
    ranks = _lowest_unpaired(one, wilds, tables)
    if wilds or (ranks and not _suited(ranks, two, suits)):
        return ranks
    return _straight_or_flush(one, two, suits, tables)


@cache
def _missing(held: int, count: int, full: int) -> int:
    """Return the ``count`` lowest ranks of the deck that are not held."""
    missing = 0
    for _ in range(count):
        gaps = full & ~(held | missing)
        missing |= gaps & -gaps
    return missing


@cache
def _lowest(held: int, wilds: int, size: int, full: int) -> int:
    """Return the ``size`` lowest different ranks that the ranks held and the wild cards can make."""
    ranks, lowest = held | _missing(held, wilds, full), 0
    for _ in range(size):
        lowest |= ranks & -ranks
        ranks &= ranks - 1
    return lowest


@cache
def _lowest_unpaired(held: int, wilds: int, tables: _Tables) -> int:
    """Return the best five different ranks that do not make a straight, at most ``wilds`` of them not held, or 0."""
    return next((ranks for ranks in tables.unpaired if (ranks & ~held).bit_count() <= wilds), 0)


def _suited(ranks: int, two: int, suits: tuple[int, ...]) -> bool:
    """Return whether five ranks can only make a flush: all are held in one suit, none in another."""
    return not ranks & two and any(not ranks & ~suit for suit in suits)


def _paired(ranks: int, two: int, three: int, size: int) -> int:
    """Return the badness of a hand with fewer ranks, wild cards included, than cards: the rest repeat held ranks.

    As many different ranks as possible are always best (a pair before two pair and threes, those before a full house),
    so every rank plays, and the lowest ranks held more than once are repeated. If only one rank is held more than once,
    all the repeats are of that rank.
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


def _straight_or_flush(one: int, two: int, suits: tuple[int, ...], tables: _Tables) -> int:
    """Return the badness of five or more different ranks, none wild, whose lowest five make a straight or a flush."""
    for ranks in tables.unpaired:
        if not ranks & ~one and not _suited(ranks, two, suits):
            return ranks
    if two:
        rank = two & -two
        return _PAIR | rank << PRIMARY_AT | _lowest(one & ~rank, 0, 3, tables.full)
    # Without a pair no two cards share a rank: all are in one suit, or there are only five, in a row.
    if ranks := _lowest_unpaired(one, 0, tables):
        return _FLUSH | ranks
    return (_STRAIGHT_FLUSH if _suited(one, two, suits) else _STRAIGHT) | one
