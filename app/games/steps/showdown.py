"""Showing the cards."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import Spec, step_specs


@step_specs.add("showdown")
@dataclass(frozen=True, slots=True)
class Showdown(Spec):
    """Those still in show all their cards, or muck; the dealer may rule on a share instead."""

    def words(self) -> str:
        return "Showdown."
