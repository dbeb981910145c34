"""The names of games called with modifiers."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.modifiers import modifier_rules
from app.words.modified import modified_name
from tests.games.modifier_entries import entry_of


@pytest.mark.parametrize(
    ("modifiers", "name"),
    [
        ([], "Chicago"),
        (["follow-the-queen", "roll-your-own"], "Chicago, rolled, follow the queen"),
        (["twist", "low-hole-wild"], "Chicago, low hole wild, with a twist"),
        ([{"modifier": "wild", "ranks": "5J", "suicide_king": True}], "Chicago, fives, jacks and suicide king wild"),
        ([{"modifier": "wild", "cards": "Qs"}], "Chicago, queen of spades wild"),
        ([{"modifier": "jokers", "count": 2, "play": "bug"}], "Chicago, two jokers as bugs"),
        ([{"modifier": "skip-betting", "rounds": [1, 3]}], "Chicago, no betting in rounds 1 and 3"),
        ([{"modifier": "skip-betting", "rounds": [4, 1, 2, 1]}], "Chicago, no betting in rounds 1, 2 and 4"),
        ([{"modifier": "hi-lo", "qualifier": "8"}], "Chicago, high-low, 8 or better"),
        (
            ["rollout", "jokers", "extra-down-card", "follow-the-queen", "twist", "low-hole-wild"],
            "Chicago with six changes",
        ),
    ],
)
def test_an_unsaved_mix_is_named_after_its_modifiers(modifiers: list[Any], name: str) -> None:
    assert modified_name("Chicago", modifiers) == name


def test_every_modifier_has_a_short_name() -> None:
    for name in modifier_rules.names():
        mixed = modified_name("Stud", [entry_of(name)])
        assert mixed.startswith("Stud, ")
        assert len(mixed) < 45
