"""Auctions: for the right to name the wild rank, and for a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.games.steps import PAYMENTS, Spec, step_specs


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

    def words(self) -> str:
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

    def words(self) -> str:
        return (
            f"Turn one card up in the middle. Players bid for it {_manner(self)}; the winner pays the bid into the "
            "pot, and keeps the card or makes another player take it. The others are dealt one card face up each."
        )


def _manner(auction: AuctionName | AuctionCard) -> str:
    if auction.sealed:
        return "all at the same time and in secret, the first from the dealer's left winning among equals"
    rounds = "once round" if auction.once else "each above the last or out for good, until one is left"
    return f"from the dealer's left, {rounds}"
