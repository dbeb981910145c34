"""Form controls as templates draw them: a switch, a choice, a number, cards, ranks, or a price."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ControlKind = Literal["switch", "select", "number", "numbers", "text", "ranks", "cards", "price"]

#: What the choice "a number of chips" of a price posts; the number itself comes in a field of its own.
AMOUNT = "chips"


@dataclass(frozen=True, slots=True)
class Control:
    """One control. ``value`` is what it shows, right or wrong, with its ``error`` beside it.

    ``usual`` is the default in words and ``changed`` tells whether the value differs from it. ``choices`` are pairs of
    the value to post and its label. ``low`` is the least number, ``amount`` the number beside a price's choices.
    """

    name: str
    label: str
    kind: ControlKind
    value: str
    usual: str
    choices: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    error: str = ""
    low: int = 0
    amount: str = ""
    changed: bool = False

    @property
    def key(self) -> str:
        """The key of the value: the last part of the control's name."""
        return self.name.rpartition(".")[2]

    @property
    def id(self) -> str:
        """The id of the control's element."""
        return "f-" + self.name.replace(".", "-").replace("_", "-")

    @property
    def on(self) -> bool:
        """Whether a switch is on."""
        return self.value == "1"

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The names and values that the control posts."""
        amount = [(f"{self.name}.amount", self.amount)] if self.value == AMOUNT else []
        return [(self.name, self.value), *amount]

    @property
    def words(self) -> str:
        """The setting in words: ``Queens themselves: all wild``; of a switch that is on, its label alone."""
        if self.kind == "switch":
            return self.label if self.on else f"{self.label}: off"
        shown = dict(self.choices).get(self.value, self.value) if self.kind == "select" else self.value
        return f"{self.label}: {self.amount or shown[:1].lower() + shown[1:]}"
