"""Cards that are wild because no other is lower or higher: in the middle, or among a player's up-cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from app.cards.card import RANKS, Card, ranks_of
from app.games.because import Because
from app.games.rules.wild import RankName, WildNews, WildPart, WildRule, all_of, clause_part, named_part, wild_rules
from app.games.table import Table
from app.text import sentence

_ACE = RANKS.index("A")
#: For each rank in order the one that it makes wild.
_BESIDE = {"its own": RANKS, "the next higher": RANKS[1:] + RANKS[:1], "the next lower": RANKS[-1:] + RANKS[:-1]}


@wild_rules.add("extreme")
@dataclass(frozen=True, slots=True)
class Extreme(WildRule):
    """The lowest or highest card of some makes its rank, or the one beside it, wild.

    ``of``: the common cards, for everyone; or the up-cards of each player, for that player alone.
    ``end``: whether the lowest or the highest of them counts.
    ``ace``: whether an ace is high or low among them.
    ``rank``: the rank that is wild; beside an ace is the deuce above and the king below.
    """

    of: Literal["common", "up"] = "common"
    end: Literal["lowest", "highest"] = "lowest"
    ace: Literal["high", "low"] = "high"
    rank: Literal["its own", "the next higher", "the next lower"] = "its own"

    follows_up_cards = True

    def wild(self, table: Table) -> WildPart:
        if self.of == "up":
            found = {seat: self._rank(player.up) for seat, player in enumerate(table.seats)}
            ranks = {seat: rank for seat, rank in found.items() if rank is not None}
            own = {seat: WildNews((RankName(rank, figure=False),), seat=seat) for seat, rank in ranks.items()}
            part = clause_part((self._clause(),), {seat: all_of(rank) for seat, rank in ranks.items()})
            return replace(part, own=own)
        now, before = self._rank(table.common), self._rank(table.common[:-1])
        if now is None:
            return WildPart()
        because = Because("said by the rule", word=f"the {self.end} common card")
        part = named_part(all_of(now), (RankName(now, figure=False),), because=because)
        assert part.news is not None
        over = () if before in (None, now) else (RankName(before, figure=False),)
        return replace(part, news=replace(part.news, over=over))

    def _rank(self, cards: Iterable[Card]) -> int | None:
        """Return the rank that these cards make wild; None without any that has a rank."""
        ranks = ranks_of(tuple(cards))
        if not ranks:
            return None
        pick = min if self.end == "lowest" else max
        found = pick(ranks, key=lambda rank: -1 if rank == _ACE and self.ace == "low" else rank)
        return RANKS.index(_BESIDE[self.rank][found])

    def _clause(self) -> str:
        which = f"each player's {self.end} up-card"
        return f"{which} is wild" if self.rank == "its own" else f"the rank {self._beside()} {which} is wild"

    def _beside(self) -> str:
        return "above" if self.rank == "the next higher" else "below"

    def words(self) -> str:
        which = f"each player's {self.end} up-card" if self.of == "up" else f"the {self.end} common card"
        whom = "that player alone" if self.of == "up" else "everyone"
        if self.rank == "its own":
            text = f"{which}, and every card of its rank, is wild for {whom}."
        else:
            text = f"every card of the rank {self._beside()} {which} is wild for {whom}."
        return sentence(text) + (" An ace is low." if self.ace == "low" else "")
