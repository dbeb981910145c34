"""High hands: one score per hand, bigger is better, with any number of wild cards.

No combinations are tried. "At least two of a rank" is an and-or of the four suits' sets; a wild card lowers the number
needed by one, so the same few sets serve every number of wild cards, shifted. In each category all the wild cards then
go to its primary rank: a hand with one left over would have made a better category.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable
from functools import cache

from app.cards.card import Card, has_rank
from app.ranking.order import (
    NO_RANK,
    PRIMARY_AT,
    SET,
    TOP1,
    TOP2,
    TOP3,
    TOP5,
    Order,
    no_rank_error,
    order_of,
    tables_of,
)
from app.ranking.rules import STANDARD_HIGH, HighRules


@cache
def _standard_order() -> Order:
    """Return the tables for the usual rules, not at import: making them takes ten milliseconds."""
    return order_of(STANDARD_HIGH)


def high(
    cards: Iterable[Card],
    wild: Container[Card] = frozenset(),
    *,
    rules: HighRules = STANDARD_HIGH,
    bugs: Collection[Card] = frozenset(),
    extra_wild: int = 0,
) -> int:
    """Return the score of the best five of the cards: bigger is better, and equal scores tie.

    Takes 0 to 12 different cards; fewer than five count as they are, without straights and flushes. Cards in ``wild``
    stand for any card, those in ``bugs`` for an ace or a card that completes a straight or flush, and ``extra_wild``
    counts wild cards held that are not among the cards. Only scores under the same rules compare.

    Raises ValueError for an unseen card, a joker that is neither wild nor a bug, or a rank that the rules strip from
    the deck.
    """
    order = _standard_order()
    if rules is not STANDARD_HIGH:  # looking up the tables takes time: the usual rules skip it
        order = order_of(rules)
        if rules.natural_wins:
            return _natural_wins(tuple(cards), wild, order, bugs, extra_wild)

    bits, held, wilds, aces = order.bits, 0, extra_wild, 0
    if bugs:
        cards = tuple(cards)
        rest = [card for card in cards if card in wild or card not in bugs]
        aces, cards = len(cards) - len(rest), rest
    for card in cards:
        if card in wild:
            wilds += 1
        else:
            held |= bits[card]
    if held >= NO_RANK:
        raise no_rank_error(cards, bits, wild)
    if rules.three_card_hands:
        return _three_cards(held, min(wilds, 3), aces, order)
    if wilds > 5:
        wilds = 5

    a, b, c, d = held & SET, held >> 13 & SET, held >> 26 & SET, held >> 39
    a_or_b, a_and_b, c_or_d, c_and_d = a | b, a & b, c | d, c & d
    one = a_or_b | c_or_d  # the ranks held at least once, twice, ...
    two = a_and_b | c_and_d | a_or_b & c_or_d
    three = a_and_b & c_or_d | c_and_d & a_or_b
    four = a_and_b & c_and_d
    ranks, free, quint = one, wilds, 0  # free: the cards that can complete straights (of ranks) and flushes
    if aces:
        one, two, three, four, quint = _add_aces(order.ace, aces, (one, two, three, four, quint))
        free = min(wilds + aces, 5)
    full = order.full
    fives, quads, trips, pairs = (quint, four, three, two, one, full, full, full, full)[wilds : wilds + 4]

    flush = straight_flush = 0
    flushes = order.flushes[free]
    straights = order.straights[free]
    if flushes[a] or flushes[b] or flushes[c] or flushes[d]:
        flush = max(flushes[a], flushes[b], flushes[c], flushes[d])
        straight_flush = max(straights[a], straights[b], straights[c], straights[d])

    if fives and (order.five_tops or straight_flush != order.royal):
        return order.five | TOP1[fives] << PRIMARY_AT
    if straight_flush:
        category = order.royal_flush if straight_flush == order.royal else order.straight_flush
        return category | straight_flush << PRIMARY_AT
    if quads:
        rank = TOP1[quads]
        return order.four | rank << PRIMARY_AT | TOP1[one & ~rank]
    if flush and order.flush_tops:
        return order.flush | flush << PRIMARY_AT
    if trips:
        rank = TOP1[trips]
        if two & ~rank:
            return order.full_house | rank << PRIMARY_AT | TOP1[two & ~rank]
    if flush:
        return order.flush | flush << PRIMARY_AT
    if straights[ranks] and not (trips and order.three_tops):
        return order.straight | straights[ranks] << PRIMARY_AT
    if trips:
        return order.three | rank << PRIMARY_AT | TOP2[one & ~rank]
    if two & two - 1:
        both = TOP2[two]
        return order.two_pair | both << PRIMARY_AT | TOP1[one & ~both]
    if rules.four_card_hands and (score := _four_cards(held, free, order)):
        return score
    if pairs:
        rank = TOP1[pairs]
        return order.pair | rank << PRIMARY_AT | TOP3[one & ~rank]
    if wilds:  # alone
        return TOP1[full]
    return TOP5[one]


def _add_aces(ace: int, aces: int, levels: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ranks held at least once, twice, ... with ``aces`` bugs as further aces."""
    natural = sum(bool(level & ace) for level in levels)
    return tuple(level | ace if at < natural + aces else level for at, level in enumerate(levels))


def _four_cards(held: int, free: int, order: Order) -> int:
    """Return the score of the best four-card flush or straight and its kicker; 0 if there is neither.

    Called only for a hand below two pair: no straight or flush has a fifth card, and every free card is among the four.
    """
    if held.bit_count() + free < 4:
        return 0
    straights, flushes = (tables[free] for tables in tables_of(order, 4))
    suits = [held >> at & SET for at in (0, 13, 26, 39)]
    scores = [0]
    one = two = 0
    for suit in suits:
        two |= one & suit
        one |= suit
    for at, suit in enumerate(suits):
        if flushes[suit]:
            others = 0
            for other in suits[:at] + suits[at + 1 :]:
                others |= other
            scores.append(order.four_card_flush | flushes[suit] << PRIMARY_AT | TOP1[others])
    if straights[one] and order.rules.four_card_hands != "flushes":
        others = one & ~order.run(straights[one], 4) | two
        scores.append(order.four_card_straight | straights[one] << PRIMARY_AT | TOP1[others])
    return max(scores)


def _three_cards(held: int, wilds: int, aces: int, order: Order) -> int:
    """Return the score of the best three cards, with ``aces`` bugs."""
    suits = [held >> at & SET for at in (0, 13, 26, 39)]
    one = two = three = 0
    for suit in suits:
        one, two, three = one | suit, two | one & suit, three | two & suit
    free, ranks = min(wilds + aces, 5), one
    one, two, three = _add_aces(order.ace, aces, (one, two, three))
    straights, flushes = (tables[free] for tables in tables_of(order, 3))
    if top := max(straights[suit] for suit in suits):
        return order.straight_flush | top << PRIMARY_AT
    if trips := (three, two, one, order.full)[wilds]:
        return order.three | TOP1[trips] << PRIMARY_AT
    if straights[ranks]:
        return order.straight | straights[ranks] << PRIMARY_AT
    if flush := max(flushes[suit] for suit in suits):
        return order.flush | flush << PRIMARY_AT
    if pairs := (two, one, order.full)[wilds]:
        rank = TOP1[pairs]
        return order.pair | rank << PRIMARY_AT | TOP1[one & ~rank]
    return TOP1[order.full] if wilds else TOP3[one]


def _natural_wins(
    cards: tuple[Card, ...], wild: Container[Card], order: Order, bugs: Collection[Card], extra_wild: int
) -> int:
    """Return the score with another bit at its end, set if the hand is as good without its wild cards."""
    score = high(cards, wild, rules=order.plain, bugs=bugs, extra_wild=extra_wild)
    natural = high(filter(has_rank, cards), rules=order.plain)
    return score * 2 + (natural == score)
