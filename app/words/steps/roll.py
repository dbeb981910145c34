"""Turning up cards, in words."""

from __future__ import annotations

from app.hand.steps.roll import AllTurnUp, TurnsUp
from app.text import count_word
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker

_WHO = {"pairs": "Every pair", "buyers": "Whoever paid for it", "others": "Whoever has not paid"}


@question(TurnsUp)
def _(asked: TurnsUp, speaker: Speaker) -> Phrase:
    name, verb = speaker.name(asked.seat), "may turn" if asked.optional else "turns"
    return Phrase("{street}: turn up", f"{name} {verb} up a card", f"{name} may turn up {_cards(asked.count)}")


@question(AllTurnUp)
def _(asked: AllTurnUp, speaker: Speaker) -> Phrase:
    cards = _cards(asked.count)
    if asked.seat is not None:
        who = f"Each with {count_word(asked.holding)} cards or more" if asked.holding else "Each"
        text = f"{who} in turn turns up {asked.which or cards}, {speaker.name(asked.seat)} first"
        return Phrase("{street}: turn up", text, text)
    who = _WHO.get(asked.who, "Everyone")
    if asked.holding:
        who = f"Everyone with {count_word(asked.holding)} cards or more"
    if asked.stack:
        cards = "the top card" if asked.count == 1 else f"the top {cards}"
    text = f"{who} turns up {asked.which or cards}"
    return Phrase("{street}: turn up", text, text)


def _cards(count: int) -> str:
    return f"{count_word(count)} cards" if count > 1 else "a card"
