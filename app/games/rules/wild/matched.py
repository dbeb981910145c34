"""Cards that make each other wild: pairs of a colour, neighbours of a suit, a down card that pairs an up-card."""

from __future__ import annotations

from typing import Literal

from app.cards.card import ACE, Card, has_rank, is_red, rank_of, rank_order, suit_of, the_card
from app.dataclass import dataclass, replace
from app.games.rules.wild import Noun, RankName, WildNews, WildPart, WildRule, all_of, clause_part, wild_rules
from app.games.table import PlayerCards, Table

#: Shorter names of matching cards, for the wild line.
_SHORT = {(1, "suit"): "suited connectors"}


@wild_rules.add("matched")
@dataclass(frozen=True, slots=True)
class Matched(WildRule):
    """Two of a player's own cards that match make each other wild for that player.

    ``apart``: how many ranks apart they are: 0 for a pair, 1 for neighbours; an ace is beside the king and the deuce.
    ``alike``: what else they must have in common.
    ``one_down``: only a down card and an up-card match.
    ``rank``: every card of their ranks is wild too.
    """

    apart: Literal[0, 1, 2] = 0
    alike: Literal["", "colour", "suit"] = ""
    one_down: bool = False
    rank: bool = False

    def __post_init__(self) -> None:
        if self.apart == 0 and self.alike == "suit":
            raise ValueError("no two cards of a rank are of the same suit")

    @property
    def private(self) -> bool:
        return self.one_down

    def wild(self, table: Table) -> WildPart:
        by_seat = {seat: self._matched(player) for seat, player in enumerate(table.seats)}
        public = {seat: self._matched(replace(player, down=())) for seat, player in enumerate(table.seats)}
        own = {
            seat: WildNews(self._names(cards), seat=seat)
            for seat, cards in public.items()
            if cards and not self.one_down
        }
        short = _SHORT.get((self.apart, self.alike)) or self._which()
        part = clause_part((f"a player's {short} are wild",), by_seat, private=True)
        return replace(part, public=public, own=own)

    def words(self) -> str:
        ranks = ", with every card of their ranks," if self.rank else ""
        ace = " An ace is beside the king and the deuce." if self.apart else ""
        return f"A player's {self._which()}{ranks} are wild for that player alone.{ace}"

    def _matched(self, player: PlayerCards) -> frozenset[Card]:
        """Return the cards that match, and so are wild for the player."""
        first = player.down if self.one_down else player.known
        second = player.up if self.one_down else player.known
        found = {card for one in first for other in second if self._match(one, other) for card in (one, other)}
        return all_of(*map(rank_of, found)) if self.rank else frozenset(found)

    def _match(self, one: Card, other: Card) -> bool:
        if one == other or not (has_rank(one) and has_rank(other)):
            return False
        if self.alike == "suit" and suit_of(one) != suit_of(other):
            return False
        if self.alike == "colour" and is_red(one) != is_red(other):
            return False
        return any(abs(low - high) == self.apart for low in _places(one) for high in _places(other))

    def _which(self) -> str:
        which = {0: "pairs", 1: "consecutive cards", 2: "cards two ranks apart"}[self.apart]
        which += f" of one {self.alike}" if self.alike else ""
        return which + (", one down and one up" if self.one_down else "")

    def _names(self, cards: frozenset[Card]) -> tuple[Noun, ...]:
        if self.rank:
            return tuple(RankName(rank, figure=False) for rank in sorted(set(map(rank_of, cards))))
        return tuple(the_card(card) for card in sorted(cards, key=rank_order))


def _places(card: Card) -> tuple[int, ...]:
    """Return the positions of a card in the order of ranks; an ace is at both ends."""
    rank = rank_of(card)
    return (rank, -1) if rank == ACE else (rank,)
