"""Chips that go into the pot: betting rounds, options for sale, auctions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from app.games.build import NOT_IN_FILES
from app.games.steps import PAYMENTS, Price, Spec, price_words, step_specs
from app.games.values import Words

#: The bet that a round is played at: the small or the big one, or that of the last round.
Tier = Literal["small", "big", "last"]


@step_specs.add("bet")
@dataclass(frozen=True, slots=True)
class Bet(Spec):
    """A betting round.

    ``opener``: who opens it; empty leaves that to the game and the house.
    ``tier``: which bet it is played at, whatever the house says; empty leaves that to the number of the round.
    ``bet_or_fold``: nobody may check.
    """

    opener: Literal[
        "",
        "high card",
        "low card brings in",
        "high card brings in",
        "high hand",
        "low hand",
        "left of dealer",
        "rotates",
    ] = ""
    tier: Literal["", Tier] = ""
    bet_or_fold: bool = False
    #: The player who opens, set by steps that bring betting rounds of their own.
    seat: int | None = field(default=None, metadata=NOT_IN_FILES)

    def words(self, holder: str = "player") -> str:
        return "Betting round."


@step_specs.add("buy")
@dataclass(frozen=True, slots=True)
class Buy(Spec):
    """In turn from the dealer's left, each player may buy something, at a price paid into the pot.

    ``key``: the name by which later steps ask who has bought it.
    ``what``: what is bought, as the end of the sentence "each player may pay the big bet ...".
    ``price``: what it costs.
    """

    key: Words
    what: Words
    price: Price = "big bet"

    leaves_open = PAYMENTS

    @property
    def sells(self) -> str:
        return self.key

    def words(self, holder: str = "player") -> str:
        price = price_words(self.price)
        return f"In turn from the dealer's left, each player may pay {price} {self.what}; it is not a bet."


@step_specs.add("auction-name")
@dataclass(frozen=True, slots=True)
class AuctionName(Spec):
    """An auction, from the dealer's left, each bid above the last; the winner pays and names the wild rank.

    When nobody bids, nothing is wild.

    ``once``: the bidding goes round once, with one bid for each player.
    ``cap``: the highest bid allowed, 0 for no limit.
    ``sealed``: all bid at the same time, in secret.
    ``pays``: who pays into the pot: the winner, or every bidder the last bid made.
    """

    once: bool = False
    cap: int = 0
    sealed: bool = False
    pays: Literal["winner", "every bidder"] = "winner"

    leaves_open = PAYMENTS

    def words(self, holder: str = "player") -> str:
        cap = f", at most {self.cap}" if self.cap else ""
        pays = "the winner pays the bid into the pot and names"
        if self.pays == "every bidder":
            pays = "every bidder pays their last bid into the pot, and the winner names"
        return (
            f"Players bid {_manner(self)}{cap}; {pays} the rank that is wild for the hand. "
            "When nobody bids nothing is wild."
        )


@step_specs.add("auction-card")
@dataclass(frozen=True, slots=True)
class AuctionCard(Spec):
    """The street's first card is turned up in the middle and bid for; the winner pays and keeps it or gives it away.

    The other players are then dealt one card each, face up. When nobody bids, the ruling ``unbid_card`` decides.

    ``once``: the bidding goes round once, with one bid for each player.
    ``sealed``: all bid at the same time, in secret.
    """

    once: bool = False
    sealed: bool = False

    leaves_open = (*PAYMENTS, "unbid_card")
    adds = 1
    starts_street = True
    brings_up = True

    def words(self, holder: str = "player") -> str:
        return (
            f"Turn one card up in the middle. Players bid for it {_manner(self)}; the winner pays the bid into the "
            "pot, and keeps the card or makes another player take it. The others are dealt one card face up each."
        )


def _manner(auction: AuctionName | AuctionCard) -> str:
    if auction.sealed:
        return "all at the same time and in secret, the first from the dealer's left winning among equals"
    rounds = "once round" if auction.once else "each above the last or out for good, until one is left"
    return f"from the dealer's left, {rounds}"
