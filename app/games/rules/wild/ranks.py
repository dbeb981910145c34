"""Ranks that are wild for everyone, all hand long or until too many of them show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.cards.card import Card, has_rank, make_card, rank_digits, rank_of
from app.games.because import Because
from app.games.rules.wild import RankName, WildNews, WildPart, clause_part, named_part, wild_rules
from app.games.table import Table
from app.games.values import Count, RankLetters, ShareName, rank_numbers
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


@wild_rules.add("until-second")
@dataclass(frozen=True, slots=True)
class UntilSecond:
    """Ranks that are wild until several of them, in any mix, have been dealt face up; then never again (Woolworth).

    Every up-card of the deal counts, also a folded player's; hole cards never do.

    ``ranks``: the ranks, one letter each (``T`` for ten).
    ``count``: how many up-cards of these ranks end it.
    """

    ranks: RankLetters
    count: Count = 2

    follows_up_cards: ClassVar = True

    def wild(self, table: Table) -> WildPart:
        numbers = rank_numbers(self.ranks)
        shown = [rank_of(up.card) for up in table.ups if has_rank(up.card) and rank_of(up.card) in numbers]
        if len(shown) >= self.count:
            # The rank that has just turned up is named first: it is what the table is looking at.
            last = shown[self.count - 1]
            order = [last, *(rank for rank in numbers if rank != last)]
            reason = Because("more are showing", count=self.count)
            return WildPart(news=WildNews(over=tuple(map(RankName, order)), because=reason))
        return named_part(frozenset().union(*map(all_of, numbers)), tuple(map(RankName, numbers)))

    def words(self) -> str:
        names = listing(map(rank_digits, rank_numbers(self.ranks)))
        which = {2: "a second", 3: "a third"}.get(self.count, f"number {self.count}")
        return sentence(
            f"{names} are wild for everyone until {which} of them, in any mix, has been dealt face up. "
            "From that moment none of them is wild, for the rest of the hand. "
            "Cards in the hole do not count; a folded player's up-cards do."
        )
