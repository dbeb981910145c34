"""Cards that are wild for one player: in the hole, or the first card turned up."""

from __future__ import annotations

from typing import Literal

from app.cards.card import has_rank, rank_digits, rank_of
from app.dataclass import dataclass
from app.games.reasons import Reason
from app.games.rules.wild import Noun, RankName, WildPart, WildRule, all_of, clause_part, own_ranks_part, wild_rules
from app.games.rules.wild.as_named import wild_nouns
from app.games.rules.wild.extreme import Extreme
from app.games.table import Table
from app.games.values import CardTexts, RankLetters, ShareName, Words, wild_cards
from app.text import listing, sentence


@wild_rules.add("low-hole")
@dataclass(frozen=True, slots=True)
class LowHole(WildRule):
    """Each player's lowest down card, and every card of its rank, is wild for that player.

    ``only``: the name of the one share in which it is wild; empty for all.
    ``ace``: whether an ace is the highest or the lowest down card; empty leaves it to the house, except in a game that
    ranks aces low in every hand.
    """

    only: ShareName = ""
    ace: Literal["", "high", "low"] = ""

    private = True

    @property
    def leaves_open(self) -> tuple[str, ...]:
        return () if self.ace else ("low_hole_ace",)

    def at(self, table: Table) -> Extreme:
        """Return the rule at a table, whose ace may be the house's."""
        return Extreme(of="hole", ace=self.ace or ("low" if table.low_hole_ace else "high"), only=self.only)

    def wild(self, table: Table) -> WildPart:
        return self.at(table).wild(table)

    def words(self) -> str:
        where = f" in the {self.only} hand only" if self.only else ""
        return (
            f"Each player's lowest down card, and every card of its rank, is wild for that player alone{where}."
        ) + (f" An ace is {self.ace}." if self.ace else "")


@wild_rules.add("first-up")
@dataclass(frozen=True, slots=True)
class FirstUp(WildRule):
    """Each player's first up-card, and every card of its rank, is wild for that player."""

    follows_up_cards = True

    def wild(self, table: Table) -> WildPart:
        first: dict[int, int] = {}
        for up in table.ups:
            if up.seat is not None and has_rank(up.card):
                first.setdefault(up.seat, rank_of(up.card))
        return own_ranks_part(("each player's first up-card is wild",), first, reason=Reason("first up-card"))

    def words(self) -> str:
        return "The first card that each player turns up, and every card of its rank, is wild for that player alone."


@wild_rules.add("ranks-in-the-hole")
@dataclass(frozen=True, slots=True)
class RanksInTheHole(WildRule):
    """Cards of some ranks are wild for their owner while face down, but not face up.

    ``ranks``: the ranks, one letter each.
    ``cards``: single cards that are wild in the hole, such as ``Qs``.
    ``name``: what the table calls these cards; empty names each one.
    """

    ranks: RankLetters = ""
    cards: CardTexts = ""
    name: Words = ""

    private = True

    def __post_init__(self) -> None:
        if not self.ranks and not self.cards:
            raise ValueError("say which cards are wild")

    def wild(self, table: Table) -> WildPart:
        ranks, cards = wild_cards(self.ranks + self.cards)
        which = all_of(*ranks).union(cards)
        held = {seat: which.intersection(player.down) for seat, player in enumerate(table.seats)}
        clause = (*self._nouns, f"in the hole {self._are} wild")
        return clause_part(clause, {seat: cards for seat, cards in held.items() if cards}, private=True)

    def words(self) -> str:
        names = [rank_digits(noun.rank) if isinstance(noun, RankName) else noun for noun in self._nouns]
        return sentence(f"{listing(names)} in the hole {self._are} wild for the owner.")

    @property
    def _nouns(self) -> tuple[Noun, ...]:
        return (self.name,) if self.name else wild_nouns(self.ranks + self.cards)

    @property
    def _are(self) -> str:
        return "is" if len(self.cards) == 2 and not self.ranks + self.name else "are"
