"""What is wrong with something that was typed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mistake:
    """Why something cannot be taken, in plain words.

    For a set of chips ``row`` says which chip it is about, from 0, and ``about`` which of its fields.
    """

    reason: str
    row: int | None = None
    about: str = ""
