"""Turning cards one player after the other, in words."""

from __future__ import annotations

from app.hand.steps.race import OvertakenAndFolds, TurnedAllAndFolds, TurnsCards
from app.words.events import event
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(TurnsCards)
def _(asked: TurnsCards, speaker: Speaker) -> Phrase:
    text = f"{speaker.name(asked.seat)} turns up a card"
    if asked.to_beat is None:
        return Phrase("{street}: turn up", text, text)
    where = " in the middle" if asked.to_beat.in_middle else ""
    to_beat = f"{speaker.hand(asked.to_beat.hand)}{where}"
    return Phrase("{street}: turn up", text, f"{speaker.name(asked.seat)} turns cards to beat {to_beat}")


@event(OvertakenAndFolds)
def _(folds: OvertakenAndFolds, speaker: Speaker) -> str:
    return f"{speaker.name(folds.seat)} has every card up, is overtaken and folds"


@event(TurnedAllAndFolds)
def _(folds: TurnedAllAndFolds, speaker: Speaker) -> str:
    return f"{speaker.name(folds.seat)} has turned every card without leading and folds"
