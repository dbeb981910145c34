"""What the table should hear: one small value for each kind of event. ``app.words`` says them.

Events of a single step stand in the step's own module. Seats count from 0, chips are of the smallest unit.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.games.because import Because
from app.games.rules.wild import WildNews
from app.hand.ask import Question


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened and that the table should hear."""


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """A question is put to the table."""

    question: Question


@dataclass(frozen=True, slots=True)
class CarriedIn(Event):
    """Chips of the hand before lie in the pot."""

    amount: int


@dataclass(frozen=True, slots=True)
class AllInForAnte(Event):
    """The ante took these players' last chips."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AllIn(Event):
    """A player's last chips are in; ``amount`` is the bet in front of them, 0 where it was no bet that took them."""

    seat: int
    amount: int = 0


@dataclass(frozen=True, slots=True)
class HasLeft(Event):
    """A player has so many chips left: ``missing`` of those counted are not there, or, below 0, so many more are."""

    seat: int
    amount: int
    missing: int = 0


@dataclass(frozen=True, slots=True)
class Ruled(Event):
    """The dealer's ruling lets an action stand that the rules advise against."""

    although: Because


@dataclass(frozen=True, slots=True)
class AskedAgain(Event):
    """Sealed answers that were open have been taken back: everyone answers again."""


@dataclass(frozen=True, slots=True)
class Redealt(Event):
    """The cards were gathered in, and those still in are dealt again for the same pot."""

    pot: int


@dataclass(frozen=True, slots=True)
class Misdealt(Event):
    """The hand is void, and every chip goes back."""


@dataclass(frozen=True, slots=True)
class WildChanged(Event):
    """Other cards are wild than before."""

    news: WildNews


@dataclass(frozen=True, slots=True)
class ChipsReturned(Event):
    """Chips go back to who bet them, since nobody could call them."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class BettingOver(Event):
    """Nobody can bet against anybody any more; ``seat`` is the one player who is not all in."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class CannotPay(Event):
    """Players are passed over, since they cannot pay the price; ``item`` is what for, empty where that is plain."""

    seats: tuple[int, ...]
    price: int
    item: str = ""


@dataclass(frozen=True, slots=True)
class CardsBurnt(Event):
    """So many cards were burnt, without which the deck would not have run short."""

    count: int
    ruling: str = "burns"


@dataclass(frozen=True, slots=True)
class NoAnte(Event):
    """The ante is the price, and there is none: so many chips are, 0 for nothing."""

    price: int
    ruling: str = "ante_price"


@dataclass(frozen=True, slots=True)
class DeckShort(Event):
    """The deck has run short; ``what`` follows from it, by a ruling of the house where its id is given."""

    what: str
    ruling: str = ""
