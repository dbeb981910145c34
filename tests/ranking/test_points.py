"""Points: every total that cards can have, and which of two is nearer to a number."""

from __future__ import annotations

import pytest

from app.cards.card import parse_cards
from app.ranking.points import nearness, points_name, totals

OVER = ("loses a tie", "wins a tie", "loses to all below", "never wins", "alone wins")


@pytest.mark.parametrize(
    ("cards", "wild", "half", "ten"),
    [
        ("Kd6s", "", {13}, {32}),
        ("5hAcAs", "", {14, 34, 54}, {14, 34, 54}),
        ("", "", {0}, {0}),
        (
            "9c2h",
            "2h",
            {18 + n for n in (1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22)},
            {18 + n for n in range(2, 23, 2)},
        ),
        ("Jr", "", {1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22}, set(range(2, 23, 2))),
    ],
)
def test_cards_add_up(cards: str, wild: str, half: set[int], ten: set[int]) -> None:
    for face, found in ((1, half), (20, ten)):
        assert totals(parse_cards(cards), parse_cards(wild), face) == found


@pytest.mark.parametrize(
    ("cards", "wild", "values", "found"),
    [
        ("AcKd5h", "", "A:1 JQK:2", {2 + 4 + 10}),
        ("AcKd5h", "", "c:2 d:0", {4 + 10, 44 + 10}),
        ("Kd5s", "", "cs:-1", {20 - 10}),
        ("KdTs", "", "K:0.5/10 T:0.5", {1 + 1, 20 + 1}),
        ("2h", "2h", "A:3 23456789TJQK:1 c:2", {2, 6, 4, 12}),
    ],
)
def test_cards_count_as_a_game_says(cards: str, wild: str, values: str, found: set[int]) -> None:
    assert totals(parse_cards(cards), parse_cards(wild), 20, values) == found


def test_the_rule_for_totals_over_the_number_decides_which_is_nearer() -> None:
    """Order totals in half points by their nearness to 7 points, best first."""
    orders = ((14, 13, 15, 12, 16, 4), (14, 15, 13, 16, 12, 4), (14, 13, 12, 4, 15, 16), (14, 13, 12, 4), (14, 15, 16))
    for over, order in zip(OVER, orders, strict=True):
        near = {total: number for total in (4, 12, 13, 14, 15, 16) if (number := nearness(total, 14, over)) is not None}
        assert sorted(near, key=lambda total: -near[total]) == [*order], over
        assert min(near.values()) > 0


def test_totals_have_written_and_spoken_names() -> None:
    names = {(1,): "½ point", (2,): "1 point", (13,): "6½ points", (32, 12): "6 or 16 points", (0,): "0 points"}
    names |= {(-1,): "-½ point", (-3, 2): "-1½ or 1 points", (-4,): "-2 points"}
    assert {halves: points_name(halves).text for halves in names} == names
    spoken = {
        (1,): "half a point",
        (13,): "6 and a half points",
        (14,): "7 points",
        (1, 21): "a half or 10 and a half points",
        (-1,): "minus half a point",
        (-3,): "minus 1 and a half points",
    }
    assert {halves: points_name(halves).spoken for halves in spoken} == spoken
