"""What the table does by itself and the app is only told of."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import Spec, step_specs
from app.games.values import Words


@step_specs.add("physical")
@dataclass(frozen=True, slots=True)
class Physical(Spec):
    """Something done with the cards that leaves nothing to write down.

    ``does``: what is done, as a sentence.
    """

    does: Words

    def words(self) -> str:
        return self.does


@step_specs.add("turn-down")
@dataclass(frozen=True, slots=True)
class TurnDown(Spec):
    """Every up-card is turned face down again."""

    def words(self) -> str:
        return "Everyone turns their up-cards face down."
