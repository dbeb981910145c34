"""Betting, bidding and paying, in words."""

from __future__ import annotations

from app.hand.steps.auction import AllBids
from app.hand.steps.bet import Opens
from app.words.announcements import event
from app.words.because import opener_reason
from app.words.speaker import Speaker


@event(Opens)
def _(opens: Opens, speaker: Speaker) -> str:
    why = opener_reason(opens.why, speaker)
    if opens.bring_in:
        verb = f"brings in {opens.bring_in}" if opens.why.all_in is None else f"brings in {opens.bring_in} or folds"
    else:
        verb = "leads and opens" if opens.why.leads and opens.why.all_in is None else "opens"
    return f"{speaker.name(opens.seat)} {verb}: {why}"


@event(AllBids)
def _(made: AllBids, speaker: Speaker) -> str:
    bids = (f"{speaker.name(seat)} {amount or 'nothing'}" for seat, amount in made.bids)
    return f"{'Every bidder pays' if made.paid else 'Bids'}: {speaker.joined(bids)}"
