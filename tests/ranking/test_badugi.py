"""Badugi: the most cards of different ranks and suits, then the lowest."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from app.cards.card import Card, deck, parse_cards
from app.ranking.badugi import badugi, show_badugi


def name(text: str, wild: str = "") -> str:
    return show_badugi(parse_cards(text), frozenset(parse_cards(wild))).name


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("As2h3d4c", "4-3-2-A badugi"),
        ("8c6d4h2s", "8-6-4-2 badugi"),
        ("KcQdJhTs", "K-Q-J-10 badugi"),
        ("8c6d4h4s", "three-card 8-6-4"),
        ("8c6d4h2h", "three-card 8-6-2"),
        ("AsAh2d3c", "three-card 3-2-A"),
        ("Ac2c3c4d", "two-card 4-A"),
        ("Ac2c3c4c", "one-card A"),
        ("KcKdKhKs", "one-card K"),
    ],
)
def test_the_cards_that_count_are_named(cards: str, said: str) -> None:
    assert name(cards) == said


def test_more_cards_beat_fewer_and_then_the_lower_ones_win() -> None:
    hands = ["4s3h2dAc", "5s3h2dAc", "KcQdJhTs", "AsAh2d3c", "KsKhQdJc", "2cAc2dAd", "AcAdAhAs", "KcQcJcTc"]
    numbers = [badugi(parse_cards(hand)) for hand in hands]
    assert numbers == sorted(numbers, reverse=True)
    assert badugi(parse_cards("8c6d4h2s")) == badugi(parse_cards("8s6h4d2c"))


def test_aces_may_be_high() -> None:
    """The odd order is Badeucy's: 5-4-3-2 is best, and an ace is left out where another card of its suit is there."""
    hands = ["5s4h3d2c", "6s4h3d2c", "As4h3d2c", "AsKhQdJc", "7s4h3d3c", "7s5h2d2c", "As3h2d2c"]
    numbers = [badugi(parse_cards(hand), aces_high=True) for hand in hands]
    assert numbers == sorted(numbers, reverse=True)
    assert show_badugi(parse_cards("Ah2c3d4sQh"), aces_high=True).name == "Q-4-3-2 badugi"
    assert show_badugi(parse_cards("Jr3c4d6h"), frozenset(parse_cards("Jr")), aces_high=True).name == "6-4-3-2 badugi"


def test_a_hand_is_read_out_in_words() -> None:
    assert show_badugi(parse_cards("8c6d4h2s")).spoken == "eight, six, four, deuce badugi"
    assert show_badugi(parse_cards("8c6d4h4s")).spoken == "three-card eight, six, four"


def test_a_wild_card_plays_as_the_best_card() -> None:
    """Compare with every possible card in its place."""
    random = Random(7)
    cards = sorted(deck())
    for _ in range(40):
        held = tuple(random.sample(cards, 4))
        wild = frozenset(random.sample(held, random.choice([1, 1, 2])))
        kept = [card for card in held if card not in wild]
        best = max(badugi((*kept, *stand_ins)) for stand_ins in product(cards, repeat=len(wild)))
        assert badugi(held, wild) == best


def test_a_card_without_a_rank_must_be_wild() -> None:
    with pytest.raises(ValueError, match="Red joker has no rank"):
        badugi(parse_cards("Jr2c3d4h"))
    assert name("Jr2c3d4h", "Jr") == "4-3-2-A badugi"


def test_a_wild_card_does_not_play_as_a_stripped_rank() -> None:
    assert show_badugi((Card(52), *parse_cards("5c7d8h")), {Card(52)}, stripped="A234").name == "8-7-6-5 badugi"
