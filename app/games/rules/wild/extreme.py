"""Wild ranks set by the lowest, highest or last card in the middle or of a player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from app.cards.card import ACE, UNSEEN, Card, rank_above, ranks_of
from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.games.rules.wild import RankName, WildPart, WildRule, own_ranks_part, ranks_part, wild_rules
from app.games.table import PlayerCards, Table
from app.games.values import ShareName
from app.text import sentence

#: How many ranks above the card the wild rank is.
_STEPS_UP = {"its own": 0, "the next higher": 1, "the next lower": -1}
#: The name of one of the cards.
_CARD = {"common": "common card", "up": "up-card", "hole": "hole card", "hand": "card"}


@wild_rules.add("extreme")
@dataclass(frozen=True, slots=True)
class Extreme(WildRule):
    """The lowest, highest or last of certain cards makes its rank, or an adjacent one, wild.

    ``of``: the common cards, for everyone; or each player's up-cards, hole cards or whole hand, for that player alone.
    ``end``: which of these cards counts; in a whole hand, the lowest or the highest.
    ``ace``: whether an ace is high or low among them.
    ``rank``: which rank is wild; above an ace is the deuce, below it the king.
    ``only``: the name of the one share in which a player's cards make it wild; empty for all.
    """

    of: Literal["common", "up", "hole", "hand"] = "common"
    end: Literal["lowest", "highest", "last"] = "lowest"
    ace: Literal["high", "low"] = "high"
    rank: Literal["its own", "the next higher", "the next lower"] = "its own"
    only: ShareName = ""

    def __post_init__(self) -> None:
        if self.of == "hand" and self.end == "last":
            raise ValueError("the last card is the last one in the hole, or the last up-card")
        if self.of == "common" and self.only:
            raise ValueError("a common card makes its rank wild for every share")

    @property
    def follows_up_cards(self) -> bool:
        return not self.private

    @property
    def private(self) -> bool:
        return self.of in ("hole", "hand")

    def wild(self, table: Table) -> WildPart:
        if self.of != "common":
            found = {seat: self._rank(self._cards(player)) for seat, player in enumerate(table.seats)}
            ranks = {seat: rank for seat, rank in found.items() if rank is not None}
            return own_ranks_part((self._clause(),), ranks, only=self.only, private=self.private)
        now, before = self._rank(table.common), self._rank(table.common[:-1])
        if now is None:
            return WildPart()
        reason = Reason("said by the rule", word=f"the {self.end} common card")
        part = ranks_part([now], reason=reason)
        assert part.news is not None
        over = () if before in (None, now) else (RankName(before, figure=False),)
        return replace(part, news=replace(part.news, over=over))

    def _cards(self, player: PlayerCards) -> tuple[Card, ...]:
        """Return the cards of a player that count; none if one of them is unseen."""
        cards = {"up": player.up, "hole": player.down}.get(self.of, player.up + player.down)
        return () if UNSEEN in cards else cards

    def _rank(self, cards: Iterable[Card]) -> int | None:
        """Return the rank that these cards make wild; None if none of them has a rank."""
        ranks = ranks_of(cards)
        return self.made_wild(ranks) if ranks else None

    def made_wild(self, ranks: Sequence[int]) -> int:
        """Return the rank that cards of these ranks make wild."""
        if self.end == "last":
            return rank_above(ranks[-1], _STEPS_UP[self.rank])
        pick = min if self.end == "lowest" else max
        found = pick(ranks, key=lambda rank: -1 if rank == ACE and self.ace == "low" else rank)
        return rank_above(found, _STEPS_UP[self.rank])

    def _clause(self) -> str:
        end = {"lowest": "low", "highest": "high"}.get(self.end, self.end) if self.of == "hole" else self.end
        which = f"each player's {end} {_CARD[self.of]}"
        where = f" in the {self.only} hand" if self.only else ""
        return f"{which if self.rank == 'its own' else f'the rank {self._beside()} {which}'} is wild{where}"

    def _beside(self) -> str:
        return "above" if self.rank == "the next higher" else "below"

    def words(self) -> str:
        whose, whom = ("the", "everyone") if self.of == "common" else ("each player's", "that player alone")
        which = f"{whose} {self.end} {_CARD[self.of]}"
        where = f" in the {self.only} hand only" if self.only else ""
        if self.rank == "its own":
            text = f"{which}, and every card of its rank, is wild for {whom}{where}."
        else:
            text = f"every card of the rank {self._beside()} {which} is wild for {whom}{where}."
        return sentence(text) + (f" An ace is {self.ace}." if self.end != "last" else "")
