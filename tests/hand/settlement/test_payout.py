"""Chips are divided in whole units of the smallest chip."""

from __future__ import annotations

from app.hand.settlement.pots import divide, divide_among


def test_a_pot_is_divided_into_equal_parts_of_whole_chips() -> None:
    """100 in chips of 5 for three: 30 each, and 10 are left over."""
    assert divide(100, 3, 5) == (30, 10)
    assert divide(7, 2, 1) == (3, 1)


def test_leftover_chips_go_around_one_by_one_and_a_remainder_to_the_first_player() -> None:
    """12 over in chips of 5: two chips go to the first two, and the 2 left over, less than a chip, to the first."""
    assert divide_among(102, [4, 0, 2], 5) == {4: 37, 0: 35, 2: 30}
    assert divide_among(11, [0, 1, 2], 1) == {0: 4, 1: 4, 2: 3}
