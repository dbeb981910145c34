"""The minimum hand that a game requires."""

from __future__ import annotations

import pytest

from app.cards.card import parse_cards
from app.ranking.high import high
from app.ranking.rules import HighRules
from app.ranking.words import least_hand, least_high


@pytest.mark.parametrize(
    ("least", "enough", "short"),
    [
        ("pair of jacks", "JcJd4h3s2c", "TcTdAhKsQc"),
        ("pair of aces", "AcAd4h3s2c", "KcKdAhQsJc"),
        ("two pair", "3c3d2h2s4c", "AcAdKhQsJc"),
        ("three of a kind", "2c2d2h3s4c", "AcAdKhKsQc"),
        ("straight", "Ac2d3h4s5c", "AcAdAhKsQc"),
        ("flush", "2c3c4c5c7c", "AcKdQhJsTc"),
    ],
)
@pytest.mark.parametrize("rules", [HighRules(), HighRules(natural_wins=True)])
def test_a_hand_reaches_the_minimum_or_falls_short(least: str, enough: str, short: str, rules: HighRules) -> None:
    number = least_high(least, rules)
    assert high(parse_cards(enough), rules=rules) >= number > high(parse_cards(short), rules=rules)


def test_a_minimum_of_a_stripped_rank_is_reached_by_the_next_rank_up() -> None:
    rules = HighRules(stripped="J")
    number = least_high("pair of jacks", rules)
    assert high(parse_cards("QcQd4h3s2c"), rules=rules) >= number > high(parse_cards("TcTdAhKsQc"), rules=rules)


def test_a_minimum_is_named_with_an_article() -> None:
    assert [least_hand(text) for text in ("pair of jacks", "two pair", "flush", "three of a kind")] == [
        "a pair of jacks",
        "two pair",
        "a flush",
        "three of a kind",
    ]


@pytest.mark.parametrize("text", ["jacks", "pair of jokers", "", "high card", "x" * 500])
def test_an_unknown_minimum_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a hand is pair of jacks"):
        least_hand(text)
