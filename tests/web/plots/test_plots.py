"""Plots: round numbers on the axis, labels that do not overlap, lines that can be told apart."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from app.web.plots import GAP, TOP, BarsPlot, Series, evenly_spaced, lines, round_numbers, spread


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 0, [0, 1]),
        (0, 7, [0, 2, 4, 6, 8]),
        (-13, 40, [-20, 0, 20, 40]),
        (0, 1234, [0, 500, 1000, 1500]),
        (-3, 0, [-3, -2, -1, 0]),
    ],
)
def test_an_axis_has_round_numbers_around_all_values(low: int, high: int, expected: list[int]) -> None:
    assert round_numbers(low, high) == expected


def test_labels_keep_a_distance_and_their_order_within_the_plot() -> None:
    random = Random(3)
    for _ in range(300):
        places = [random.randint(20, 380) for _ in range(random.randint(1, 12))]
        moved = spread(places, GAP, 20, 380)
        ordered = sorted(zip(places, moved, strict=True))
        assert all(20 <= place <= 380 for place in moved)
        assert all(
            after - before >= GAP for (_, before), (_, after) in pairwise(sorted(ordered, key=lambda pair: pair[1]))
        )
        assert [place for place, _ in sorted(ordered, key=lambda pair: pair[1])] == sorted(places)


def test_labels_that_do_not_fit_are_spread_evenly() -> None:
    assert spread([50] * 5, 25, 0, 40) == [0, 10, 20, 30, 40]
    assert spread([50], 25, 0, 100) == [50]


def test_marks_are_few_and_the_last_value_has_one() -> None:
    assert evenly_spaced(3, 12) == [0, 1, 2]
    assert evenly_spaced(100, 12)[-1] == 99
    assert len(evenly_spaced(100, 12)) <= 12


def test_a_line_breaks_where_a_player_was_absent() -> None:
    plot = lines([Series("Ann", "mint", [100, None, 80, 90])], ["0", "1", "2", "3"], str)
    assert plot is not None
    (curve,) = plot.curves
    assert curve.path.count("M") == 2
    assert curve.marks.count("M") == 3


def test_no_two_of_eight_lines_look_alike() -> None:
    plot = lines([Series(f"P{n}", "mint", [0, n]) for n in range(8)], ["0", "1"], str)
    assert plot is not None
    assert len({curve.kind for curve in plot.curves}) == 8
    assert len({curve.colour for curve in plot.curves}) == 8
    assert plot.curves[0].colour == "mint"
    assert plot.rows[-1][0] == TOP


@pytest.mark.parametrize("values", [[], [None, None]])
def test_no_values_make_no_plot(values: list[int | None]) -> None:
    assert lines([Series("Ann", "mint", values)], ["0", "1"], str) is None


def test_losses_lie_left_of_the_zero_line() -> None:
    plot = BarsPlot([("Chicago", 40, "+40"), ("Razz", -20, "−20"), ("Baseball", 0, "0")])
    won, lost, even = plot.bars
    assert (won.x, lost.x + lost.width, even.width) == (plot.zero, plot.zero, 0)
    assert abs(won.width - 2 * lost.width) <= 1
    assert lost.text_x < lost.x < won.x + won.width < won.text_x < plot.width


def test_the_widest_amount_has_room_beside_the_lines() -> None:
    series = [Series("Ann", "mint", (0, 100))]
    narrow, wide = (
        lines(series, ("1", "2"), lambda amount, sign=sign: f"{sign}{amount}") for sign in ("", "+€1,000,0")
    )
    assert narrow is not None
    assert wide is not None
    longest = max(len(text) for _, text in wide.rows)
    assert narrow.left < wide.left
    assert wide.left - 10 >= 9 * longest
