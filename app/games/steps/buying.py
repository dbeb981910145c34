"""Buying an option, bidding for the right to name, bidding for a card, choosing from cards laid out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.games.steps import Price, price_words, step_specs


@step_specs.add("buy")
@dataclass(frozen=True, slots=True)
class Buy:
    """In turn from the dealer's left, each player may buy something, at a price paid into the pot.

    ``key``: the name by which later steps ask who has bought it.
    ``what``: what is bought, as the end of the sentence "each player may pay the big bet ...".
    ``price``: what it costs.
    """

    key: str
    what: str
    price: Price = "big bet"

    def words(self) -> str:
        return f"In turn from the dealer's left, each player may pay {price_words(self.price)} {self.what}."


@step_specs.add("auction-name")
@dataclass(frozen=True, slots=True)
class AuctionName:
    """An auction, from the dealer's left, each bid above the last; the winner pays and names the wild rank.

    When nobody bids, nothing is wild.

    ``once``: the bidding goes round once, with one bid for each player.
    ``cap``: the highest bid allowed, 0 for no limit.
    ``sealed``: all bid at the same time, in secret.
    """

    once: bool = False
    cap: int = 0
    sealed: bool = False

    def words(self) -> str:
        cap = f", at most {self.cap}" if self.cap else ""
        return (
            f"Players bid {_manner(self)}{cap}; the winner pays the bid into the pot and names the "
            "rank that is wild for the hand. When nobody bids nothing is wild."
        )


@step_specs.add("auction-card")
@dataclass(frozen=True, slots=True)
class AuctionCard:
    """The street's first card is turned up in the middle and bid for; the winner pays and keeps it or gives it away.

    The other players are then dealt one card each, face up. When nobody bids, the card goes to the first player in
    turn.

    ``once``: the bidding goes round once, with one bid for each player.
    ``sealed``: all bid at the same time, in secret.
    """

    once: bool = False
    sealed: bool = False

    adds: ClassVar[int] = 1
    brings_up: ClassVar[bool] = True

    def words(self) -> str:
        return (
            f"Turn one card up in the middle. Players bid for it {_manner(self)}; the winner pays the "
            "pot and keeps the card or makes another player take it. The others are dealt one card face up each."
        )


def _manner(auction: AuctionName | AuctionCard) -> str:
    if auction.sealed:
        return "all at the same time and in secret, the first from the dealer's left winning among equals"
    rounds = "once round" if auction.once else "each above the last or out for good, until one is left"
    return f"from the dealer's left, {rounds}"


@step_specs.add("draft")
@dataclass(frozen=True, slots=True)
class Draft:
    """As many cards as players are turned up in the middle; the worst hand showing takes the first, and so on up."""

    adds: ClassVar[int] = 1
    brings_up: ClassVar[bool] = True

    def words(self) -> str:
        return (
            "Turn one card up in the middle for each player. The worst hand showing takes one of them, "
            "then the next worst, until the best takes the last."
        )
