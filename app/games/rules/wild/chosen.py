"""Wild ranks that the hand itself brings: the last common card's, and the one named at an auction."""

from __future__ import annotations

from dataclasses import dataclass

from app.cards.card import has_rank, rank_of, rank_plural
from app.games.rules.wild import WildPart, sentence, wild_rules
from app.games.rules.wild.ranks import all_of
from app.games.table import Table


@wild_rules.add("last-common")
@dataclass(frozen=True, slots=True)
class LastCommon:
    """The last card turned up in the middle is wild with all of its rank, for everyone."""

    def wild(self, table: Table) -> WildPart:
        middle = [up.card for up in table.ups if up.seat is None and has_rank(up.card)]
        if not middle:
            return WildPart()
        *before, rank = map(rank_of, middle)
        name = rank_plural(rank)
        note = "the last common card"
        over = f", {rank_plural(before[-1])} no longer" if before and before[-1] != rank else ""
        news = f"{sentence(name)} are wild{over} ({note})"
        return WildPart(cards=all_of(rank), names=(name,), note=note, news=news)

    def words(self) -> str:
        return "The last card turned up in the middle, and every card of its rank, is wild for everyone."


@wild_rules.add("named")
@dataclass(frozen=True, slots=True)
class Named:
    """The rank that a player has named is wild for everyone."""

    def wild(self, table: Table) -> WildPart:
        if not table.named:
            return WildPart()
        name = rank_plural(table.named[-1])
        note = f"named by {table.namer}" if table.namer else "named"
        news = f"{sentence(name)} are wild ({note})"
        return WildPart(cards=all_of(table.named[-1]), names=(name,), note=note, news=news)

    def words(self) -> str:
        return "The rank that was named is wild for everyone."
