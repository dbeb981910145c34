"""Cards set aside, in words."""

from __future__ import annotations

from app.hand.setting_aside import SetAsideOutranks
from app.hand.steps.setting import (
    AloneIn,
    AntesAgain,
    CouldNotMatch,
    MatchesPot,
    SetsAside,
    ShowsSetAside,
    WinsWithSetAside,
)
from app.text import cards_word, count_word
from app.words.because import reasons
from app.words.events import event
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(SetsAside)
def _(asked: SetsAside, speaker: Speaker) -> Phrase:
    return Phrase(
        "Two hands",
        f"Everyone sets {cards_word(asked.count)} aside",
        f"Everyone sets {count_word(asked.count)} cards aside as a second hand",
    )


@question(ShowsSetAside)
def _(asked: ShowsSetAside, speaker: Speaker) -> Phrase:
    return Phrase(
        "Playing for the pot",
        f"{speaker.name(asked.seat)} shows the cards set aside",
        "Whoever is in shows the cards set aside",
    )


@question(AloneIn)
def _(asked: AloneIn, speaker: Speaker) -> Phrase:
    name = speaker.name(asked.seat)
    return Phrase(
        "Playing for the pot", f"{name} alone is in and takes the pot", f"{name} alone is in: no cards to show"
    )


@event(WinsWithSetAside)
def _(wins: WinsWithSetAside, speaker: Speaker) -> str:
    text = f"{speaker.name(wins.seat)} wins {wins.amount}"
    if wins.hand is None:
        return f"{text}: nobody else is in"
    tied = f", tied with {speaker.listed(wins.tied)}" if wins.tied else ""
    why = f", {reasons(wins.why, speaker)}" if wins.why else ""
    return f"{text} with {speaker.hand(wins.hand)} set aside{tied}{why}"


@event(SetAsideOutranks)
def _(outranks: SetAsideOutranks, speaker: Speaker) -> str:
    hands = f"{speaker.hand(outranks.apart)} over {speaker.hand(outranks.rest)}"
    return f"{speaker.name(outranks.seat)}'s cards set aside outrank the rest: {hands}"


@event(CouldNotMatch)
def _(without: CouldNotMatch, speaker: Speaker) -> str:
    return f"{speaker.name(without.seat)} could match none of the pot and wins nothing"


@event(MatchesPot)
def _(matches: MatchesPot, speaker: Speaker) -> str:
    short = ", all in" if matches.short else ""
    return f"{speaker.name(matches.seat)} matches the pot: {matches.amount}{short}"


@event(AntesAgain)
def _(antes: AntesAgain, speaker: Speaker) -> str:
    return speaker.joined(("Everyone antes again", "the cards set aside are thrown away"))
