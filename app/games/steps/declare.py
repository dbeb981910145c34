"""Declaring which part of the pot one plays for."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import step_specs


@step_specs.add("declare")
@dataclass(frozen=True, slots=True)
class Declare:
    """Each player declares a share, or both: sealed and opened together, or aloud from the dealer's left.

    The names that can be declared are those of the game's shares, and ``both``, or else ``names``.
    """

    in_turn: bool = False
    names: tuple[str, ...] = ()

    def words(self) -> str:
        if self.names:
            return f"All declare {' or '.join(self.names)} at the same time, with chips in the closed hand."
        if self.in_turn:
            return "In turn from the dealer's left, each player declares aloud."
        return "All declare at the same time, with chips in the closed hand."
