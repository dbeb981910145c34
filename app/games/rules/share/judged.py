"""A share that the table judges."""

from __future__ import annotations

from app.dataclass import dataclass
from app.games.rules.share import Holding, Share, share_rules
from app.games.values import Name, Words


@share_rules.add("judged")
@dataclass(frozen=True, slots=True)
class Judged(Share):
    """A share that the table judges and the dealer rules on; without a ruling it is never awarded.

    ``name``: the name of the share, for declarations, rulings and records.
    ``won_by``: what wins it, for the rule sheet.
    """

    name: Name = "pot"
    won_by: Words = "whoever the table says"

    leaves_open = ("unclaimed_half",)

    @property
    def you_judge(self) -> str:
        return f"who wins the {self.name}"

    def score(self, holding: Holding) -> int | None:
        return None

    def prize(self) -> str:
        return f"the {self.name}"

    def lacks(self) -> tuple[str, str]:
        return f"does not win the {self.name}", f"nobody wins the {self.name}"

    def words(self) -> str:
        return self.won_by
