"""Hands of three cards with straights and flushes, compared with all of them and with every choice of a wild card."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from app.cards.card import Card, parse_cards, rank_of, suit_of
from app.ranking.high import high
from app.ranking.rules import HighRules
from app.ranking.words import show_high, unpack_high

THREE = HighRules(three_card_hands=True)
DECK = tuple(range(52))
JOKERS = parse_cards("JrJb")


def worth(cards: tuple[Card, ...]) -> tuple[int, list[int]]:
    """Return the category of three cards, worst 0, and the ranks that settle a tie, straight from the rules."""
    ranks = sorted(map(rank_of, cards), reverse=True)
    if ranks == [12, 1, 0]:
        ranks = [1, 0, -1]
    in_order = ranks[0] - 1 == ranks[1] == ranks[2] + 1
    suited = len(set(map(suit_of, cards))) == 1
    pair = max(ranks, key=ranks.count)
    if in_order:
        return (5 if suited else 3), ranks
    if ranks.count(pair) > 1:
        return (4 if ranks.count(pair) == 3 else 1), sorted(ranks, key=lambda rank: (rank != pair, -rank))
    return (2 if suited else 0), ranks


def test_each_category_has_the_published_number_of_hands() -> None:
    # The counts of three-card poker: wizardofodds.com, Three Card Poker.
    counts = Counter(unpack_high(high(cards, rules=THREE), THREE).category for cards in combinations(DECK, 3))
    assert counts == {
        "straight flush": 48,
        "three of a kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high card": 16440,
    }


def test_every_hand_has_its_place_and_equal_hands_tie() -> None:
    places: dict[int, tuple[int, list[int]]] = {}
    for cards in combinations(DECK, 3):
        place = worth(cards)
        assert places.setdefault(high(cards, rules=THREE), place) == place
    assert sorted(places.values()) == [places[number] for number in sorted(places)]


@pytest.mark.parametrize("wild", [1, 2])
def test_a_wild_card_plays_as_the_best_card(wild: int) -> None:
    numbers = {frozenset(cards): high(cards, rules=THREE) for cards in combinations(DECK, 3)}
    jokers = JOKERS[:wild]
    best: dict[tuple[Card, ...], int] = {}
    for cards, number in numbers.items():
        for held in combinations(sorted(cards), 3 - wild):
            best[held] = max(best.get(held, 0), number)
    for held, number in best.items():
        assert high((*held, *jokers), frozenset(jokers), rules=THREE) == number


def test_three_wild_cards_are_the_best_hand() -> None:
    wild = frozenset(parse_cards("3c3d3h"))
    assert show_high(wild, wild, rules=THREE).name == "straight flush, ace high"


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ah2c3d", "straight, three high"),
        ("QsKsAs", "straight flush, ace high"),
        ("KsAs2s", "flush, ace high"),
        ("JrAs9c", "pair of aces"),
        ("Jr8c9d", "straight, ten high"),
        ("7c7d", "pair of sevens"),
        ("7c", "seven high"),
        ("", "no cards"),
        ("2c2d9h9s9c", "three nines"),
    ],
)
def test_hands_are_named_with_a_bug_and_without(cards: str, name: str) -> None:
    shown = show_high(parse_cards(cards), rules=THREE, bugs=frozenset(JOKERS))
    assert shown.name == name
    assert len(shown.plays) == min(3, len(parse_cards(cards)))


def test_a_natural_hand_wins_by_house_rule() -> None:
    rules = HighRules(three_card_hands=True, natural_wins=True)
    natural, made = parse_cards("9c9d9h"), parse_cards("9c9dJr")
    assert high(natural, rules=rules) == high(made, frozenset(JOKERS), rules=rules) + 1


def test_flushes_stay_below_straights_in_a_short_deck() -> None:
    """Three cards cannot make a full house, which a flush would beat."""
    rules = HighRules(three_card_hands=True, flush_beats_full_house=True, stripped="36")
    flush, straight, three = (high(parse_cards(cards), rules=rules) for cards in ("AsKs9s", "7d8c9s", "2c2d2h"))
    assert flush < straight < three
