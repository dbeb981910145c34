"""Passing cards on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from app.games.steps import step_specs
from app.games.steps.physical import Task


@step_specs.add("pass")
@dataclass(frozen=True, slots=True)
class Pass(Task):
    """Each player passes the whole hand, face down, to the next player still in on one side.

    ``to``: the side.
    """

    keeps_cards: ClassVar[bool] = False

    to: Literal["left", "right"] = "left"

    @property
    def task(self) -> str:
        return f"Each player passes all their down cards to the {self.to}"
