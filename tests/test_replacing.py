"""Copies of dataclasses with some fields changed: the same as the standard library's, and every check still made."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

import pytest

from app.replacing import replace
from tests.hand.at_table import hand


@dataclass(frozen=True, slots=True)
class Card:
    rank: int
    suit: str = "club"
    marks: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Wild(Card):
    by: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    chips: int

    def __post_init__(self) -> None:
        if self.chips < 0:
            raise ValueError("chips cannot be below 0")


@dataclass(frozen=True)
class WithoutSlots:
    chips: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Counted:
    name: str
    letters: int = field(init=False, default=3)


@pytest.mark.parametrize(
    ("thing", "changes"),
    [
        (Card(5, "heart"), {"rank": 6}),
        (Card(5, "heart", ("up",)), {}),
        (Wild(5, "heart", by="Ann"), {"marks": ("up",), "suit": "spade"}),
        (Checked(4), {"chips": 0}),
        (WithoutSlots(4, "Ann"), {"chips": 0}),
        (Counted("Ann"), {"name": "Bob"}),
    ],
)
def test_a_copy_is_what_the_standard_library_makes(thing: object, changes: dict[str, object]) -> None:
    before = repr(thing)
    copy = replace(thing, **changes)  # type: ignore[type-var]
    assert copy == dataclasses.replace(thing, **changes)  # type: ignore[type-var]
    assert type(copy) is type(thing)
    assert copy is not thing
    assert repr(thing) == before


def test_a_state_of_a_hand_is_copied_whole() -> None:
    state = hand()
    assert replace(state, count=7) == dataclasses.replace(state, count=7)
    assert replace(state) == state


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(TypeError, match="colour"):
        replace(Card(5), colour="red")  # type: ignore[call-arg]


def test_a_copy_is_checked_as_the_first_one_was() -> None:
    with pytest.raises(ValueError, match="below 0"):
        replace(Checked(4), chips=-1)


def test_a_copy_is_frozen() -> None:
    copy = replace(Card(5), rank=6)
    with pytest.raises(dataclasses.FrozenInstanceError):
        copy.rank = 7  # type: ignore[misc]
