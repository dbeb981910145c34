"""Steps at the table that no card or chip tells of, and those in which cards go round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from app.games.steps import Price, count_word, price_words, step_specs


@step_specs.add("physical")
@dataclass(frozen=True, slots=True)
class Physical:
    """Something done with the cards that leaves nothing to write down.

    ``does``: what is done, as a sentence.
    """

    does: str

    def words(self) -> str:
        return self.does


@step_specs.add("pass")
@dataclass(frozen=True, slots=True)
class Pass:
    """Each player passes the whole hand, face down, to the next player still in on one side.

    ``to``: the side.
    """

    to: Literal["left", "right"] = "left"

    def words(self) -> str:
        return f"Each player passes all their down cards to the {self.to}."


@step_specs.add("trade")
@dataclass(frozen=True, slots=True)
class Trade:
    """Players trade down cards with each other, as many each way.

    ``price``: what a trade costs each of the two.
    ``most``: how many times a player may trade.
    """

    price: Price = "ante"
    most: int = 6

    def words(self) -> str:
        return (
            f"Players may trade down cards with each other, the same number each way, up to {count_word(self.most)} "
            f"times; each trade costs each of the two {price_words(self.price)}."
        )


@step_specs.add("turn-down")
@dataclass(frozen=True, slots=True)
class TurnDown:
    """Every up-card is turned face down again."""

    def words(self) -> str:
        return "Everyone turns their up-cards face down."


@step_specs.add("turn-all-up")
@dataclass(frozen=True, slots=True)
class TurnAllUp:
    """Everybody turns all their cards face up."""

    brings_up: ClassVar[bool] = True

    def words(self) -> str:
        return "Everyone turns all their cards face up."


@step_specs.add("common")
@dataclass(frozen=True, slots=True)
class Common:
    """Cards face up in the middle.

    ``count``: how many.
    ``own``: they count in every hand; otherwise they belong to nobody.
    """

    count: int = 1
    own: bool = True

    brings_up: ClassVar[bool] = True

    @property
    def shared(self) -> int:
        """How many cards lie in the middle."""
        return self.count

    def words(self) -> str:
        cards = "one card" if self.count == 1 else f"{count_word(self.count)} cards"
        whose = "it counts in every hand" if self.own else "it belongs to nobody"
        return f"Deal {cards} face up in the middle: {whose}."
