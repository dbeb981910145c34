"""Chip sets: their faults, the chips that make an amount, and the chips of a buy-in."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.money.amounts import InputError
from app.money.change import effort
from app.money.chipset import (
    MAX_COLOUR_LENGTH,
    MAX_COLOURS,
    MAX_EFFORT,
    Chip,
    ChipSet,
    Pile,
    buy_in,
    find_input_error,
    in_chips,
    pile_text,
)
from tests.money.reference import fewest_chips

WHITE, RED, BLUE, BLACK = Chip("white", 1), Chip("red", 5), Chip("blue", 25), Chip("black", 100)
CASE = ChipSet((WHITE, RED, BLUE, BLACK))
COLOURS = "white red green blue black purple yellow orange".split()


@st.composite
def chip_sets(draw: st.DrawFn, most_value: int = 30) -> ChipSet:
    values = draw(st.lists(st.integers(1, most_value), min_size=1, max_size=5, unique=True))
    counts = draw(st.lists(st.none() | st.integers(0, 12), min_size=len(values), max_size=len(values)))
    return ChipSet(tuple(map(Chip, COLOURS[: len(values)], values, counts)))


def worth(pile: Pile) -> int:
    return sum(number * chip.value for chip, number in pile)


def check_holds(chips: Sequence[Chip], pile: Pile, players: int = 1) -> None:
    for chip, number in pile:
        assert chip in chips
        assert number > 0
        assert chip.count is None or number * players <= chip.count
    values = [chip.value for chip, _ in pile]
    assert values == sorted(set(values), reverse=True)


@given(chip_sets(), st.integers(0, 400))
def test_a_pile_has_the_fewest_chips_that_make_the_amount(chip_set: ChipSet, amount: int) -> None:
    pile = in_chips(amount, chip_set)
    fewest = fewest_chips(amount, chip_set.chips)
    assert (pile is None) == (fewest is None)
    if pile is not None:
        assert worth(pile) == amount
        assert sum(number for _, number in pile) == fewest
        check_holds(chip_set.chips, pile)


@given(chip_sets(most_value=9), st.integers(0, 150))
def test_a_pile_of_close_values_has_the_fewest_chips(chip_set: ChipSet, amount: int) -> None:
    pile = in_chips(amount, chip_set)
    fewest = fewest_chips(amount, chip_set.chips)
    assert fewest == (None if pile is None else sum(number for _, number in pile))


@given(chip_sets(), st.integers(0, 400), st.integers(1, 5))
def test_a_buy_in_is_a_share_of_the_set_and_sums_to_the_amount(chip_set: ChipSet, amount: int, players: int) -> None:
    pile = buy_in(amount, chip_set, players)
    shares = [
        Chip(chip.colour, chip.value, None if chip.count is None else chip.count // players) for chip in chip_set.chips
    ]
    assert (pile is None) == (fewest_chips(amount, shares) is None)
    if pile is not None:
        assert worth(pile) == amount
        check_holds(chip_set.chips, pile, players)


def test_the_largest_chip_does_not_always_come_first() -> None:
    chip_set = ChipSet((Chip("white", 1), Chip("red", 3), Chip("blue", 4)))
    assert pile_text(in_chips(6, chip_set) or ()) == "2 red"
    assert pile_text(in_chips(10, chip_set) or ()) == "1 blue, 2 red"


def test_smaller_chips_replace_those_that_run_out() -> None:
    chip_set = ChipSet((Chip("white", 1, 20), Chip("red", 5, 3), Chip("blue", 25, 2)))
    assert pile_text(in_chips(75, chip_set) or ()) == "2 blue, 3 red, 10 white"
    assert in_chips(86, chip_set) is None


def test_zero_takes_no_chips_and_a_debt_cannot_be_made() -> None:
    assert in_chips(0, CASE) == ()
    assert in_chips(-5, CASE) is None


def test_a_billion_can_be_made_from_any_valid_set() -> None:
    for values in [(1, 5, 25, 100), (1, 3, 4), (10, 12, 15, 20, 25, 40, 60, 100), (1, 1009, 10_007)]:
        chip_set = ChipSet(tuple(map(Chip, COLOURS, values)))
        amount = 10**9 - 10**9 % values[0]
        assert worth(in_chips(amount, chip_set) or ()) == amount


@pytest.mark.parametrize(
    ("amount", "proposal"),
    [
        (20, "3 red, 5 white"),
        (100, "2 blue, 8 red, 10 white"),
        (200, "5 blue, 13 red, 10 white"),
        (1000, "6 black, 13 blue, 13 red, 10 white"),
        (3, "3 white"),
    ],
)
def test_a_buy_in_has_chips_for_small_bets(amount: int, proposal: str) -> None:
    assert pile_text(buy_in(amount, CASE, 6) or ()) == proposal


def test_the_smallest_chips_of_a_buy_in_come_first_if_not_all_can_have_a_quarter() -> None:
    """Ten ones, five twos, two fours and two fives leave 2 of 40 chips, too few for a ten: one more two."""
    chip_set = ChipSet(tuple(map(Chip, COLOURS, (1, 2, 4, 5, 10))))
    assert pile_text(buy_in(40, chip_set, 6) or ()) == "2 blue, 2 green, 6 red, 10 white"


def test_a_buy_in_leaves_the_same_for_every_other_player() -> None:
    chip_set = ChipSet((Chip("white", 1, 50), Chip("red", 5, 50), Chip("blue", 25, 25)))
    assert pile_text(buy_in(100, chip_set, 8) or ()) == "3 blue, 4 red, 5 white"
    assert buy_in(200, chip_set, 8) is None


@pytest.mark.parametrize(
    ("chips", "mistake"),
    [
        ([], InputError("give at least one colour of chips")),
        (
            [Chip(str(value), value) for value in range(1, MAX_COLOURS + 2)],
            InputError("at most 8 colours of chips"),
        ),
        ([WHITE, Chip(" ", 5)], InputError("give the chips a colour", 1, "colour")),
        (
            [Chip("x" * (MAX_COLOUR_LENGTH + 1), 5)],
            InputError("a colour has at most 20 letters that can be shown", 0, "colour"),
        ),
        ([Chip("re\x00d", 5)], InputError("a colour has at most 20 letters that can be shown", 0, "colour")),
        ([WHITE, Chip("White", 5)], InputError("two colours are called White", 1, "colour")),
        ([Chip("red", 0)], InputError("the value of red must be from 1 to 1000000000", 0, "value")),
        ([Chip("red", 10**9 + 1)], InputError("the value of red must be from 1 to 1000000000", 0, "value")),
        ([RED, WHITE, Chip("blue", 5)], InputError("red and blue have the same value", 2, "value")),
        ([WHITE, Chip("red", 5, -1)], InputError("the number of red must be from 0 to 1000000", 1, "count")),
        (
            [Chip("white", 1), Chip("red", 99_991), Chip("blue", 99_997), Chip("black", 100_003)],
            InputError("these values make change hard: make more of them multiples of smaller ones", about="value"),
        ),
    ],
)
def test_an_invalid_set_is_refused_with_a_reason(chips: list[Chip], mistake: InputError) -> None:
    assert find_input_error(chips) == mistake
    with pytest.raises(ValueError, match=mistake.reason):
        ChipSet(tuple(chips))


@pytest.mark.parametrize(
    "values",
    [
        (1, 5, 25, 100, 500, 1000, 5000, 25_000),
        (1, 2, 5, 10, 20, 50, 100, 200),
        (1, 5, 10, 20, 25, 50, 100, 500),
        (2, 5, 12, 30, 75, 200, 500, 1250),
        (1, 3, 4, 7, 11, 13, 17, 19),
    ],
)
def test_sets_with_common_and_odd_values_are_valid(values: tuple[int, ...]) -> None:
    assert find_input_error([Chip(str(value), value, 0 if value == 3 else None) for value in values]) is None
    assert 0 < effort(values[::-1]) <= MAX_EFFORT


def test_a_set_at_its_limits_is_valid_and_absent_chips_do_not_make_change_hard() -> None:
    absent = [Chip("red", 99_991, 0), Chip("blue", 99_997, 0), Chip("black", 100_003, 0)]
    assert find_input_error([WHITE, Chip("x" * MAX_COLOUR_LENGTH, 10**9, 10**6), *absent]) is None
