"""Auctions: for the right to name the wild rank, and for a card."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.steps import Spec, step_specs


@step_specs.add("auction-name")
@dataclass(frozen=True, slots=True)
class AuctionName(Spec):
    """An auction, from the dealer's left, each bid above the last; the winner pays and names the wild rank.

    ``once``: one bid each and no more. ``sealed``: all bid at the same time, in secret. ``cap``: the highest bid
    allowed, 0 for none. Nobody bids: nothing is wild.
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
class AuctionCard(Spec):
    """The street's first card is turned in the middle and bid for; the winner pays and keeps it or gives it away.

    The other players are then dealt one card each, face up. Nobody bids: it goes to the first player in turn.
    ``once`` and ``sealed`` are as in an auction for naming.
    """

    once: bool = False
    sealed: bool = False

    @property
    def adds(self) -> int:
        return 1

    @property
    def starts_street(self) -> bool:
        return True

    @property
    def brings_up(self) -> bool:
        return True

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
