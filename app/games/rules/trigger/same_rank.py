"""Up-cards of the same rank as a card in the layout: the kill card of Mexican Sweat."""

from __future__ import annotations

from app.cards.card import has_rank, rank_of
from app.dataclass import dataclass
from app.games.because import Because
from app.games.layout import Laid, place_words
from app.games.rules.trigger import Trigger, trigger_rules
from app.games.steps import Spec
from app.games.steps.interrupts import MustFold
from app.games.table import Table, UpCard
from app.games.values import PlaceNames


@trigger_rules.add("same-rank")
@dataclass(frozen=True, slots=True)
class SameRank(Trigger):
    """A player who gets a card face up of the same rank as one in the layout must fold.

    ``place``: the place of the card in the layout.
    """

    place: PlaceNames

    @property
    def players_leave(self) -> bool:
        return True

    def on_up(self, table: Table, up: UpCard) -> tuple[Spec, ...]:
        card = table.recall(Laid).cards.get(self.place)
        if card is None or up.seat is None or not (has_rank(card) and has_rank(up.card)):
            return ()
        rank = rank_of(up.card)
        return (MustFold(up.seat, Because("rank up", up.seat, ranks=(rank,))),) if rank == rank_of(card) else ()

    def words(self) -> str:
        return f"A player who gets a card face up of the rank of the {place_words(self.place)} card must fold."
