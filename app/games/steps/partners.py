"""Picking partners."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import Spec, step_specs


@step_specs.add("partners")
@dataclass(frozen=True, slots=True)
class Partners(Spec):
    """From the highest card showing down, each player without a partner picks one; partners pool their cards."""

    def words(self) -> str:
        return (
            "The highest card showing picks a partner, then the highest of those left, until all are paired. "
            "Partners pool their cards, bet each for themselves, and share what they win; "
            "when one has folded the other plays on alone and wins all of it."
        )
