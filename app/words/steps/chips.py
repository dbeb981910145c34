"""Betting, bidding and paying, in words."""

from __future__ import annotations

from app.hand.steps.auction import AllBids
from app.hand.steps.bet import Opens
from app.hand.steps.interrupts import PaymentDue
from app.words.announcements import event
from app.words.reasons import about, reason_sentence, reason_text
from app.words.speaker import Speaker


@event(Opens)
def _(opens: Opens, speaker: Speaker) -> str:
    verb = "leads and opens" if opens.why.kind == "takes the lead" else "opens"
    if opens.bring_in:
        verb = f"brings in {opens.bring_in}{' or folds' * (opens.why.seat != opens.seat)}"
    return f"{speaker.name(opens.seat)} {verb}: {reason_text(opens.why, speaker)}"


@event(AllBids)
def _(made: AllBids, speaker: Speaker) -> str:
    bids = (f"{speaker.name(seat)} {amount or 'nothing'}" for seat, amount in made.bids)
    return f"{'Every bidder pays' if made.paid else 'Bids'}: {speaker.joined(bids)}"


@event(PaymentDue)
def _(due: PaymentDue, speaker: Speaker) -> str:
    spec, match = due.spec, " to match the pot" if due.spec.price == "pot" else ""
    less = dict(due.less)
    if len(due.seats) > 1:
        text = f"{reason_sentence(spec.why, speaker)}: everyone still in pays {due.price}{match}"
        text += " or folds" if spec.may_fold else ""
        return "; ".join([text, *(_less(seat, amount, speaker) for seat, amount in due.less)])
    (seat,) = due.seats
    price = less.get(seat, due.price)
    if not price:
        return f"{about(spec.why, seat, speaker, ', but')} is all in and pays nothing"
    short = ", all they have left," if seat in less else ""
    or_fold = " or fold" if spec.may_fold else ""
    return f"{about(spec.why, seat, speaker, ' and')} must pay {price}{short}{match}{or_fold}"


def _less(seat: int, amount: int, speaker: Speaker) -> str:
    name = speaker.name(seat)
    return f"{name} pays {amount}, all they have left" if amount else f"{name} is all in and pays nothing"
