"""The draft, in words."""

from __future__ import annotations

from app.hand.steps.draft import MoreToTheMiddle, TakesACard
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(MoreToTheMiddle)
def _(asked: MoreToTheMiddle, speaker: Speaker) -> Phrase:
    cards = f"{asked.count} more cards" if asked.count > 1 else "One more card"
    return Phrase("{street}: draft", f"{cards} to the middle")


@question(TakesACard)
def _(asked: TakesACard, speaker: Speaker) -> Phrase:
    name = speaker.name(asked.seat)
    why = ["worst hand showing"] if asked.place == "first" else []
    if asked.tied:
        why += ["tied", "lower by suit" if asked.tied == "by suit" else "first to the dealer's left"]
    reason = f": {', '.join(why)}" if why else ""
    return Phrase("{street}: draft", f"{name} takes a card", f"{name} takes the {asked.place} card{reason}")
