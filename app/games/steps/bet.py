"""A betting round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.games.steps import Spec, step_specs


@step_specs.add("bet")
@dataclass(frozen=True, slots=True)
class Bet(Spec):
    """A betting round. ``opener`` and ``tier`` override what the house and the street would give.

    ``seat`` opens whatever is showing, in rounds that come of what a player has just done.
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
