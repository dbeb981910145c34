"""A betting round."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from app.games.build import NOT_IN_FILES
from app.games.steps import Spec, step_specs

#: The bet that a round is played at: the small or the big one, or that of the last round.
Tier = Literal["small", "big", "last"]


@step_specs.add("bet")
@dataclass(frozen=True, slots=True)
class Bet(Spec):
    """A betting round.

    ``opener``: who opens it; empty leaves that to the game and the house.
    ``tier``: which bet it is played at, whatever the house says; empty leaves that to the number of the round.
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
    tier: Literal["", Tier] = ""
    #: The player who opens, set by steps that bring betting rounds of their own.
    seat: int | None = field(default=None, metadata=NOT_IN_FILES)

    def words(self) -> str:
        return "Betting round."
