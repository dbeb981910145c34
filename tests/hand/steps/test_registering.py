"""Errors for authors who add half of a step, or a verb that already exists."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from app.games.steps import Spec
from app.hand.action import Part, add_verb, verb_named
from app.hand.state import Frame
from app.hand.steps import kind_of


@dataclass(frozen=True, slots=True)
class Unplayed(Spec):
    """A step that a game file may name, but without code to play it."""


def test_a_step_without_code_to_play_it_is_named():
    with pytest.raises(LookupError, match=r"nothing plays the step Unplayed: .* @plays\(Unplayed\)"):
        kind_of(Frame(Unplayed()))


def test_a_verb_of_another_step_is_not_overwritten():
    with pytest.raises(ValueError, match="there is a verb 'names' already"):
        add_verb("names", Part.PLAYER, says="names a player")
    verb = verb_named("names")
    assert verb is not None
    assert verb.parts == (Part.RANK,)
