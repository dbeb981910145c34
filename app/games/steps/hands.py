"""Several hands a player, built in the open and rearranged."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import Price, Spec, price_words, step_specs
from app.games.values import Count, Name
from app.text import count_word


@step_specs.add("build")
@dataclass(frozen=True, slots=True)
class Build(Spec):
    """Each player turns up down cards and puts each into one of several open hands, none above five cards.

    ``count``: how many cards each player turns up.
    ``hands``: the names of the hands.
    ``each``: every hand gets equally many.
    """

    count: Count = 1
    hands: tuple[Name, ...] = ("high", "low")
    each: bool = False

    def __post_init__(self) -> None:
        if len(set(self.hands)) < max(2, len(self.hands)):
            raise ValueError("there are two or more hands, each with a name of its own")
        if self.each and self.count % len(self.hands):
            raise ValueError("each hand gets as many cards as the other")

    brings_up = True
    leaves_open = ("turn_order",)

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
class Rearrange(Spec):
    """In turn, each player may pay to swap two cards between their hands or to move one.

    ``price``: what it costs.
    """

    price: Price = "big bet"

    def words(self) -> str:
        cost = price_words(self.price)
        return (
            f"In turn from the dealer's left, each player may pay {cost} to swap two cards between their hands "
            "or to move one."
        )
