"""Betting, in words."""

from __future__ import annotations

from app.hand.steps.bet import BringsIn, EitherBet, Leads, Opens, ToAct
from app.text import sentence
from app.words.because import reason
from app.words.events import event
from app.words.openers import opener_reason
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(ToAct)
def _(asked: ToAct, speaker: Speaker) -> Phrase:
    owed = f": {asked.owed} to call" if asked.owed else ""
    return Phrase("{street}: betting", f"{speaker.name(asked.seat)} to act{owed}")


@question(BringsIn)
def _(asked: BringsIn, speaker: Speaker) -> Phrase:
    return Phrase("{street}: betting", f"{speaker.name(asked.seat)} brings in {asked.amount}, or completes it")


@event(Opens)
def _(opens: Opens, speaker: Speaker) -> str:
    why = opener_reason(opens.why, speaker)
    if opens.bring_in:
        verb = f"brings in {opens.bring_in}"
    else:
        verb = "leads and opens" if opens.why.leads and opens.why.all_in is None else "opens"
    return f"{speaker.name(opens.seat)} {verb}: {why}"


@event(Leads)
def _(leads: Leads, speaker: Speaker) -> str:
    return f"{speaker.name(leads.seat)} leads: {opener_reason(leads.why, speaker)}"


@event(EitherBet)
def _(either: EitherBet, speaker: Speaker) -> str:
    return f"{sentence(reason(either.why, speaker))}: a bet may be {either.small} or {either.big} in this round"
