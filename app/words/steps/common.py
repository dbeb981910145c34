"""Cards in the middle, in words."""

from __future__ import annotations

from app.hand.steps.common import CardToTheMiddle
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(CardToTheMiddle)
def _(asked: CardToTheMiddle, speaker: Speaker) -> Phrase:
    return Phrase("{street}: deal", "A card to the middle")
