"""The value of chips, in colours and in money, as shown on screens."""

from __future__ import annotations

import pytest

from app.money.chipset import Chip, ChipSet, ChipValue, chip_set_of

SET = ChipSet((Chip("red", 5, 40), Chip("white", 1, 60)))
BOTH = ChipValue("EUR", 25, SET)


def test_chips_are_written_by_colour_and_in_money() -> None:
    assert BOTH.both(14) == "2 red, 4 white, €3.50"
    assert ChipValue("EUR", 25).both(14) == "€3.50"
    assert ChipValue(chip_set=SET).both(14) == "2 red, 4 white"


@pytest.mark.parametrize("chips", [0, 1, 14])
def test_chips_without_a_value_have_no_text(chips: int) -> None:
    worth = ChipValue()
    assert (worth.both(chips), worth.money(chips), worth.coins(chips), worth.in_money("ante 1")) == ("", "", "", "")
    assert worth.handed_out(chips, 4) == ""


def test_an_amount_the_set_cannot_make_is_written_only_in_money() -> None:
    assert BOTH.both(10_000) == "€2,500.00"
    assert BOTH.both(0) == ""


def test_negative_money_has_a_real_minus_sign() -> None:
    assert BOTH.coins(-350) == "−€3.50"


def test_stakes_are_written_in_money() -> None:
    assert BOTH.in_money("ante 1, fixed limit 2/4") == "ante €0.25, fixed limit €0.50/€1.00"


def test_a_text_is_split_at_the_chips_of_the_set() -> None:
    both = ChipValue(chip_set=ChipSet((Chip("blue", 25), Chip("light blue", 5), Chip("Mauve (old)", 1))))
    parts = both.with_colours("Give Bob 7: 1 light blue, 2 Mauve (old), 3 blues")
    assert parts == (
        ("Give Bob 7: ", ""),
        ("1 light blue,", "blue"),
        (" ", ""),
        ("2 Mauve (old),", ""),
        (" 3 blues", ""),
    )
    assert ChipValue("EUR", 25).with_colours("2 red") == (("2 red", ""),)
    assert BOTH.with_colours("") == ()


def test_chips_for_a_buy_in_come_from_a_fair_share_of_the_set() -> None:
    assert BOTH.handed_out(40, 4) == "6 red, 10 white"
    assert BOTH.handed_out(400, 4) == ""


def test_a_stored_set_reads_back() -> None:
    assert chip_set_of([]) is None
    assert chip_set_of([{"colour": "red", "value": 5, "count": None}]) == ChipSet((Chip("red", 5),))
