"""Cards set aside as a second hand, and a pot that is played for with them alone."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import Spec, step_specs
from app.games.values import Count
from app.text import count_word


@step_specs.add("set-apart")
@dataclass(frozen=True, slots=True)
class SetAside(Spec):
    """Each player sets cards aside as a second hand, which holds a down card and is worse than the rest.

    ``count``: how many cards are set aside.
    """

    count: Count = 2

    @property
    def sets_aside(self) -> int:
        return self.count

    def words(self) -> str:
        number = count_word(self.count)
        return (
            f"Each player sets {number} cards aside as a second hand. They must hold a down card, "
            "and the rest must outrank them."
        )


@step_specs.add("play-for-pot")
@dataclass(frozen=True, slots=True)
class PlayForPot(Spec):
    """Among those who declared in, the best hand set aside takes the pot; each of the others matches it.

    If nobody is in, or anyone had to match, everyone is dealt a new hand. Otherwise all ante again, and the cards set
    aside are thrown away.

    ``side_pots``: a player who could match only a part of the pot wins that part at most, and the best of the others
    the rest; otherwise the best hand takes it all.
    """

    side_pots: bool = False

    def words(self) -> str:
        part = "Who could match only a part of the pot wins that part at most. " if self.side_pots else ""
        return (
            "Those who are in show the cards set aside: the best takes the pot, and each of the others matches it; one "
            "alone takes it and shows nothing. "
            f"{part}When nobody is in, or anyone has to match, all are dealt a new hand. "
            "Otherwise all ante again and the cards set aside are thrown away."
        )
