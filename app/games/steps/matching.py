"""Cards of the rank of one that is turned up in the layout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.games.layout import place_words
from app.games.steps import Spec, step_specs
from app.games.values import PlaceNames


@step_specs.add("matching")
@dataclass(frozen=True, slots=True)
class Matching(Spec):
    """Whoever has a card of the rank of one in the layout throws it away, or folds.

    ``place``: where that card lies.
    ``then``: ``discard`` throws all of that rank away, down cards too; ``fold`` is for whoever shows one face up.
    """

    place: PlaceNames
    then: Literal["discard", "fold"] = "discard"

    def words(self, holder: str = "player") -> str:
        rank = f"the rank of the {place_words(self.place)} card"
        if self.then == "fold":
            return f"Each {holder} with an up-card of {rank} folds."
        return f"Each {holder} throws away all cards of {rank}, down cards too."
