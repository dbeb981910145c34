"""Up-cards of a rank that let their owner buy another, or cost them chips: Baseball's fours and threes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.cards.card import rank_word
from app.games.because import Because
from app.games.rules.trigger import Quiet, trigger_rules
from app.games.steps import Price, Spec, price_words
from app.games.steps.interrupts import OfferCard, PayOrFold
from app.games.table import Table, UpCard
from app.games.values import RankLetter, one_rank


@trigger_rules.add("extra-card")
@dataclass(frozen=True, slots=True)
class ExtraCard(Quiet):
    """Whoever is dealt (or turns) a card of a rank face up may take an extra card at once, at a price.

    ``rank``: the rank.
    ``price``: what the extra card costs.
    ``face``: whether it comes up or down.
    """

    rank: RankLetter
    price: Price = "small bet"
    face: Literal["up", "down"] = "up"

    def on_up(self, table: Table, up: UpCard) -> tuple[Spec, ...]:
        if up.seat is None or not up.is_rank(self.rank):
            return ()
        why = Because("rank up", up.seat, ranks=(one_rank(self.rank),))
        return (OfferCard(seat=up.seat, price=self.price, face=self.face, why=why),)

    def words(self) -> str:
        word = rank_word(one_rank(self.rank))
        cost = "for nothing" if self.price in (0, "free") else f"for {price_words(self.price)}"
        return f"A player with a new {word} face up may take an extra card at once {cost}; it comes face {self.face}."


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
        cost = "match the pot" if self.price == "pot" else f"pay {price_words(self.price)}"
        return f"A player with a new {word} face up must {cost}, or fold."
