"""Steps that a trigger puts before the script goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from app.games.steps import Price, step_specs


@step_specs.add("offer-card")
@dataclass(frozen=True, slots=True)
class OfferCard:
    """A seat may buy one card at a price, dealt to it at once, up or down.

    Set off by ``extra-card``.
    """

    seat: int
    price: Price = "small bet"
    face: Literal["up", "down"] = "up"
    why: str = ""

    @property
    def brings_up(self) -> bool:
        return self.face == "up"

    def words(self) -> str:
        return "An extra card is offered."


@step_specs.add("pay-or-fold")
@dataclass(frozen=True, slots=True)
class PayOrFold:
    """A seat must pay a price (or match the pot), or fold.

    Set off by ``pay-or-fold``.
    """

    seat: int
    price: Price | Literal["pot"] = "pot"
    why: str = ""

    def words(self) -> str:
        return "A player pays or folds."


@step_specs.add("centre-card")
@dataclass(frozen=True, slots=True)
class CentreCard:
    """One card is turned up in the centre; it belongs to nobody, or (``common``) counts in every hand.

    Set off by ``centre-after-pair`` and ``card-after-last``.
    """

    why: str = ""
    common: bool = False

    brings_up: ClassVar[bool] = True

    def words(self) -> str:
        return "A card is turned up in the centre."


@step_specs.add("redeal")
@dataclass(frozen=True, slots=True)
class Redeal:
    """The hand waits until the cards have been thrown in and are to be dealt again; the pot stays.

    Set off by ``redeal-card`` and ``redeal-without``.
    """

    why: str = ""

    def words(self) -> str:
        return "Throw the cards in and deal again for the same pot to those still in."


@step_specs.add("rainout")
@dataclass(frozen=True, slots=True)
class Rainout:
    """The hand ends at once and the whole pot carries over to the next.

    Set off by ``rainout``.
    """

    why: str = ""

    def words(self) -> str:
        return "The hand ends; the pot carries over."


@step_specs.add("must-fold")
@dataclass(frozen=True, slots=True)
class MustFold:
    """A player must fold.

    Set off by ``joker-folds``.
    """

    seat: int
    why: str = ""

    def words(self) -> str:
        return "A player must fold."
