"""What is announced to the table; ``app.words`` puts it in words.

Most of it is a :class:`Because`. An event of one step only is in that step's module.
"""

from __future__ import annotations

from app.dataclass import dataclass
from app.games.because import Because
from app.games.rules.wild import WildNews
from app.hand.action import Action
from app.hand.ask import Question


@dataclass(frozen=True, slots=True)
class Event:
    """An event with a class of its own."""


#: What can be announced: most events are fully described by a reason, or by news of the wild cards.
Happening = Event | Because | WildNews

#: Sealed answers were opened and then undone.
ASKED_AGAIN = Because("undone")


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """A question put to the table."""

    question: Question


@dataclass(frozen=True, slots=True)
class Ruled(Event):
    """A ruling by the dealer that lets an ``action`` stand against the rules."""

    although: Because
    action: Action
