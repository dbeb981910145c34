"""Declarations, partners, several hands and the showdown, in words."""

from __future__ import annotations

from app.hand.steps.contest import WinsContest
from app.hand.steps.declare import Declared
from app.hand.steps.hands import BuildsHands, SetAsideOutranks
from app.hand.steps.showdown import Shows
from app.text import count_word, listing
from app.words.announcements import event
from app.words.prompts import Phrase, question
from app.words.reasons import reasons_text
from app.words.speaker import Speaker


@event(Declared)
def _(declared: Declared, speaker: Speaker) -> str:
    who = (f"{speaker.listed(seats)} {name}" for name, seats in declared.by_name)
    return f"Declared: {speaker.joined(who)}"


@question(BuildsHands)
def _(asked: BuildsHands, speaker: Speaker) -> Phrase:
    spec, label, text = asked.spec, "{street}: turn up", f"{speaker.name(asked.seat)} turns up a card: to which hand?"
    if spec.each:
        return Phrase(label, text, "Everyone turns up the top card of each stack")
    several = spec.count > 1
    match spec.chosen:
        case "after a look":
            top = f"top {count_word(spec.count)} cards" if several else "top card"
            call = f"Everyone looks at their {top} and picks {_hands(spec.hands)}, then all turn up"
        case "once turned":
            top = f"{count_word(spec.count)} cards" if several else "the top card"
            call = f"Everyone turns up {top}, then picks {_hands(spec.hands)}{' for each' if several else ''}"
        case _:
            cards = f"{count_word(spec.count)} cards, each" if several else "a card"
            call = f"Everyone turns up {cards} for {_hands(spec.hands)}"
    return Phrase(label, text, call)


def _hands(hands: tuple[str, ...]) -> str:
    if not hands:
        return "a hand already started or a new one"
    few = len(hands) < 4
    return f"the {listing(hands, 'or')} hand" if few else f"one of {count_word(len(hands))} hands"


@event(WinsContest)
def _(wins: WinsContest, speaker: Speaker) -> str:
    text, why = f"{speaker.name(wins.seat)} wins {wins.amount}", reasons_text(wins.why, speaker)
    tied = [f"tied with {speaker.listed(wins.tied)}"] if wins.tied else []
    if wins.hand is None:
        return f"{text}: {', '.join([*tied, why])}"
    hand = f"{speaker.hand(wins.hand)}{' set aside' if wins.aside else ''}"
    return ", ".join([f"{text} with {hand}", *tied, *filter(None, [why])])


@event(SetAsideOutranks)
def _(outranks: SetAsideOutranks, speaker: Speaker) -> str:
    hands = f"{speaker.hand(outranks.aside)} over {speaker.hand(outranks.rest)}"
    return f"{speaker.name(outranks.seat)}'s cards set aside outrank the rest: {hands}"


@event(Shows)
def _(shows: Shows, speaker: Speaker) -> str:
    if not shows.hands:
        return f"{speaker.name(shows.seat)} shows nothing that wins"
    wild = f", {speaker.nouns(shows.wild)} wild" if shows.wild else ""
    return f"{speaker.name(shows.seat)} shows {speaker.hands(shows.hands)}{wild}"
