"""Cards that are wild only face down, for the player who holds them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.cards.card import has_rank, rank_digits, rank_of
from app.games.rules.wild import Clause, RankName, WildPart, clause_part, wild_rules
from app.games.table import Table
from app.games.values import RankLetters, rank_numbers
from app.text import listing, sentence


@wild_rules.add("ranks-in-the-hole")
@dataclass(frozen=True, slots=True)
class RanksInTheHole:
    """Cards of some ranks are wild for their owner while they lie face down, and not face up.

    ``ranks``: the ranks, one letter each.
    """

    ranks: RankLetters

    private: ClassVar = True

    def wild(self, table: Table) -> WildPart:
        numbers = rank_numbers(self.ranks)
        held = {
            seat: frozenset(card for card in cards.down if has_rank(card) and rank_of(card) in numbers)
            for seat, cards in enumerate(table.seats)
        }
        clause: Clause = (*map(RankName, numbers), "in the hole are wild")
        return clause_part(clause, {seat: cards for seat, cards in held.items() if cards}, private=True)

    def words(self) -> str:
        return sentence(f"{listing(map(rank_digits, rank_numbers(self.ranks)))} in the hole are wild for their owner.")
