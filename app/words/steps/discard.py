"""Discarding, in words."""

from __future__ import annotations

from app.hand.steps.discard import Discards
from app.text import cards_word, count_word
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(Discards)
def _(asked: Discards, speaker: Speaker) -> Phrase:
    label, cards = "{street}: discard", cards_word(asked.count)
    if asked.of_first:
        cards += f" of the first {asked.of_first} down"
    if asked.seat is not None:
        kept = f", or pays {asked.keep_price} to keep one" if asked.keep_price is not None else ""
        return Phrase(label, f"{speaker.name(asked.seat)} discards {cards}{kept}")
    who = "Every pair" if asked.teams else "Everyone"
    if asked.down_to is not None and not asked.of_first:
        some = f"all but {count_word(asked.down_to)} down card{'' if asked.down_to == 1 else 's'}"
        which = some if asked.down_to else "all down cards"
        return Phrase(label, f"Everyone discards {which}", f"{who} discards {which}")
    down = f"{count_word(asked.count)} down cards" if asked.count > 1 else "a down card"
    if asked.of_first:
        down = f"{count_word(asked.count)} of the first {count_word(asked.of_first)} down cards"
    kept = f", or pays {asked.keep_price} for each one kept" if asked.keep_price is not None else ""
    return Phrase(label, f"Everyone discards {cards}", f"{who} discards {down}{kept}")
