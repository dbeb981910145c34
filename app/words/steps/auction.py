"""Auctions, in words."""

from __future__ import annotations

from app.hand.betting.bidding import AuctionWon, Bids, BidsOpened, BidsPaid
from app.hand.steps.auction import KeepsOrGives, NamesRank, NobodyBid, OwnCard, TurnsTheFirstCard
from app.text import sentence
from app.words.because import reason
from app.words.events import event
from app.words.prompts import Phrase, SealedWords, question
from app.words.speaker import Speaker

_SEALED = SealedWords(
    title="Bid", answer="bid", done="Bid made", given=lambda action: f"You bid {action.amount or 'nothing'}"
)


@question(Bids)
def _(asked: Bids, speaker: Speaker) -> Phrase:
    lot = reason(asked.lot, speaker) if asked.lot is not None else ""
    to_name = asked.lot is not None and not asked.lot.cards
    what = "to name the wild card" if to_name else f"for {lot}"
    opened = f"{sentence(lot)} is up for auction"
    if asked.sealed:
        text, aloud = f"Everyone bids {what}, in secret", f"{opened}: everyone bids in secret"
        return Phrase("Sealed bids", text, aloud, _SEALED)
    name = speaker.name(asked.seat)
    high = f", {asked.high} bid so far" if asked.high else ""
    return Phrase("Auction", f"{name} bids {what}{high}", f"{opened}: {name} bids first")


@question(NamesRank)
def _(asked: NamesRank, speaker: Speaker) -> Phrase:
    text = f"{speaker.name(asked.seat)} names the wild rank"
    return Phrase("Auction", text, text)


@question(TurnsTheFirstCard)
def _(asked: TurnsTheFirstCard, speaker: Speaker) -> Phrase:
    return Phrase("{street}: auction", "Turn the first card up in the middle")


@question(KeepsOrGives)
def _(asked: KeepsOrGives, speaker: Speaker) -> Phrase:
    name = speaker.name(asked.seat)
    aloud = f"{name} keeps the {speaker.card(asked.card)} or gives it away"
    return Phrase("{street}: auction", f"{name} keeps the card or gives it", aloud)


@question(OwnCard)
def _(asked: OwnCard, speaker: Speaker) -> Phrase:
    return Phrase("{street}: auction", f"{speaker.name(asked.seat)}'s up-card")


@event(NobodyBid)
def _(nobody: NobodyBid, speaker: Speaker) -> str:
    if nobody.card is None:
        return "Nobody bid: nothing is wild"
    if nobody.seat is None:
        return f"Nobody bid: the {speaker.card(nobody.card)} is dead"
    return f"Nobody bid: the card goes to {speaker.name(nobody.seat)}"


@event(BidsOpened)
def _(opened: BidsOpened, speaker: Speaker) -> str:
    bids = (f"{speaker.name(seat)} {amount or 'nothing'}" for seat, amount in opened.bids)
    return f"Bids: {speaker.joined(bids)}"


@event(BidsPaid)
def _(paid: BidsPaid, speaker: Speaker) -> str:
    return f"Every bidder pays: {speaker.joined(f'{speaker.name(seat)} {amount}' for seat, amount in paid.bids)}"


@event(AuctionWon)
def _(won: AuctionWon, speaker: Speaker) -> str:
    why = ", first from the dealer's left" if won.tied else ""
    return f"{speaker.name(won.seat)} wins the auction for {won.amount}{why}"
