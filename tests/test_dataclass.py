"""Our own dataclasses behave like the standard library's, and so do copies, which are validated."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import KW_ONLY, field
from typing import Any

import pytest

from app.dataclass import dataclass, replace
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


@dataclasses.dataclass(frozen=True)
class WithoutSlots:
    chips: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Counted:
    name: str
    letters: int = field(init=False, default=3)


Decorator = Callable[[type], type]


def both(make: Callable[[Decorator], type], **options: bool) -> tuple[type, type]:
    """Return a class made here and the same class made by the standard library."""
    return make(dataclass(frozen=True, slots=True, **options)), make(
        dataclasses.dataclass(frozen=True, slots=True, **options)
    )


def player(decorate: Decorator) -> type:
    class Player:
        name: str
        cards: list[int] = field(default_factory=list)
        note: str = field(default="", compare=False)
        key: int = field(default=7, repr=False)
        seat: int = field(init=False, default=3)
        bets: list[int] = field(init=False, default_factory=list)
        _: KW_ONLY
        place: int
        folded: bool = False

    return decorate(Player)


def nothing(decorate: Decorator) -> type:
    class Nothing:
        pass

    return decorate(Nothing)


def own_words(decorate: Decorator) -> type:
    class Own:
        chips: int

        def __repr__(self) -> str:
            return f"{self.chips} chips"

        def __eq__(self, other: object) -> bool:
            return True

    return decorate(Own)


def inherited(decorate: Decorator) -> type:
    class Seat:
        name: str
        place: int = 0

    class Dealer(decorate(Seat)):  # type: ignore[misc]
        place: int = 5
        button: bool = True

    return decorate(Dealer)


#: Valid and invalid arguments, by class.
ARGUMENTS: list[tuple[Callable[[Decorator], type], list[tuple[tuple[Any, ...], dict[str, Any]]]]] = [
    (
        player,
        [
            (("Ann",), {"place": 1}),
            (("Ann", [1], "late", 8), {"place": 1, "folded": True}),
            ((), {"name": "Bob", "place": 2, "cards": [3]}),
            (("Ann",), {}),
            (("Ann", [], "", 7, 1), {}),
            (("Ann",), {"place": 1, "seat": 4}),
            ((), {"place": 1}),
        ],
    ),
    (nothing, [((), {}), ((1,), {})]),
    (own_words, [((4,), {}), ((5,), {})]),
    (inherited, [(("Ann",), {}), (("Ann", 2), {"button": False}), ((), {"place": 1})]),
]


def tried(make: type, args: tuple[Any, ...], more: dict[str, Any]) -> Any:
    """Return the object, or None if the arguments are refused."""
    try:
        return make(*args, **more)
    except TypeError:
        return None


@pytest.mark.parametrize("kw_only", [False, True])
@pytest.mark.parametrize("eq", [False, True])
@pytest.mark.parametrize(("make", "arguments"), ARGUMENTS)
def test_a_class_behaves_like_one_of_the_standard_library(
    make: Callable[[Decorator], type], arguments: list[tuple[tuple[Any, ...], dict[str, Any]]], eq: bool, kw_only: bool
) -> None:
    ours, theirs = both(make, eq=eq, kw_only=kw_only)
    assert list(inspect.signature(ours).parameters) == list(inspect.signature(theirs).parameters)
    assert ours.__slots__ == theirs.__slots__
    made = [(tried(ours, args, more), tried(theirs, args, more)) for args, more in arguments]
    for own, their in made:
        assert (own is None) == (their is None)
        if own is None:
            continue
        assert dataclasses.asdict(own) == dataclasses.asdict(their)
        assert repr(own) == repr(their)
        assert [own == other for other, _ in made] == [their == other for _, other in made]
        assert own != their or eq is False or make is own_words
        for name in [each.name for each in dataclasses.fields(own)][:1]:
            with pytest.raises(dataclasses.FrozenInstanceError, match=name):
                setattr(own, name, "Cy")
            with pytest.raises(dataclasses.FrozenInstanceError, match=name):
                delattr(own, name)


def test_equal_objects_hash_alike_and_differ_from_a_subclass() -> None:
    assert {Card(5), Card(5, "club"), Card(6)} == {Card(5), Card(6)}
    assert Card(5) != Wild(5)
    assert Wild(5) != Card(5)
    assert len({Card(5), Wild(5)}) == 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(Card(5, marks=["up"]))  # type: ignore[arg-type]


def test_default_factories_run_for_each_object() -> None:
    ours, _ = both(player)
    assert ours("Ann", place=1).cards is not ours("Bob", place=2).cards


@pytest.mark.parametrize("thing", [Card(5, "heart", ("up",)), Wild(5, by="Ann"), Checked(4), Counted("Ann")])
def test_objects_can_be_copied_and_pickled(thing: object) -> None:
    for again in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
        assert again == thing
        assert type(again) is type(thing)


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
def test_a_replaced_copy_equals_that_of_the_standard_library(thing: object, changes: dict[str, object]) -> None:
    before = repr(thing)
    changed = replace(thing, **changes)  # type: ignore[type-var]
    assert changed == dataclasses.replace(thing, **changes)  # type: ignore[type-var]
    assert type(changed) is type(thing)
    assert changed is not thing
    assert repr(thing) == before


def test_a_state_of_a_hand_can_be_replaced() -> None:
    state = hand()
    assert replace(state, count=7) == dataclasses.replace(state, count=7)
    assert replace(state) == state


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(TypeError, match="colour"):
        replace(Card(5), colour="red")  # type: ignore[call-arg]


def test_a_replaced_copy_is_validated() -> None:
    with pytest.raises(ValueError, match="below 0"):
        replace(Checked(4), chips=-1)


def test_a_replaced_copy_is_frozen() -> None:
    changed = replace(Card(5), rank=6)
    with pytest.raises(dataclasses.FrozenInstanceError):
        changed.rank = 7  # type: ignore[misc]
