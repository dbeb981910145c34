"""Announcements as a voice says them."""

from __future__ import annotations

import pytest
from app.hand.spoken import listed, spoken


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ann wins 9 with 8-7-4-2-A low", "Ann wins 9 with eight, seven, four, deuce, ace low"),
        ("Bob opens: A low showing", "Bob opens: ace low showing"),
        ("Cy opens: 10 low showing", "Cy opens: ten low showing"),
        ("Ann opens: pair of fives, J-10-6 low showing", "Ann opens: pair of fives, jack, ten, six low showing"),
        ("10s and 5s are no longer wild: a second one is showing",) * 2,
        ("Sevens are wild (followed Bob's queen)", "Sevens are wild, followed Bob's queen"),
        ("Declared: Ann and Cy low; Bob high", "Declared: Ann and Cy low, Bob high"),
        ("Ann brings in 1: low card, the 2 of clubs", "Ann brings in 1: low card, the 2 of clubs"),
        ("A low card brings in", "A low card brings in"),
    ],
)
def test_a_voice_says_it_as_a_dealer_would(text: str, said: str) -> None:
    assert spoken(text) == said.replace("10s", "tens").replace("5s", "fives")


@pytest.mark.parametrize(
    ("names", "said"), [("", ""), ("Ann", "Ann"), ("Ann Bob", "Ann and Bob"), ("Ann Bob Cy", "Ann, Bob and Cy")]
)
def test_names_are_listed_as_in_a_sentence(names: str, said: str) -> None:
    assert listed(names.split()) == said
