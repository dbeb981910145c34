"""Steps that a trigger puts before the script goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.games.because import NO_REASON, Because
from app.games.steps import Price, Spec, step_specs


@step_specs.add("offer-card")
@dataclass(frozen=True, slots=True)
class OfferCard(Spec):
    """A seat may buy one card at a price, dealt to it at once, up or down."""

    seat: int
    price: Price = "small bet"
    face: Literal["up", "down"] = "up"
    why: Because = NO_REASON

    set_off_by = ("extra-card",)

    @property
    def brings_up(self) -> bool:
        return self.face == "up"

    def words(self) -> str:
        return "An extra card is offered."


@step_specs.add("pay-or-fold")
@dataclass(frozen=True, slots=True)
class PayOrFold(Spec):
    """A seat must pay a price (or match the pot), or fold."""

    seat: int
    price: Price | Literal["pot"] = "pot"
    why: Because = NO_REASON

    set_off_by = ("pay-or-fold",)

    def words(self) -> str:
        return "A player pays or folds."


@step_specs.add("centre-card")
@dataclass(frozen=True, slots=True)
class CentreCard(Spec):
    """One card is turned up in the centre; it belongs to nobody, or (``common``) counts in every hand."""

    why: Because = NO_REASON
    common: bool = False

    set_off_by = ("centre-after-pair", "card-after-last")
    brings_up = True

    def words(self) -> str:
        return "A card is turned up in the centre."


@step_specs.add("redeal")
@dataclass(frozen=True, slots=True)
class Redeal(Spec):
    """The hand waits until the cards have been thrown in and are to be dealt again; the pot stays."""

    why: Because = NO_REASON

    set_off_by = ("redeal-card", "redeal-without")

    def words(self) -> str:
        return "Throw the cards in and deal again for the same pot to those still in."


@step_specs.add("rainout")
@dataclass(frozen=True, slots=True)
class Rainout(Spec):
    """The hand ends at once and the whole pot carries over to the next."""

    why: Because = NO_REASON

    set_off_by = ("rainout",)

    def words(self) -> str:
        return "The hand ends; the pot carries over."


@step_specs.add("must-fold")
@dataclass(frozen=True, slots=True)
class MustFold(Spec):
    """A player must fold."""

    seat: int
    why: Because = NO_REASON

    set_off_by = ("joker-folds",)

    def words(self) -> str:
        return "A player must fold."
