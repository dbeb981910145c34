"""Declaring, in words."""

from __future__ import annotations

from app.hand.steps.declare import Declared, Declares
from app.text import listing, sentence
from app.words.events import event
from app.words.prompts import Phrase, SealedWords, question
from app.words.speaker import Speaker

_SEALED = SealedWords(
    title="Declare",
    text="",
    answer="declaration",
    done="Declared",
    given=lambda action: f"You declared {sentence(action.word)}",
)


@question(Declares)
def _(asked: Declares, speaker: Speaker) -> Phrase:
    names = listing(asked.names, "or")
    if not asked.in_turn:
        return Phrase("Declaration", "Everyone declares", f"Declare: {names}", _SEALED)
    name = speaker.name(asked.seat)
    return Phrase("Declaration", f"{name} declares", f"Declare in turn, {name} first: {names}")


@event(Declared)
def _(declared: Declared, speaker: Speaker) -> str:
    who = (f"{speaker.listed(seats)} {name}" for name, seats in declared.by_name)
    return f"Declared: {speaker.joined(who)}"
