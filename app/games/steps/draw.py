"""Throwing cards away, with or without new ones for them."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import Price, count_word, price_words, step_specs


@step_specs.add("discard")
@dataclass(frozen=True, slots=True)
class Discard:
    """Each player throws away down cards.

    ``count``: how many.
    ``keep_price``: what it costs to keep one of them; two are kept for twice that.
    """

    count: int = 1
    keep_price: Price = "free"

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError("count must be at least 1")

    @property
    def adds(self) -> int:
        """How many cards each player gets: none, and loses some."""
        return -self.count

    def words(self) -> str:
        cards = "one down card" if self.count == 1 else f"{count_word(self.count)} down cards"
        text = f"Each player discards {cards}."
        if self.keep_price != "free":
            text += f" Each card kept instead costs {price_words(self.keep_price)}."
        return text


@step_specs.add("draw")
@dataclass(frozen=True, slots=True)
class Draw:
    """In turn from the dealer's left, each player may replace cards, or stands pat.

    ``most``: how many cards may be replaced at most.
    ``ace_most``: the limit for a player who shows an ace; 0 for no difference.
    ``price``: what the draw costs (a twist).
    ``like_for_like``: an up-card is replaced face up, a down card face down; otherwise all come down.
    ``from_down``: only down cards may be thrown.
    ``shown``: the discards are turned face up.
    ``together``: all discard before anyone gets a card.
    ``take_down``: a player who throws an up-card may turn up a down card and take the new one down.
    ``stack``: the card thrown is the top card of the player's stack.
    """

    most: int = 3
    ace_most: int = 0
    price: Price = "free"
    like_for_like: bool = False
    from_down: bool = False
    shown: bool = False
    together: bool = False
    take_down: bool = False
    stack: bool = False

    def __post_init__(self) -> None:
        if self.most < 1 or (self.ace_most and self.ace_most <= self.most):
            raise ValueError("a draw is of at least one card, and more with an ace")

    @property
    def limit(self) -> int:
        """The most that anyone may replace."""
        return max(self.most, self.ace_most)

    @property
    def brings_up(self) -> bool:
        """Whether any of these cards may come to lie face up."""
        return self.like_for_like

    def words(self) -> str:
        if self.stack:
            return (
                "In turn from the dealer's left, each player may throw the top card of their stack away for a new one."
            )
        cards = f"up to {count_word(self.most)} cards" if self.most > 1 else "one card"
        if self.from_down:
            cards = cards.replace("card", "down card")
        text = f"In turn from the dealer's left, each player may replace {cards}"
        if self.ace_most:
            text += f" ({count_word(self.ace_most)} when showing an ace)"
        if self.price not in ("free", 0):
            text += f" for {price_words(self.price)}"
        text += "; up for up, down for down." if self.like_for_like else "."
        if self.take_down:
            text += " Who throws an up-card may turn up a down card and take the new one down."
        if self.shown:
            text += " The discards are turned face up."
        if self.together:
            text += " All discard before anyone gets a card."
        return text
