"""What the table does by itself, in the words of the rule sheet."""

from __future__ import annotations

from app.hand.steps.physical import Does
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(Does)
def _(asked: Does, speaker: Speaker) -> Phrase:
    return Phrase("{street}", asked.what, asked.what)
