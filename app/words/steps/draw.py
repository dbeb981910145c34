"""Drawing and twisting, in words."""

from __future__ import annotations

from app.hand.steps.draw import MayDraw, MayTwist, NewCards, TurnsDiscards
from app.text import cards_word, count_word
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(MayTwist)
def _(asked: MayTwist, speaker: Speaker) -> Phrase:
    name = speaker.name(asked.seat)
    return Phrase(
        "{street}: twist", f"{name}: a new card for {asked.price}?", f"{name} may take a new card for {asked.price}"
    )


@question(MayDraw)
def _(asked: MayDraw, speaker: Speaker) -> Phrase:
    name = speaker.name(asked.seat)
    if asked.paid:
        return Phrase("{street}: twist", f"{name} discards")
    if asked.stack:
        aloud = f"{name} may throw the top card away for a new one"
    else:
        kind = "down card" if asked.from_down else "card"
        cards = f"up to {count_word(asked.most)} {kind}s" if asked.most > 1 else f"a {kind}"
        ace = f", {count_word(asked.ace_most)} with an ace showing" if asked.ace_most else ""
        aloud = f"{name} may replace {cards}{ace}"
    return Phrase("{street}: draw", f"{name} draws, or stands pat", aloud)


@question(NewCards)
def _(asked: NewCards, speaker: Speaker) -> Phrase:
    label = "{street}: twist" if asked.twist else "{street}: draw"
    name = speaker.name(asked.seat)
    if asked.down:
        return Phrase(label, f"Deal {name} {cards_word(asked.down)} face down")
    return Phrase(label, f"{name}'s new up-card")


@question(TurnsDiscards)
def _(asked: TurnsDiscards, speaker: Speaker) -> Phrase:
    name = speaker.name(asked.seat)
    return Phrase("{street}: discards", f"{name} turns up a discard", f"{name} turns up the discards")
