"""The up-card that follows a pair is wild: Follow the Pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.cards.card import has_rank, rank_of
from app.games.rules.wild import WildPart, wild_rules
from app.games.rules.wild.follow import awaited, followed, gone
from app.games.table import Table, UpCard


@wild_rules.add("follow-pair")
@dataclass(frozen=True, slots=True)
class FollowPair:
    """The next up-card after one that pairs another of the same player's is wild with its rank, replacing the last.

    ``third``: a third of the rank triggers again.
    ``wild_pairs``: a pair made with a wild card triggers too.
    """

    third: bool = False
    wild_pairs: bool = False

    follows_up_cards: ClassVar = True

    def wild(self, table: Table) -> WildPart:
        lead, follower, before = self._last(table)
        if lead is None:
            return WildPart()
        if follower is not None:
            return followed(follower, lead)
        return awaited(lead, before) if table.more_ups else gone("pair with the last up-card", lead, before)

    def leads(self, table: Table, up: UpCard) -> bool:
        """Return whether this up-card, the newest, made a pair that the next one follows."""
        return self._last(table)[0] is up

    def _last(self, table: Table) -> tuple[UpCard | None, UpCard | None, UpCard | None]:
        """Return the card that made the last pair, its follower, and the card that followed an earlier pair."""
        seen = [up for up in table.ups if has_rank(up.card)]
        lead: UpCard | None = None
        follower: UpCard | None = None
        earlier: UpCard | None = None
        for up in seen:
            # The card that only now becomes wild, by following, makes no pair with a wild card itself.
            before = follower
            if lead is not None and follower is None:
                follower = up
            if self._pairs(up, before):
                lead, follower, earlier = up, None, before
        return lead, follower, earlier

    def _pairs(self, up: UpCard, follower: UpCard | None) -> bool:
        """Return whether this up-card pairs one that lies beside it; one thrown away or turned down does not."""
        own = [rank_of(card) for card in up.beside if has_rank(card)]
        same = own.count(rank_of(up.card))
        if same == 1 or (same > 1 and self.third):
            return True
        wild = None if follower is None else rank_of(follower.card)
        return self.wild_pairs and bool(own) and wild is not None and (wild in own or rank_of(up.card) == wild)

    def words(self) -> str:
        text = (
            "When an up-card pairs another of the same player's, the next up-card, and all of its rank, is wild for "
            "everyone; a later pair cancels that. When no up-card follows a pair, nothing is wild."
        )
        text += " A third of the rank counts again." if self.third else " A third of the rank does not count again."
        return text + (" A pair made with a wild card counts." if self.wild_pairs else " Only natural pairs count.")
