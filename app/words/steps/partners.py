"""Picking partners, in words."""

from __future__ import annotations

from app.hand.steps.partners import Paired, PicksPartner
from app.words.events import event
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(PicksPartner)
def _(asked: PicksPartner, speaker: Speaker) -> Phrase:
    text = f"{speaker.name(asked.seat)} picks a partner"
    why = f": {speaker.hand(asked.hand)} showing" if asked.hand else ""
    return Phrase("Partners", text, f"{text}{why}")


@event(Paired)
def _(paired: Paired, speaker: Speaker) -> str:
    return f"{speaker.listed(paired.seats)} are partners"
