"""What happens when an awaited up-card never came, or came last: two house rules of Follow the Queen."""

from __future__ import annotations

from dataclasses import dataclass

from app.cards.card import rank_word
from app.games.because import Because
from app.games.rules.trigger import Quiet, trigger_rules
from app.games.steps import Spec
from app.games.steps.interrupts import CentreCard, Redeal
from app.games.table import Table
from app.games.values import RankLetter, one_rank


@trigger_rules.add("redeal-without")
@dataclass(frozen=True, slots=True)
class RedealWithout(Quiet):
    """When no card of a rank was dealt face up, nobody wins: a new deal for the same pot among those still in.

    ``rank``: the rank.
    """

    rank: RankLetter

    def before_showdown(self, table: Table) -> tuple[Spec, ...]:
        if any(up.is_rank(self.rank) for up in table.ups):
            return ()
        return (Redeal(why=Because("no rank up", ranks=(one_rank(self.rank),))),)

    def words(self) -> str:
        word = rank_word(one_rank(self.rank))
        return (
            f"When no {word} was dealt face up there is no showdown: those still in play a new deal for the same pot."
        )


@trigger_rules.add("card-after-last")
@dataclass(frozen=True, slots=True)
class CardAfterLast(Quiet):
    """When the last up-card of all is of a rank, one more card is turned up in the centre, for nobody.

    ``rank``: the rank.
    """

    rank: RankLetter

    def on_dealt(self, table: Table) -> tuple[Spec, ...]:
        if table.more_ups or not table.ups:
            return ()
        last = table.ups[-1]
        # A card in the centre has followed already; a common card is an up-card like any other.
        centre = last.seat is None and last.card not in table.common
        if centre or not last.is_rank(self.rank):
            return ()
        return (CentreCard(why=Because("last up-card is", ranks=(one_rank(self.rank),))),)

    def words(self) -> str:
        word = rank_word(one_rank(self.rank))
        return (
            f"When the very last up-card is a {word}, one more card is turned up for nobody, and its rank is wild, "
            f"unless that is a {word} too."
        )
