"""Cards that may count as certain others, without being wild: sixes as nines, clubs one rank higher or lower."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from app.cards.card import Card, deck, make_card, rank_above, rank_of, rank_plural, suit_of
from app.dataclass import dataclass, replace
from app.games.rules.events import SUITS, Suit
from app.games.rules.wild import WildPart, WildRule, clause_part, wild_rules
from app.games.table import Table
from app.games.values import RankLetters, rank_numbers
from app.text import listing, sentence


@wild_rules.add("counts-as")
@dataclass(frozen=True, slots=True)
class CountsAs(WildRule):
    """Certain cards may also count as others, whichever makes the best high hand; in a hand showing they do not.

    Several such rules apply one after the other. No card may count as a wild one.

    ``ranks``: the ranks of these cards, one letter each (``T`` for ten); empty for all.
    ``suit``: their suit; empty for all.
    ``higher``: they may count one rank higher; an ace as a deuce.
    ``lower``: they may count one rank lower; a deuce as an ace.
    ``as_ranks``: they may count as these ranks of their suit.
    ``colour``: they may count as the same rank in the other suit of their colour.

    Example: ``{ rule = "counts-as", suit = "club", higher = true, lower = true }``
    """

    ranks: RankLetters = ""
    suit: Suit = ""
    higher: bool = False
    lower: bool = False
    as_ranks: RankLetters = ""
    colour: bool = False

    at_the_showdown = True

    def __post_init__(self) -> None:
        if not (self.higher or self.lower or self.as_ranks or self.colour):
            raise ValueError("say what the cards count as")

    def wild(self, table: Table) -> WildPart:
        return replace(clause_part((f"{self._which()} may count {self._as()}",), {}), counts_as=_others(self))

    def words(self) -> str:
        return sentence(f"{self._which()} may count {self._as()}, but not in the hand showing.")

    def others(self, card: Card) -> frozenset[Card]:
        """Return the other cards that a card may count as."""
        rank, suit = rank_of(card), suit_of(card)
        if (self.ranks and rank not in rank_numbers(self.ranks)) or self.suit not in ("", SUITS[suit]):
            return frozenset()
        ranks = {rank_above(rank)} if self.higher else set()
        ranks |= {rank_above(rank, -1)} if self.lower else set()
        ranks |= set(rank_numbers(self.as_ranks)) if self.as_ranks else set()
        # Clubs, diamonds, hearts, spades: the two suits of a colour are opposite ends.
        others = {make_card(rank, len(SUITS) - 1 - suit)} if self.colour else set()
        return frozenset(others.union(make_card(other, suit) for other in ranks) - {card})

    def _which(self) -> str:
        ranks = listing(map(rank_plural, rank_numbers(self.ranks))) if self.ranks else ""
        if not self.suit:
            return ranks or "cards"
        return f"{ranks} of {self.suit}s" if ranks else f"{self.suit}s"

    def _as(self) -> str:
        ends = [word for word, may in (("higher", self.higher), ("lower", self.lower)) if may]
        ways = [f"one rank {' or '.join(ends)}"] if ends else []
        ways += [f"as {listing(map(rank_plural, rank_numbers(self.as_ranks)))}"] if self.as_ranks else []
        ways += ["as the other suit of their colour"] if self.colour else []
        return listing(ways, "or")


@cache
def _others(rule: CountsAs) -> Mapping[Card, frozenset[Card]]:
    return {card: others for card in deck() if (others := rule.others(card))}
