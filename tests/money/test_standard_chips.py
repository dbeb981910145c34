"""Common sets of chips."""

from __future__ import annotations

import pytest

from app.money.chipset import STANDARD_SETS, ChipSet, buy_in, drawn_colour, set_text, standard_sets


def test_every_common_set_is_valid_has_drawn_colours_and_makes_a_buy_in() -> None:
    for chips in STANDARD_SETS:
        assert all(drawn_colour(chip.colour) == chip.colour for chip in chips)
        assert buy_in(100 * chips[0].value, ChipSet(chips), 6) is not None
    assert len(set(map(set_text, STANDARD_SETS))) == len(STANDARD_SETS)


@pytest.mark.parametrize(
    ("chips", "amounts", "smallest"),
    [
        (100, (1, 1, 2), {1}),
        (1000, (0, 5, 10), {5}),
        (2000, (25, 50), {5, 25}),
        (2000, (5, 10), {5}),
        (10_000, (50, 100), {25}),
        (10, (1,), set()),
        (100, (), {1, 5}),
    ],
)
def test_sets_suit_the_buy_in_and_the_stakes(chips: int, amounts: tuple[int, ...], smallest: set[int]) -> None:
    assert {each[0].value for each in standard_sets(chips, amounts)} == smallest


@pytest.mark.parametrize(
    ("name", "drawn"),
    [("red", "red"), ("Light blue", "blue"), ("gray", "grey"), ("Kaminrot", ""), ("", ""), (" ", ""), ("reddish", "")],
)
def test_a_colour_is_recognized_by_its_last_word(name: str, drawn: str) -> None:
    assert drawn_colour(name) == drawn
