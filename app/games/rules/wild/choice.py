"""Wild cards that each player chooses at the showdown."""

from __future__ import annotations

from typing import Literal

from app.cards.card import has_rank, rank_of, rank_plural
from app.dataclass import dataclass, replace
from app.games.rules.wild import WildPart, WildRule, all_of, clause_part, wild_rules
from app.games.table import Table
from app.games.values import RankLetters, ShareName, rank_numbers
from app.text import listing


@wild_rules.add("choice")
@dataclass(frozen=True, slots=True)
class Choice(WildRule):
    """Each player may make one card wild at the showdown. The best choice counts, separately for each share.

    ``of``: the cards to choose from: the whole ``hand``, with common cards, or the ``hole``.
    ``ranks``: the ranks to choose from, one letter each (``T`` for ten); empty for all.
    ``rank``: every card of the chosen card's rank is wild for that player.
    ``only``: the name of the one share in which it is wild; empty for all.
    """

    of: Literal["hand", "hole"] = "hand"
    ranks: RankLetters = ""
    rank: bool = False
    only: ShareName = ""

    at_the_showdown = True

    @property
    def private(self) -> bool:
        return self.of == "hole"

    def wild(self, table: Table) -> WildPart:
        choices, ranks = {}, rank_numbers(self.ranks) if self.ranks else ()
        for seat, player in enumerate(table.seats):
            cards = player.down if self.private else player.known + table.common
            ranked = [card for card in cards if has_rank(card) and (not ranks or rank_of(card) in ranks)]
            choices[seat] = tuple(all_of(rank_of(card)) if self.rank else frozenset({card}) for card in ranked)
        return replace(clause_part((f"each player {self._picks('makes')}",), {}, only=self.only), choices=choices)

    def words(self) -> str:
        return f"At the showdown each player {self._picks('may make')}, whichever is best for each share."

    def _picks(self, makes: str) -> str:
        which = "hole card" if self.private else "card"
        if self.ranks:
            which = f"of their {listing(map(rank_plural, rank_numbers(self.ranks)), 'or')}"
            which += " in the hole" if self.private else ""
        where = f" in the {self.only} hand" if self.only else ""
        return f"{makes} one {which}{' and its rank' if self.rank else ''} wild{where}"
