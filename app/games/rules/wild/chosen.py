"""Wild ranks that the hand itself brings: the last common card's, and the one named at an auction."""

from __future__ import annotations

from dataclasses import dataclass

from app.cards.card import has_rank, rank_of
from app.games.because import Because
from app.games.rules.wild import RankName, WildNews, WildPart, named_part, wild_rules
from app.games.rules.wild.ranks import all_of
from app.games.table import NamedRank, Table


@wild_rules.add("last-common")
@dataclass(frozen=True, slots=True)
class LastCommon:
    """The last card turned up in the middle is wild with all of its rank, for everyone."""

    def wild(self, table: Table) -> WildPart:
        middle = [up.card for up in table.ups if up.seat is None and has_rank(up.card)]
        if not middle:
            return WildPart()
        *before, rank = map(rank_of, middle)
        names = (RankName(rank, figure=False),)
        reason = Because("last common card")
        over = (RankName(before[-1], figure=False),) if before and before[-1] != rank else ()
        news = WildNews(names=names, over=over, because=reason)
        return WildPart(cards=all_of(rank), names=names, because=reason, news=news)

    def words(self) -> str:
        return "The last card turned up in the middle, and every card of its rank, is wild for everyone."


@wild_rules.add("named")
@dataclass(frozen=True, slots=True)
class Named:
    """The rank that a player has named is wild for everyone."""

    def wild(self, table: Table) -> WildPart:
        chosen = table.recall(NamedRank)
        if chosen.rank is None:
            return WildPart()
        return named_part(
            all_of(chosen.rank), (RankName(chosen.rank, figure=False),), because=Because("named by", chosen.namer)
        )

    def words(self) -> str:
        return "The rank that was named is wild for everyone."
