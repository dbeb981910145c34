"""The showdown, in words."""

from __future__ import annotations

from app.hand.steps.showdown import Mucks, ShowdownBegins, Shows, ShowsOrMucks
from app.text import count_word, sentence
from app.words.because import reason
from app.words.events import event
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(ShowsOrMucks)
def _(asked: ShowsOrMucks, speaker: Speaker) -> Phrase:
    does = "says which cards were set aside" if asked.shown else "shows, or mucks"
    return Phrase("Showdown", f"{speaker.name(asked.seat)} {does}")


@question(ShowdownBegins)
def _(asked: ShowdownBegins, speaker: Speaker) -> Phrase:
    text = f"{speaker.name(asked.seat)} shows first"
    if asked.surplus:
        cards = "a down card" if asked.surplus == 1 else f"{count_word(asked.surplus)} down cards"
        text = f"each discards {cards}, then {text}"
    return Phrase("Showdown", text, f"Showdown: {text}")


@event(Shows)
def _(shows: Shows, speaker: Speaker) -> str:
    if not shows.hands:
        return f"{speaker.name(shows.seat)} shows nothing that wins"
    wild = f", {speaker.nouns(shows.wild)} wild" if shows.wild else ""
    return f"{speaker.name(shows.seat)} shows {speaker.hands(shows.hands)}{wild}"


@event(Mucks)
def _(mucks: Mucks, speaker: Speaker) -> str:
    return sentence(reason(mucks.why, speaker))
