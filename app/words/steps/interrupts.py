"""What an up-card sets off, in words."""

from __future__ import annotations

from app.games.because import NO_REASON
from app.hand.steps.interrupts import (
    CentreCardDue,
    ExtraCardOffered,
    MadeToFold,
    MayTakeExtraCard,
    MustPayOrFold,
    PayOrFoldDue,
    RainedOut,
    RedealDue,
    Redeals,
    TurnsCentreCard,
)
from app.text import sentence
from app.words.because import reason
from app.words.events import event
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(MayTakeExtraCard)
def _(asked: MayTakeExtraCard, speaker: Speaker) -> Phrase:
    name = speaker.name(asked.seat)
    if not asked.bought:
        return Phrase("Extra card", f"{name}: an extra card {_cost(asked.price)}?")
    return Phrase("Extra card", f"{name}'s extra card" if asked.up else f"Deal {name}'s extra card face down")


@event(ExtraCardOffered)
def _(offered: ExtraCardOffered, speaker: Speaker) -> str:
    why = sentence(reason(offered.why, speaker))
    if offered.obstacle == "cannot pay":
        return f"{why}, but cannot pay {offered.price} for an extra card"
    if offered.obstacle:
        return f"{why}, but the deck has no card to spare"
    return f"{why} and may take an extra card {_cost(offered.price)}"


@question(MustPayOrFold)
def _(asked: MustPayOrFold, speaker: Speaker) -> Phrase:
    return Phrase("Pay or fold", f"{speaker.name(asked.seat)} must pay {asked.price} or fold")


@event(PayOrFoldDue)
def _(due: PayOrFoldDue, speaker: Speaker) -> str:
    why = sentence(reason(due.why, speaker))
    if not due.price:
        return f"{why}, but is all in and pays nothing"
    match = " to match the pot" if due.match else ""
    short = ", all that is left," if due.short else ""
    return f"{why} and must pay {due.price}{short}{match} or fold"


@question(TurnsCentreCard)
def _(asked: TurnsCentreCard, speaker: Speaker) -> Phrase:
    return Phrase("Centre card", "Turn one card up in the centre")


@event(CentreCardDue)
def _(due: CentreCardDue, speaker: Speaker) -> str:
    why = "" if due.why == NO_REASON else f"{reason(due.why, speaker)}: "
    return sentence(f"{why}turn one card up in the centre")


@question(Redeals)
def _(asked: Redeals, speaker: Speaker) -> Phrase:
    return Phrase("Redeal", f"Throw in and deal again: {reason(asked.why, speaker)}")


@event(RedealDue)
def _(due: RedealDue, speaker: Speaker) -> str:
    if due.seats:
        return f"Redeal: {reason(due.why, speaker)}. {due.pot} stays in the pot for {speaker.listed(due.seats)}"
    return (
        f"Redeal: {reason(due.why, speaker)}. The pot stays{', ' if speaker.aloud else '; '}those who folded stay out"
    )


@event(RainedOut)
def _(rained: RainedOut, speaker: Speaker) -> str:
    return f"{sentence(reason(rained.why, speaker))}. {rained.carried} carries over to the next hand"


@event(MadeToFold)
def _(folds: MadeToFold, speaker: Speaker) -> str:
    return f"{reason(folds.why, speaker)} and must fold"


def _cost(price: int) -> str:
    return f"for {price}" if price else "for nothing"
