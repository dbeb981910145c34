"""The draft: each player takes one of the cards laid out in the middle."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import Spec, step_specs


@step_specs.add("draft")
@dataclass(frozen=True, slots=True)
class Draft(Spec):
    """As many cards as players are turned up in the middle; the worst hand showing takes the first, and so on up."""

    adds = 1
    starts_street = True
    brings_up = True
    leaves_open = ("draft_ties",)

    def words(self) -> str:
        return (
            "Turn one card up in the middle for each player. The worst hand showing takes one of them, "
            "then the next worst, until the best takes the last."
        )
