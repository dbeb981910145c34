"""Announcements to the table, one small class for each kind of event; ``app.words`` puts them in words.

Most are a :class:`Because` that is :class:`Said`; events of a single step stand in the step's own module.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.games.because import Because
from app.games.rules.wild import WildNews
from app.hand.ask import Question
from app.ranking import HandName


@dataclass(frozen=True, slots=True)
class Event:
    """An event that the table should hear of."""


@dataclass(frozen=True, slots=True)
class Said(Event):
    """An event that a clause says, with the values of the reason."""

    why: Because


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """A question is put to the table."""

    question: Question


@dataclass(frozen=True, slots=True)
class HasLeft(Event):
    """A player has so many chips left: ``missing`` fewer than were counted, or more where that is below 0."""

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
class OpenerWhy:
    """Why a player opens: by the ``hand`` or the ``card`` showing, or for a reason of position.

    ``of_tied`` says why before others with the same hand. ``all_in``: the opener by right, who is, with the reason
    in the other fields; ``leads``: that player opens by having just taken the lead.
    """

    hand: HandName | None = None
    card: Because | None = None
    of_tied: str = ""
    position: str = ""
    all_in: int | None = None
    leads: bool = False

    @property
    def ruling(self) -> str:
        """The id of the ruling that chose this player before another; empty where none had to."""
        if self.card:
            return self.card.ruling
        return "opener_tie" if self.of_tied else "rotation" if self.position.startswith("rotates ") else ""
