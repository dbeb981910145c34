"""A betting round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.games.steps import Spec, step_specs


@step_specs.add("bet")
@dataclass(frozen=True, slots=True)
class Bet(Spec):
    """A betting round.

    ``opener``: who opens it; empty leaves that to the game and the house.
    ``tier``: which bet it is played at; empty leaves that to the street.
    ``seat``: set by steps that bring betting rounds of their own, for the player who opens; game files leave it out.
    """

    opener: Literal[
        "",
        "high card",
        "low card brings in",
        "high card brings in",
        "high hand",
        "low hand",
        "left of dealer",
        "rotates",
    ] = ""
    tier: Literal["", "small", "big", "last"] = ""
    seat: int | None = None

    def words(self) -> str:
        return "Betting round."
