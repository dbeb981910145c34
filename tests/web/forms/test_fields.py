from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from werkzeug.datastructures import MultiDict

from app.web.forms.fields import AMOUNT, FormSection, form_fields, read_section


@dataclass(frozen=True)
class Twist:
    suit: Literal["spades", "hearts"]
    rounds: int = 1
    in_turn: bool = False
    price: int | Literal["small bet", "free"] = "small bet"
    ranks: str = ""
    cards: str = ""
    note: str = field(default="", metadata={"label": "Anything else", "hint": "in a word"})


def entered(*typed: tuple[str, str]) -> FormSection:
    return read_section(form_fields(Twist), "m.", MultiDict(typed), {})


def test_each_type_of_field_has_a_control() -> None:
    kinds = {control.field.label: control.field.kind for control in entered().controls}
    assert kinds == {
        "Suit": "select",
        "Rounds": "number",
        "In turn": "switch",
        "Price": "price",
        "Ranks": "ranks",
        "Cards": "cards",
        "Anything else": "text",
    }


def test_a_field_without_a_default_takes_its_first_choice_and_is_always_sent() -> None:
    suit = entered().controls[0]
    assert (suit.value, suit.changed) == ("spades", True)
    assert not any(control.changed for control in entered().controls[1:])


@pytest.mark.parametrize(
    ("typed", "key", "value"),
    [
        ([("m.suit", "hearts")], "suit", "hearts"),
        ([("m.rounds", " 1 200 ")], "rounds", 1200),
        ([("m.in_turn", "0"), ("m.in_turn", "1")], "in_turn", True),
        ([("m.in_turn", "0")], "in_turn", False),
        ([("m.price", "free")], "price", "free"),
        ([("m.price", AMOUNT), ("m.price.amount", "7")], "price", 7),
        ([("m.ranks", ""), ("m.ranks", "T"), ("m.ranks", "2")], "ranks", "2T"),
        ([("m.cards", "qs, 10H")], "cards", "QsTh"),
        ([("m.note", " so ")], "note", "so"),
    ],
)
def test_a_value_is_read_as_the_type_of_its_field(typed: list[tuple[str, str]], key: str, value: Any) -> None:
    read = entered(*typed)
    assert read.ok
    assert read.values[key] == value


@pytest.mark.parametrize(
    "typed",
    [
        [("m.suit", "moons")],
        [("m.rounds", "")],
        [("m.rounds", "-1")],
        [("m.rounds", "²")],
        [("m.rounds", "9" * 5000)],
        [("m.in_turn", "yes")],
        [("m.price", "dear")],
        [("m.price", AMOUNT)],
        [("m.price", AMOUNT), ("m.price.amount", "x")],
    ],
)
def test_a_bad_value_is_kept_as_typed_with_its_error(typed: list[tuple[str, str]]) -> None:
    read = entered(*typed)
    (wrong,) = (control for control in read.controls if control.error)
    assert not read.ok
    assert (wrong.name, wrong.value) == typed[0]


def test_the_values_of_the_controls_read_back_the_same() -> None:
    typed = [("m.suit", "hearts"), ("m.price", AMOUNT), ("m.price.amount", "7"), ("m.ranks", "2T")]
    read = entered(*typed)
    again = entered(*(pair for control in read.controls if control.changed for pair in control.pairs))
    assert again.values == read.values
