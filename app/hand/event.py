"""Announcements to the table; ``app.words`` puts them in words.

Most are a :class:`Reason`. An event of one step only is in that step's module.
"""

from __future__ import annotations

from app.dataclass import dataclass
from app.games.reasons import Reason
from app.games.rules.wild import WildNews
from app.hand.action import Action
from app.hand.ask import Question


@dataclass(frozen=True, slots=True)
class Event:
    """An event with a class of its own."""


#: An announcement: most are fully described by a reason, or by news of the wild cards.
AnyEvent = Event | Reason | WildNews

#: Sealed answers were opened and then undone.
ASKED_AGAIN = Reason("undone")


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """A question put to the table."""

    question: Question


@dataclass(frozen=True, slots=True)
class Ruled(Event):
    """A ruling by the dealer that lets an ``action`` stand against the rules."""

    although: Reason
    action: Action
