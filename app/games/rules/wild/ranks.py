"""Ranks that are wild for everyone, all hand long."""

from __future__ import annotations

from dataclasses import dataclass

from app.cards.card import Card, make_card, rank_digits
from app.games.rules.wild import RankName, WildPart, clause_part, named_part, wild_rules
from app.games.table import Table
from app.games.values import RankLetters, ShareName, rank_numbers
from app.text import listing, sentence


def all_of(rank: int) -> frozenset[Card]:
    """Return the four cards of a rank."""
    return frozenset(make_card(rank, suit) for suit in range(4))


@wild_rules.add("ranks")
@dataclass(frozen=True, slots=True)
class Ranks:
    """Ranks that are wild for everyone, up or down, for the whole hand.

    ``ranks``: the ranks, one letter each (``T`` for ten).
    ``only``: the name of the one share for which this holds; empty for all.
    """

    ranks: RankLetters
    only: ShareName = ""

    def wild(self, table: Table) -> WildPart:
        numbers = rank_numbers(self.ranks)
        names = tuple(map(RankName, numbers))
        cards = frozenset().union(*map(all_of, numbers))
        if not self.only:
            return named_part(cards, names)
        by_seat = dict.fromkeys(range(len(table.seats)), cards)
        return clause_part((*names, f"are wild in the {self.only} hand"), by_seat, only=self.only)

    def words(self) -> str:
        where = f" in the {self.only} hand" if self.only else ""
        return sentence(f"{listing(map(rank_digits, rank_numbers(self.ranks)))} are wild for everyone{where}.")
