"""Steps in which players build hands, set cards aside or pool them with a partner."""

from __future__ import annotations

from typing import Literal

from app.dataclass import dataclass
from app.games.steps import FREE, Price, Spec, price_text, step_specs
from app.games.values import Count, Name
from app.text import count_word

#: When players choose the hand that a card goes to.
Choosing = Literal["from the hand", "after a look", "once turned"]


@step_specs.add("build")
@dataclass(frozen=True, slots=True)
class Build(Spec):
    """Each player turns up down cards and puts each into one of several open hands of at most five cards.

    ``count``: how many cards each player turns up.
    ``hands``: the names of the hands; empty if players may start as many as they like.
    ``each``: every hand gets the same number of cards.
    ``chosen``: when players say which hand a card goes to: choosing from the cards they hold, before everyone turns
    theirs up; after a private look at the top card; or once all cards are turned.
    """

    count: Count = 1
    hands: tuple[Name, ...] = ("high", "low")
    each: bool = False
    chosen: Choosing = "from the hand"

    def __post_init__(self) -> None:
        if len(self.hands) == 1 or len(set(self.hands)) < len(self.hands):
            raise ValueError("there are two or more hands, each with a name of its own")
        if self.each and (not self.hands or self.count % len(self.hands)):
            raise ValueError("each hand gets as many cards as the other")

    joins_street = True
    brings_up = True

    @property
    def shows_best_of(self) -> str:
        """The sentence that says which of these hands is the hand showing."""
        which = "the high one" if "high" in self.hands else "the best"
        return f"Of the hands that a player builds, {which} is the hand showing."

    @property
    def ups(self) -> int:
        return self.count

    leaves_open = ("turn_order",)

    def words(self, holder: str = "player") -> str:
        if self.each:
            return f"All turn up the top card of each of their stacks together ({', '.join(self.hands)})."
        many = self.count > 1
        into = "a hand that they have begun or a new one"
        if self.hands:
            into = f"one of {count_word(len(self.hands))} hands ({', '.join(self.hands)})"
        limit = "no hand may have more than five cards"
        if self.chosen == "from the hand":
            cards = f"{count_word(self.count)} cards" if many else "a card"
            return f"All turn up {cards} together, each put into {into}; {limit}."
        top = f"top {count_word(self.count)} cards" if many else "top card"
        it = "each" if many else "it"
        if self.chosen == "after a look":
            return (
                f"Each player looks at their {top} alone and puts {it} face down on {into}, five cards at most in "
                "each; then all turn up together."
            )
        return f"All turn up their {top} together and then, with all in sight, put {it} into {into}; {limit}."


@step_specs.add("rearrange")
@dataclass(frozen=True, slots=True)
class Rearrange(Spec):
    """In turn, each player may pay to move one card between their hands, or to swap two.

    ``price``: what it costs.
    ``swap``: what a swap costs: the same, or nothing.
    """

    price: Price = "big bet"
    swap: Literal["as a move", "free"] = "as a move"

    def words(self, holder: str = "player") -> str:
        cost = price_text(self.price)
        if self.price in FREE:
            return "In turn from the dealer's left, each player may swap two cards between their hands, or move one."
        if self.swap == "free":
            return (
                "In turn from the dealer's left, each player may swap two cards between their hands, "
                f"or pay {cost} to move one."
            )
        return (
            f"In turn from the dealer's left, each player may pay {cost} to swap two cards between their hands "
            "or to move one."
        )


@step_specs.add("set-apart")
@dataclass(frozen=True, slots=True)
class SetAside(Spec):
    """Each player sets cards aside as a second hand, which must include a down card and rank below the rest.

    ``count``: how many cards are set aside.
    """

    count: Count = 2

    def words(self, holder: str = "player") -> str:
        if self.count == 1:
            return "Each player sets one down card aside as a second hand. The rest must outrank it."
        return (
            f"Each player sets {count_word(self.count)} cards aside as a second hand. "
            "At least one of them must be a down card, and the rest must outrank them."
        )


@step_specs.add("partners")
@dataclass(frozen=True, slots=True)
class Partners(Spec):
    """Starting with the highest card showing, each player without a partner picks one; partners pool their cards."""

    compares = True

    def words(self, holder: str = "player") -> str:
        return (
            "The highest card showing picks a partner, then the highest of those left, until all are paired. "
            "Partners pool their cards, bet individually and share what they win; "
            "if one folds, the other plays on alone and wins all of it."
        )
