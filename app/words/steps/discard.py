"""Discarding, in words."""

from __future__ import annotations

from app.hand.steps.discard import Discards
from app.text import cards_word, count_word
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(Discards)
def _(asked: Discards, speaker: Speaker) -> Phrase:
    label, cards = "{street}: discard", cards_word(asked.count)
    if asked.seat is not None:
        kept = f", or pays {asked.keep_price} to keep one" if asked.keep_price is not None else ""
        return Phrase(label, f"{speaker.name(asked.seat)} discards {cards}{kept}")
    who = "Every pair" if asked.teams else "Everyone"
    down = f"{count_word(asked.count)} down cards" if asked.count > 1 else "a down card"
    kept = f", or pays {asked.keep_price} for each one kept" if asked.keep_price is not None else ""
    return Phrase(label, f"Everyone discards {cards}", f"{who} discards {down}{kept}")
