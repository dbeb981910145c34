"""Turning up all cards."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import Spec, step_specs


@step_specs.add("turn-all-up")
@dataclass(frozen=True, slots=True)
class TurnAllUp(Spec):
    """Everybody turns all their cards face up."""

    joins_street = True
    brings_up = True

    def words(self) -> str:
        return "Everyone turns all their cards face up."
