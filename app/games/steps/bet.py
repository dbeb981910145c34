"""Steps in which chips go into the pot: betting rounds, purchases, auctions."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from app.dataclass import dataclass
from app.games.build import NOT_IN_FILES
from app.games.house import FirstOpener, LaterOpener
from app.games.steps import FREE, PAYMENTS, Price, Spec, price_text, step_specs
from app.games.values import LeastHand, Words
from app.ranking.words import least_hand
from app.text import listing, sentence

#: The bet that a round is played at: the small or the big one, or the last round's.
Tier = Literal["small", "big", "last"]


@step_specs.add("bet")
@dataclass(frozen=True, slots=True)
class Bet(Spec):
    """A betting round.

    ``opener``: who opens the round; empty leaves it to the game and the house.
    ``tier``: which bet the round is played at, whatever the house says; empty goes by the number of the round.
    ``needs``: the lowest hand that may open, such as ``pair of jacks``; empty for any. With several, each deal that
    nobody opens moves on to the next.
    ``then``: what is needed once the list is used up: the last hand again, or back down the list and up again.
    ``passed``: what happens if nobody bets; empty plays on. If the ``low hand wins``, the round begins again, any hand
    may open it, and the lowest hand takes the pot.
    ``bet_or_fold``: nobody may check.
    ``opener_must``: what the first player to act must do, ``bet`` or ``bet or fold``; empty for the usual choice.
    ``if_drawn``: the round is only played if somebody replaced a card in the draw before it.
    """

    opener: Literal["", FirstOpener, LaterOpener, "who opened", "who bet last"] = ""
    tier: Literal["", Tier] = ""
    needs: tuple[LeastHand, ...] = ()
    then: Literal["the last again", "back down"] = "the last again"
    passed: Literal["", "ante and deal again", "deal again", "next hand", "low hand wins"] = ""
    bet_or_fold: bool = False
    opener_must: Literal["", "bet", "bet or fold"] = ""
    if_drawn: bool = False
    #: The seat that opens a round brought by another step: the player in the lead or, with an ``opener``, the one the
    #: table names.
    seat: int | None = field(default=None, metadata=NOT_IN_FILES)

    may_repeat = True
    openers = 1
    players_leave = True

    def __post_init__(self) -> None:
        if self.opener_must and (self.needs or self.passed):
            raise ValueError("opener_must goes with neither needs nor passed")

    @property
    def leaves_open(self) -> tuple[str, ...]:
        return ("low_kind",) if self.passed == "low hand wins" else ()

    @property
    def conditions(self) -> str:
        """The conditions for opening and what happens if nobody opens, in sentences; empty for a usual round."""
        lines, needs = [], tuple(map(least_hand, self.needs))
        if self.opener_must:
            lines.append(f"The first player to act must {self.opener_must}.")
        if self.if_drawn:
            lines.append("There is no bet when nobody has drawn.")
        if needs:
            lines.append(f"{sentence(needs[0])} or better is needed to open, and whoever opens must show it.")
        if self.passed:
            lines.append(f"When nobody {'opens' if needs else 'bets'}, {_PASSED[self.passed]}.")
        if needs[1:] and self.passed:
            lines.append(_THEN[self.then].format(listing(needs[1:], "and then")))
        return " ".join(lines)


_PASSED = {
    "ante and deal again": "everyone antes again and is dealt a new hand",
    "deal again": "everyone is dealt a new hand for the same pot",
    "next hand": "the hand is over and the pot stays for the next one",
    "low hand wins": "the lowest hand wins instead, and the round begins again: now any hand may open it",
}

_THEN = {
    "the last again": "Each time all pass, openers rise to {}, and stay there.",
    "back down": "Each time all pass, openers rise to {}; then they go back down, and up again.",
}


@step_specs.add("buy")
@dataclass(frozen=True, slots=True)
class Buy(Spec):
    """In turn from the dealer's left, each player may buy something; the price goes into the pot.

    ``key``: the name by which later steps refer to the buyers.
    ``what``: what is bought, as the end of the sentence "each player may pay the big bet ...".
    ``price``: what it costs.
    """

    key: Words
    what: Words
    price: Price = "big bet"

    def words(self, holder: str = "player") -> str:
        if self.price in FREE:
            return f"In turn from the dealer's left, each player may ask {self.what}."
        price = price_text(self.price)
        return f"In turn from the dealer's left, each player may pay {price} {self.what}; it is not a bet."


@step_specs.add("auction-name")
@dataclass(frozen=True, slots=True)
class AuctionName(Spec):
    """An auction from the dealer's left, each bid above the last; the winner pays and names the wild rank.

    If nobody bids, nothing is wild.

    ``once``: the bidding goes around once, with one bid per player.
    ``cap``: the highest bid allowed; 0 for no limit.
    ``sealed``: everyone bids at the same time, in secret.
    ``pays``: who pays into the pot: the winner, or every bidder (their last bid).
    """

    once: bool = False
    cap: int = 0
    sealed: bool = False
    pays: Literal["winner", "every bidder"] = "winner"

    leaves_open = PAYMENTS

    def words(self, holder: str = "player") -> str:
        cap = f"up to {self.cap} " if self.cap else ""
        pays = "the winner pays the bid into the pot and names"
        if self.pays == "every bidder":
            pays = "every bidder pays their last bid into the pot, and the winner names"
        return (
            f"Players bid {cap}{_manner(self)}; {pays} the rank that is wild for the hand. "
            "When nobody bids, nothing is wild."
        )


@step_specs.add("auction-card")
@dataclass(frozen=True, slots=True)
class AuctionCard(Spec):
    """The street's first card is turned up in the middle and auctioned; the winner pays and keeps it or gives it away.

    The other players are then dealt one card each, face up. If nobody bids, the ruling ``unbid_card`` decides.

    ``once``: the bidding goes around once, with one bid per player.
    ``sealed``: everyone bids at the same time, in secret.
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
            f"pot, and keeps the card or makes another {holder} take it. The others are dealt one card face up each."
        )


def _manner(auction: AuctionName | AuctionCard) -> str:
    if auction.sealed:
        return "at the same time and in secret (of equal bids, the first from the dealer's left wins)"
    rounds = (
        "once round, each above the last" if auction.once else "each above the last or out for good, until one is left"
    )
    return f"from the dealer's left, {rounds}"
