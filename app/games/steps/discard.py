"""Throwing cards away for good."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import Price, Spec, price_words, step_specs
from app.games.values import Count
from app.text import count_word


@step_specs.add("discard")
@dataclass(frozen=True, slots=True)
class Discard(Spec):
    """Each player throws away down cards.

    ``count``: how many.
    ``keep_price``: what it costs to keep one of them; two are kept for twice that.
    """

    count: Count = 1
    keep_price: Price = "free"

    @property
    def adds(self) -> int:
        return -self.count

    def words(self) -> str:
        return self.words_for("player")

    def words_for(self, holder: str) -> str:
        cards = "one down card" if self.count == 1 else f"{count_word(self.count)} down cards"
        text = f"Each {holder} discards {cards}."
        if self.keep_price != "free":
            text += f" Each card kept instead costs {price_words(self.keep_price)}."
        return text
