"""One rank after the other is wild, street by street: three-five-seven."""

from __future__ import annotations

from app.cards.card import rank_digits
from app.dataclass import dataclass
from app.games.rules.wild import RankName, WildPart, WildRule, all_of, named_part, wild_rules
from app.games.table import Table
from app.games.values import RankLetters, rank_numbers
from app.text import listing, ordinal_word, sentence


@wild_rules.add("by-street")
@dataclass(frozen=True, slots=True)
class ByStreet(WildRule):
    """One rank is wild at a time: the first on the first street, the second on the second; the last stays wild.

    ``ranks``: the ranks in that order, one letter each (``T`` for ten).
    """

    ranks: RankLetters

    def wild(self, table: Table) -> WildPart:
        numbers = rank_numbers(self.ranks)
        rank = numbers[min(max(table.street, 1), len(numbers)) - 1]
        return named_part(all_of(rank), (RankName(rank),))

    def words(self) -> str:
        first, *others = map(rank_digits, rank_numbers(self.ranks))
        later = [f"{rank} in the {ordinal_word(at)}" for at, rank in enumerate(others, 2)]
        return sentence(
            f"{listing([f'{first} are wild for everyone in the first deal', *later])}, each only until the next."
        )
