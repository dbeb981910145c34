"""Throwing cards away for good."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import PAYMENTS, Price, Spec, price_words, step_specs
from app.games.values import Count
from app.text import count_word


@step_specs.add("discard")
@dataclass(frozen=True, slots=True)
class Discard(Spec):
    """Each player throws away down cards.

    ``count``: how many.
    ``keep_price``: what it costs to keep one of them; two are kept for twice that.
    ``down_to``: each throws away as many as leave this many down cards, whatever ``count`` says.
    ``of_first``: only of the down cards received first, so many of them; 0 for any. ``down_to`` counts these alone.
    """

    count: Count = 1
    keep_price: Price = "free"
    down_to: int | None = None
    of_first: int = 0

    @property
    def adds(self) -> int:
        # Nobody is sure to have more down cards than may be left.
        return -self.count if self.down_to is None else 0

    @property
    def leaves_open(self) -> tuple[str, ...]:
        return () if self.keep_price in (0, "free") else PAYMENTS

    def words(self) -> str:
        return self.words_for("player")

    def words_for(self, holder: str) -> str:
        cards = "one down card" if self.count == 1 else f"{count_word(self.count)} down cards"
        if self.of_first:
            cards = f"{count_word(self.count)} of the first {count_word(self.of_first)} down cards"
        text = f"Each {holder} discards {cards}."
        if self.of_first and self.down_to is not None:
            text += " Whoever has replaced one of them by then throws one fewer."
        elif self.down_to is not None:
            left = "one is" if self.down_to == 1 else f"{count_word(self.down_to)} are"
            text = f"Each {holder} discards down cards until {left} left." if self.down_to else "All down cards go."
        if self.keep_price != "free":
            text += f" Each card kept instead costs {price_words(self.keep_price)}."
        return text
