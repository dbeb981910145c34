"""Cards in the middle."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import Spec, step_specs
from app.games.values import Count, Words
from app.text import count_word


@step_specs.add("common")
@dataclass(frozen=True, slots=True)
class Common(Spec):
    """Cards face up in the middle.

    ``count``: how many.
    ``own``: they count in every hand; otherwise they belong to nobody.
    ``serves``: what cards that belong to nobody are for, in words.
    """

    count: Count = 1
    own: bool = True
    serves: Words = ""

    joins_street = True
    brings_up = True

    @property
    def shared(self) -> int:
        return self.count

    def words(self) -> str:
        cards = "one card" if self.count == 1 else f"{count_word(self.count)} cards"
        whose = "it counts in every hand" if self.own else "it belongs to nobody"
        if self.serves and not self.own:
            whose += f" and {self.serves}"
        return f"Deal {cards} face up in the middle: {whose}."
