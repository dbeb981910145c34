"""An up-card that costs its owner chips: Baseball's three, where the table plays it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.cards.card import rank_word
from app.games.because import Because
from app.games.rules.trigger import Quiet, trigger_rules
from app.games.steps import Price, Spec, price_words
from app.games.steps.interrupts import PayOrFold
from app.games.table import Table, UpCard
from app.games.values import RankLetter, one_rank


@trigger_rules.add("pay-or-fold")
@dataclass(frozen=True, slots=True)
class PayForRank(Quiet):
    """Whoever is dealt (or turns) a card of a rank face up must pay a price, or fold.

    ``rank``: the rank.
    ``price``: what must be paid; ``pot`` matches the pot.
    """

    rank: RankLetter
    price: Price | Literal["pot"] = "pot"

    def on_up(self, table: Table, up: UpCard) -> tuple[Spec, ...]:
        if up.seat is None or not up.is_rank(self.rank):
            return ()
        why = Because("rank up", up.seat, ranks=(one_rank(self.rank),))
        return (PayOrFold(seat=up.seat, price=self.price, why=why),)

    def words(self) -> str:
        word = rank_word(one_rank(self.rank))
        price = self.price
        cost = "match the pot" if price == "pot" else f"pay {price_words(price)}"
        return f"A player with a new {word} face up must {cost}, or fold."
