"""Throwing cards away for new ones."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import PAYMENTS, Price, Spec, price_words, step_specs
from app.games.values import Count, Words
from app.text import count_word, sentence


@step_specs.add("draw")
@dataclass(frozen=True, slots=True)
class Draw(Spec):
    """In turn from the dealer's left, each player may replace cards, or stands pat.

    ``most``: how many cards may be replaced at most.
    ``ace_most``: the limit for a player who shows an ace; 0 for no difference.
    ``ace_kept``: the ace must be kept, where all can see what is.
    ``price``: what the draw costs (a twist).
    ``like_for_like``: an up-card is replaced face up, a down card face down; otherwise all come down.
    ``from_down``: only down cards may be thrown.
    ``shown``: when all have drawn, the discards are turned face up, in the same order.
    ``together``: all discard before anyone gets a card.
    ``take_down``: a player who throws an up-card may turn up a down card and take the new one down.
    ``stack``: the card thrown is the top card of the player's stack.
    ``keeps``: a card that may not be replaced, in words.
    """

    most: Count = 3
    ace_most: int = 0
    ace_kept: bool = False
    price: Price = "free"
    like_for_like: bool = False
    from_down: bool = False
    shown: bool = False
    together: bool = False
    take_down: bool = False
    stack: bool = False
    keeps: Words = ""

    def __post_init__(self) -> None:
        if self.ace_most and self.ace_most <= self.most:
            raise ValueError("ace_most must be more than most")

    @property
    def limit(self) -> int:
        return max(self.most, self.ace_most)

    @property
    def replaces(self) -> int:
        return self.limit

    @property
    def brings_up(self) -> bool:
        return self.like_for_like

    @property
    def leaves_open(self) -> tuple[str, ...]:
        return () if self.price in (0, "free") else PAYMENTS

    def words(self) -> str:
        return self.words_for("player")

    def words_for(self, holder: str) -> str:
        if self.stack:
            return (
                f"In turn from the dealer's left, each {holder} may throw the top card of their stack away for a new "
                "one."
            )
        card = "down card" if self.from_down else "card"
        cards = f"up to {count_word(self.most)} {card}s" if self.most > 1 else f"one {card}"
        text = f"In turn from the dealer's left, each {holder} may replace {cards}"
        if self.ace_most:
            how = "keeping" if self.ace_kept else "showing"
            text += f" ({count_word(self.ace_most)} when {how} an ace)"
        if self.price not in ("free", 0):
            text += f" for {price_words(self.price)}"
        text += "; up for up, down for down." if self.like_for_like else "."
        if self.take_down:
            text += " Who throws an up-card may turn up a down card and take the new one down."
        if self.keeps:
            text += f" {sentence(self.keeps)} stays."
        if self.shown:
            text += " When all have drawn, the discards are turned face up, in the same order."
        if self.together:
            text += " All discard before anyone gets a card."
        return text
