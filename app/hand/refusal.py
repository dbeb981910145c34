"""A refusal: an action that was not taken, and why."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.because import Because
from app.hand.ask import Prompt


@dataclass(frozen=True, slots=True)
class Place:
    """Where a known card lies: before a player, ``up`` or down; in the middle; else out of play."""

    seat: int | None = None
    up: bool = False
    in_middle: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal(Because):
    """Why an action was refused; nothing has changed.

    ``overrulable``: it broke a rule rather than the facts of the table, so that the same action with the dealer's
    ``!`` would stand. ``asked`` is what the table is asked instead, where another action was expected;
    ``place`` where the card lies, ``ranges`` what may be bet, where that is the trouble.
    """

    overrulable: bool = False
    ranges: tuple[tuple[int, int | None], ...] = ()
    place: Place | None = None
    asked: Prompt | None = None
