"""Reasons as values, which ``app.words`` puts in words."""

from __future__ import annotations

from dataclasses import KW_ONLY

from app.cards.card import Card
from app.dataclass import dataclass
from app.ranking.words import HandName


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason: ``kind`` names its wording in ``app/words/reasons.py``, the other fields fill it in.

    ``amount`` and ``most`` are chips, ``count`` counts cards, times or pots, ``word`` and ``words`` are names from game
    files, such as the names of shares, ``pot`` is the number of one of several pots. ``ruling`` is the id of the ruling
    that decided, if one did. ``hand`` is a hand showing, ``why`` the reason for the reason.
    """

    kind: str
    seat: int | None = None
    _: KW_ONLY
    seats: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()
    ranks: tuple[int, ...] = ()
    amount: int = 0
    most: int = 0
    count: int = 0
    word: str = ""
    words: tuple[str, ...] = ()
    ruling: str = ""
    pot: int | None = None
    hand: HandName | None = None
    why: Reason | None = None

    @property
    def player(self) -> int:
        """The player it is about, for one that has one."""
        assert self.seat is not None, self.kind
        return self.seat

    @property
    def cause(self) -> Reason:
        """The reason for the reason, for one that has it."""
        assert self.why is not None, self.kind
        return self.why


#: Stands for no reason at all.
NO_REASON = Reason("")
