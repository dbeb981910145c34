"""The rank equal to the number of players still in, or out, is wild."""

from __future__ import annotations

from typing import Literal

from app.cards.card import ACE, rank_above
from app.dataclass import dataclass
from app.games.because import Because
from app.games.rules.wild import RankName, WildPart, WildRule, all_of, named_part, wild_rules
from app.games.table import Table


@wild_rules.add("players")
@dataclass(frozen=True, slots=True)
class Players(WildRule):
    """The rank equal to a number of players is wild for everyone, and changes when somebody folds; one is an ace.

    Whoever mucks at the showdown has not folded.

    ``who``: whether those still in are counted, or those who have folded.
    """

    who: Literal["in", "out"] = "in"

    def wild(self, table: Table) -> WildPart:
        count = sum(player.live == (self.who == "in") for player in table.seats)
        if not count:
            return WildPart()
        rank = rank_above(ACE, count - 1)
        because = Because("said by the rule", word=f"{count} {self.who}")
        return named_part(all_of(rank), (RankName(rank, figure=False),), because=because)

    def words(self) -> str:
        who = "still in" if self.who == "in" else "who have folded"
        return f"The rank equal to the number of players {who} is wild for everyone; one is an ace."
