"""Where a hand is in the rule sheet of its game, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.games.sheet import Section
from app.games.steps.bet import Bet
from app.games.steps.showdown import Showdown
from app.hand.state import State


class Place(NamedTuple):
    """A line of a rule sheet, by the numbers of its section and of the line, and what the hand has come to there."""

    section: int
    line: int
    words: str


def place_in(sheet: Sequence[Section], state: State) -> Place | None:
    """Return the line of the sheet that the hand is at; None once it is over."""
    if state.result is not None:
        return None
    step = max(state.next_step - 1, 0)
    for number, section in enumerate(sheet):
        for line, turns in enumerate(section.steps):
            for steps in turns:
                if step in steps:
                    return Place(number, line, _words(state, step, steps))
    return None


def _words(state: State, step: int, steps: Sequence[int]) -> str:
    """Return the street, and whether its bets have come: ``Fourth street, the bets``."""
    script = state.game.script
    if isinstance(script[step], Showdown):
        return "The showdown"
    street = state.game.labels[step]
    bets = any(isinstance(script[at], Bet) for at in steps)
    if not bets or len(steps) == 1:
        return street
    return f"{street}, {'the bets' if isinstance(script[step], Bet) else 'the cards'}"
