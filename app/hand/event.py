"""What the table should hear: one small value for each kind of event. ``app.words`` says them.

Most are a :class:`Because` that is :class:`Said`; events of a single step stand in the step's own module. Seats count
from 0, chips are of the smallest unit.
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
class Said(Event):
    """Something that a clause of its kind says, with the values of the reason."""

    why: Because


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """A question is put to the table."""

    question: Question


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
class WildChanged(Event):
    """Other cards are wild than before."""

    news: WildNews


@dataclass(frozen=True, slots=True)
class CannotPay(Event):
    """Players are passed over, since they cannot pay the price; ``item`` is what for, empty where that is plain."""

    seats: tuple[int, ...]
    price: int
    item: str = ""


@dataclass(frozen=True, slots=True)
class DeckShort(Event):
    """The deck has run short; ``what`` follows from it, by a ruling of the house where its id is given."""

    what: str
    ruling: str = ""
