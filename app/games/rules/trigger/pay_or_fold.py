"""An up-card that costs its owner chips: Baseball's three, where the table plays it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.cards.card import has_rank, rank_of, rank_word
from app.games.because import Because
from app.games.rules.trigger import Quiet, trigger_rules
from app.games.rules.wild.ranks import one_rank
from app.games.steps import Price, Spec, price_words
from app.games.steps.interrupts import PayOrFold
from app.games.table import Table, UpCard


@trigger_rules.add("pay-or-fold")
@dataclass(frozen=True, slots=True)
class PayForRank(Quiet):
    """Whoever is dealt (or turns) a card of a rank face up must pay a price, or fold.

    ``rank``: the rank.
    ``price``: what must be paid; ``pot`` matches the pot.
    """

    rank: str
    price: Price | Literal["pot"] = "pot"

    def __post_init__(self) -> None:
        one_rank(self.rank)

    def on_up(self, table: Table, up: UpCard) -> tuple[Spec, ...]:
        if up.seat is None or not has_rank(up.card) or rank_of(up.card) != one_rank(self.rank):
            return ()
        why = Because("rank up", up.seat, ranks=(rank_of(up.card),))
        return (PayOrFold(seat=up.seat, price=self.price, why=why),)

    def words(self) -> str:
        word = rank_word(one_rank(self.rank))
        price = self.price
        cost = "match the pot" if price == "pot" else f"pay {price_words(price)}"
        return f"A player with a new {word} face up must {cost}, or fold."
