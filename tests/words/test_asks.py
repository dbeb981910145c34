"""The words on buttons: accessible names that screen readers and tests rely on."""

from __future__ import annotations

import pytest

from app.hand.action import Action
from app.hand.ask import Ask
from app.words.asks import ask_label
from app.words.speaker import Speaker

BUTTONS = {
    "Dealt": ("dealt", None),
    "Done": ("done", None),
    "Check": ("check", None),
    "Call 4": ("call", 4),
    "Bet 2": ("bet", 2),
    "Raise to 8": ("raise to", 8),
    "Bring in 1": ("bring in", 1),
    "Complete to 2": ("complete to", 2),
    "All in 37": ("all in", 37),
    "Fold": ("fold", None),
    "Pay 2": ("pay", 2),
    "No thanks": ("no thanks", None),
    "Show": ("shows", None),
    "Muck": ("mucks", None),
    "Pick the winner": ("rules", None),
}


@pytest.mark.parametrize("name", BUTTONS)
def test_buttons_keep_their_names(name: str) -> None:
    manner, chips = BUTTONS[name]
    assert ask_label(Ask(Action("ok"), manner=manner, chips=chips), Speaker(("Ann",))) == name


@pytest.mark.parametrize("name", ["High", "Low", "Both", "Spade", "Heart", "In", "Out"])
def test_declarations_are_named_by_what_is_declared(name: str) -> None:
    declared = Action("declare", 0, word=name.lower())
    assert ask_label(Ask(declared, manner="declare"), Speaker(("Ann",))) == name


def test_ranks_are_named_in_the_plural() -> None:
    assert ask_label(Ask(Action("name", 0, rank=5), manner="names"), Speaker(("Ann",))) == "Sevens"
