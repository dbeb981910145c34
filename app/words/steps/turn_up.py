"""Turning up all cards, in words."""

from __future__ import annotations

from app.hand.steps.turn_up import AllCardsUp
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(AllCardsUp)
def _(asked: AllCardsUp, speaker: Speaker) -> Phrase:
    text = f"{speaker.name(asked.seat)} turns all cards up"
    return Phrase("{street}: turn up", text, "Everyone turns all their cards up")
