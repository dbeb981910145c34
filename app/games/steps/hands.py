"""Several hands a player: built in the open, set apart, shared with a partner, played for separately."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.games.steps import Price, count_word, price_words, step_specs


@step_specs.add("build")
@dataclass(frozen=True, slots=True)
class Build:
    """Each player turns up down cards and puts each into one of several open hands, none above five cards.

    ``count``: how many cards each player turns up.
    ``hands``: the names of the hands.
    ``each``: every hand gets equally many.
    """

    count: int = 1
    hands: tuple[str, ...] = ("high", "low")
    each: bool = False

    def __post_init__(self) -> None:
        if self.count < 1 or len(self.hands) < 2:
            raise ValueError("at least one card goes to one of two hands")
        if self.each and self.count % len(self.hands):
            raise ValueError("each hand gets as many cards as the other")

    brings_up: ClassVar[bool] = True

    def words(self) -> str:
        if self.each:
            return f"All turn up the top card of each of their stacks together ({', '.join(self.hands)})."
        cards = "a card" if self.count == 1 else f"{count_word(self.count)} cards"
        return (
            f"All turn up {cards} together, each put into one of {count_word(len(self.hands))} hands "
            f"({', '.join(self.hands)}); no hand may have more than five cards."
        )


@step_specs.add("rearrange")
@dataclass(frozen=True, slots=True)
class Rearrange:
    """In turn, each player may pay to swap two cards between their hands or to move one.

    ``price``: what it costs.
    """

    price: Price = "big bet"

    def words(self) -> str:
        cost = price_words(self.price)
        return f"In turn, each player may pay {cost} to swap two cards between their hands or to move one."


@step_specs.add("set-apart")
@dataclass(frozen=True, slots=True)
class SetApart:
    """Each player sets cards aside as a second hand, which holds a down card and is worse than the rest.

    ``count``: how many cards are set aside.
    """

    count: int = 2

    def words(self) -> str:
        number = count_word(self.count)
        return (
            f"Each player sets {number} cards apart as a second hand. They must hold a down card, "
            "and the rest must outrank them."
        )


@step_specs.add("play-for-pot")
@dataclass(frozen=True, slots=True)
class PlayForPot:
    """Of those who declared in, the best hand set apart takes the pot; each of the others matches it.

    Nobody in, or anyone had to match: a new deal for all. Otherwise all ante again and the cards set apart are
    thrown away.
    """

    def words(self) -> str:
        return (
            "Those who are in show the cards set apart: the best takes the pot, and each of the others matches it. "
            "When nobody is in, or anyone has to match, all are dealt a new hand. "
            "Otherwise all ante again and the cards set apart are thrown away."
        )


@step_specs.add("partners")
@dataclass(frozen=True, slots=True)
class Partners:
    """From the highest card showing down, each player without a partner picks one; partners pool their cards."""

    def words(self) -> str:
        return (
            "The highest card showing picks a partner, then the highest of those left, until all are paired. "
            "Partners pool their cards, bet each for themselves, and share what they win; "
            "when one has folded the other plays on for both."
        )
