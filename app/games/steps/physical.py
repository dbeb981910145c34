"""Things done at the table that the dealer only confirms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from app.games.steps import Spec, step_specs
from app.games.values import Words


class Task(Spec):
    """A step that the table carries out, and the dealer then says is done."""

    __slots__ = ()

    @property
    def task(self) -> str:
        """The task, as a sentence without its full stop."""
        raise NotImplementedError

    def words(self, holder: str = "player") -> str:
        return f"{self.task}."


@step_specs.add("physical")
@dataclass(frozen=True, slots=True)
class Physical(Task):
    """Something done with the cards that leaves nothing to write down.

    ``does``: what is done, as a sentence.
    """

    does: Words

    @property
    def task(self) -> str:
        return self.does.rstrip(".")

    def words(self, holder: str = "player") -> str:
        return self.does


@step_specs.add("turn-down")
@dataclass(frozen=True, slots=True)
class TurnDown(Task):
    """Every up-card is turned face down again.

    ``remembered``: all know what lay open: nobody else can show one of these cards, and their owner lacks no more of
    them than they have thrown away.
    """

    remembered: bool = False

    task = "Everyone turns their up-cards face down"


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
