"""What the hand asks for next: a few kinds of question, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: The kinds of question that a dealer's screen knows.
Kind = Literal["card", "dealt", "bet", "offer", "roll", "declare", "show", "done", "over"]


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that may be entered now: an action as it would be written, and the words on its button.

    ``CARD`` and ``CARDS`` in ``action`` stand for cards to be named; ``low`` and ``high`` bound an amount that is
    written ``low..high`` there, with ``presets`` worth a button of their own.
    """

    action: str
    label: str
    seat: int | None = None
    low: int | None = None
    high: int | None = None
    presets: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """The question to the dealer. ``seat`` is armed; ``run`` are actions that one tap enters together."""

    kind: Kind
    label: str
    text: str
    asks: tuple[Ask, ...] = ()
    seat: int | None = None
    run: tuple[str, ...] = ()
