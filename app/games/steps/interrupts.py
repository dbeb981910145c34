"""Steps that a trigger inserts before the script continues."""

from __future__ import annotations

from typing import Literal

from app.dataclass import dataclass
from app.games.reasons import NO_REASON, Reason
from app.games.steps import EventPrice, Spec, step_specs


@step_specs.add("offer-card")
@dataclass(frozen=True, slots=True)
class OfferCard(Spec):
    """A player may buy one card at a price (or for the amount of the pot), dealt to them at once, up or down."""

    seat: int
    price: EventPrice = "small bet"
    face: Literal["up", "down"] = "up"
    why: Reason = NO_REASON

    set_off_by = ("up-card",)
    set_off_then = "extra card"

    @property
    def brings_up(self) -> bool:
        return self.face == "up"


@step_specs.add("pay-or-fold")
@dataclass(frozen=True, slots=True)
class PayOrFold(Spec):
    """Players must each pay the same price (or match the pot); if they ``may_fold``, each pays or folds."""

    seats: tuple[int, ...] = ()
    price: EventPrice = "pot"
    may_fold: bool = True
    why: Reason = NO_REASON

    set_off_by = ("up-card",)
    set_off_then = "pay or fold"


@step_specs.add("centre-card")
@dataclass(frozen=True, slots=True)
class CentreCard(Spec):
    """One card is turned up in the centre; it belongs to nobody."""

    why: Reason = NO_REASON

    set_off_by = ("up-card", "card-after-last")
    set_off_then = "centre card"
    brings_up = True


@step_specs.add("redeal")
@dataclass(frozen=True, slots=True)
class Redeal(Spec):
    """The hand waits until the cards are thrown in and dealt again; the pot stays.

    If the pot ``may_wait``, the table may leave it for the next hand instead, which ends this one.
    """

    why: Reason = NO_REASON
    may_wait: bool = False

    set_off_by = ("up-card", "redeal-without")
    set_off_then = "redeal"


@dataclass(frozen=True, slots=True)
class ShowOpeners(Spec):
    """The player who opened shows the openers they have discarded. Game files cannot use this step."""

    seat: int
    needs: str

    def words(self, holder: str = "player") -> str:
        return "Openers are shown."


@step_specs.add("rainout")
@dataclass(frozen=True, slots=True)
class Rainout(Spec):
    """The hand ends at once, and the whole pot carries over to the next."""

    why: Reason = NO_REASON

    set_off_by = ("up-card",)
    set_off_then = "end the hand"


@step_specs.add("must-fold")
@dataclass(frozen=True, slots=True)
class MustFold(Spec):
    """A player must fold."""

    seat: int
    why: Reason = NO_REASON

    set_off_by = ("up-card", "same-rank")
    set_off_then = "fold"
