"""A limit on wild cards to hands that hold, or lack, certain other cards."""

from __future__ import annotations

from typing import Literal

from app.cards.card import Card, has_rank, rank_of, rank_word, ranks_of, suit_of
from app.dataclass import dataclass, replace
from app.games.rules.events import SUITS, Suit
from app.games.rules.wild import WildPart, WildRule, clause_part, wild_rules
from app.games.table import Table
from app.games.values import RankLetters, rank_numbers
from app.text import listing, with_article


@wild_rules.add("holding")
@dataclass(frozen=True, slots=True)
class OnlyHolding(WildRule):
    """The game's other wild rules hold only for a player whose hand, with the common cards, fits. Jokers are exempt.

    ``ranks``: the hand must have a card of each of these ranks.
    ``without``: the hand must have no card of this suit.
    ``kinds``: of how many ranks the hand must have wild cards.

    Example: ``{ rule = "holding", without = "spade" }``
    """

    ranks: RankLetters = ""
    without: Suit = ""
    kinds: Literal[1, 2] = 1

    def __post_init__(self) -> None:
        if not self._conditions():
            raise ValueError("say what a hand must or must not have")

    def wild(self, table: Table) -> WildPart:
        return clause_part((f"only in hands with {listing(self._conditions())}",), {})

    def limit(self, parts: tuple[WildPart, ...], table: Table) -> tuple[WildPart, ...]:
        limited = [part for part in parts if not part.of_jokers]
        fits, shows = set(), set()
        for seat, player in enumerate(table.seats):
            wild = frozenset[Card]().union(*(part.for_seat(seat) for part in limited))
            if self._fits(player.known + table.common, wild):
                fits.add(seat)
            public = frozenset[Card]().union(*(part.in_the_open(seat) for part in limited))
            if self._fits(player.up + table.common, public):
                shows.add(seat)
        return tuple(_for_seats(part, fits, shows) if part in limited else part for part in parts)

    def words(self) -> str:
        return f"Cards are wild only for a player whose hand has {listing(self._conditions())}."

    def _fits(self, cards: tuple[Card, ...], wild: frozenset[Card]) -> bool:
        held = [card for card in cards if has_rank(card)]
        ranks = set(map(rank_of, held))
        return (
            (not self.ranks or ranks.issuperset(rank_numbers(self.ranks)))
            and not any(SUITS[suit_of(card)] == self.without for card in held)
            and (self.kinds == 1 or len(set(ranks_of(wild.intersection(held)))) >= self.kinds)
        )

    def _conditions(self) -> list[str]:
        ranks = [with_article(rank_word(rank)) for rank in rank_numbers(self.ranks)] if self.ranks else []
        suits = [f"no {self.without}"] if self.without else []
        return ranks + suits + (["wild cards of two ranks"] if self.kinds > 1 else [])


def _for_seats(part: WildPart, fits: set[int], shows: set[int]) -> WildPart:
    """Return a part limited to the seats whose hands fit; the hands in ``shows`` are publicly known to fit."""
    return replace(
        part,
        seats=frozenset(fits),
        public={seat: part.in_the_open(seat) for seat in shows},
        choices={seat: sets for seat, sets in part.choices.items() if seat in fits},
    )
