"""Every possible five-card hand, counted: the numbers of each category are known."""

from collections import Counter
from itertools import combinations

import pytest

from app.cards.card import RED_JOKER, Card
from app.ranking.high import high
from app.ranking.order import CATEGORY_AT, HIGH_CATEGORIES

CARDS = [Card(number) for number in range(52)]

NATURAL = {
    "high card": 1_302_540,
    "pair": 1_098_240,
    "two pair": 123_552,
    "three of a kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full house": 3_744,
    "four of a kind": 624,
    "straight flush": 36,
    "royal flush": 4,
}
WITH_A_WILD_JOKER_IN_THE_DECK = {
    "high card": 1_302_540,
    "pair": 1_268_088,
    "two pair": 123_552,
    "three of a kind": 137_280,
    "straight": 20_532,
    "flush": 7_804,
    "full house": 6_552,
    "four of a kind": 3_120,
    "straight flush": 180,
    "royal flush": 24,
    "five of a kind": 13,
}


@pytest.mark.slow
def test_every_hand_of_the_52_and_the_53_card_deck_is_in_its_category():
    counts = Counter(number >> CATEGORY_AT for number in map(high, combinations(CARDS, 5)))
    assert {HIGH_CATEGORIES[category]: count for category, count in counts.items()} == NATURAL

    joker = frozenset([RED_JOKER])
    counts.update(high((*four, RED_JOKER), joker) >> CATEGORY_AT for four in combinations(CARDS, 4))
    named = {HIGH_CATEGORIES[category]: count for category, count in counts.items()}
    assert named == WITH_A_WILD_JOKER_IN_THE_DECK
    assert counts.total() == 2_869_685
