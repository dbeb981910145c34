"""Dealing, in words."""

from __future__ import annotations

from app.hand.steps.deal import CardsDown, CommonCard, NextCard
from app.text import cards_word, count_word, sentence
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(NextCard)
def _(asked: NextCard, speaker: Speaker) -> Phrase:
    name = speaker.name(asked.seat)
    if asked.way == "down":
        return Phrase("{street}: deal", f"{name}'s card face down")
    if asked.way == "up" and asked.down:
        return Phrase("{street}: deal", f"{sentence(count_word(asked.down))} down each, then {name}'s up-card")
    if asked.way == "up":
        return Phrase("{street}: deal", f"{name}'s up-card")
    choice = "the next card up, or turn one up and take it down"
    return Phrase("{street}: deal", f"{name}: {choice}", f"{name} first: {choice}")


@question(CardsDown)
def _(asked: CardsDown, speaker: Speaker) -> Phrase:
    return Phrase("{street}: deal", f"Deal {cards_word(asked.count)} face down to each player")


@question(CommonCard)
def _(asked: CommonCard, speaker: Speaker) -> Phrase:
    return Phrase("{street}: deal", "One common card for everyone")
