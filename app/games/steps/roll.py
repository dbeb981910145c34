"""Turning up a card of one's own choice."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import count_word, step_specs


@step_specs.add("roll")
@dataclass(frozen=True, slots=True)
class Roll:
    """Each player turns up ``count`` of their down cards: all together, or in turn from the dealer's left."""

    count: int = 1
    in_turn: bool = False

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError("count must be at least 1")

    @property
    def brings_up(self) -> bool:
        """Whether any of these cards may come to lie face up."""
        return True

    def words(self) -> str:
        cards = "one down card" if self.count == 1 else f"{count_word(self.count)} down cards"
        if self.in_turn:
            return f"In turn from the dealer's left, each player turns up {cards} of their choice."
        return f"Each player chooses {cards} and all turn them up together."
