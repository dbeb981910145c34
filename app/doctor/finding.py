"""What a look at one thing has found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["good", "look", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: ``check`` names what was looked at, ``do`` says what to do about it.

    ``look``: it works for now. ``wrong``: nights cannot be served or are not safe.
    """

    check: str
    level: Level
    text: str
    do: str = ""


def good(check: str, text: str) -> Finding:
    """Return that something is as it should be."""
    return Finding(check, "good", text)


def look(check: str, text: str, do: str) -> Finding:
    """Return what works and deserves a look."""
    return Finding(check, "look", text, do)


def wrong(check: str, text: str, do: str) -> Finding:
    """Return what has to be mended."""
    return Finding(check, "wrong", text, do)
