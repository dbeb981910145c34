"""Two number cards that add up to a wild card: Number Nine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from app.games.rules.wild import WildPart, clause_part, wild_rules
from app.games.table import Table


@wild_rules.add("sum")
@dataclass(frozen=True, slots=True)
class Sum:
    """Two number cards of the right sum may together make one wild card, each used once; an ace is one.

    ``total``: the sum, from two aces to two tens.
    """

    total: int = 9

    leaves_open: ClassVar = ("made_wild_needs_five",)
    #: A sum is its owner's choice, made when the cards are shown.
    at_the_showdown: ClassVar = True

    def __post_init__(self) -> None:
        if not 2 <= self.total <= 20:
            raise ValueError("two number cards add to between 2 and 20")

    def wild(self, table: Table) -> WildPart:
        clause = (f"two cards that add to {self.total} make a wild one",)
        return replace(clause_part(clause, {}), sum_to=self.total)

    def words(self) -> str:
        return (
            f"Any two number cards that add to {self.total} may make one wild card; an ace counts one. "
            "Nobody has to, no card is used twice, and three cards cannot be added. "
            "In the hand showing no cards are added."
        )
