"""The last announcements, as a dealer would say them: in the line, to screen readers, aloud."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.hand.ask import PlainQuestion, Question
from app.hand.event import Asked, CannotPay, Event
from app.hand.result import Result
from app.hand.steps.bet import EitherBet, Opens
from app.hand.steps.interrupts import (
    CentreCardDue,
    ExtraCardOffered,
    MayTakeExtraCard,
    MustPay,
    PaymentDue,
    RedealDue,
    Redeals,
)
from app.hand.view import View
from app.text import sentence
from app.words.because import reason, reasons
from app.words.events import event_text
from app.words.speaker import Speaker
from app.words.wild import wild_line


@dataclass(frozen=True, slots=True)
class Sentence:
    """Something announced: as it is read, and as a voice says it.

    ``over``: it was true when it was said, and is no more. ``repeats``: the wild line says it too.
    """

    text: str
    spoken: str
    over: bool = False
    repeats: bool = False


def announcements(events: Iterable[Event], speaker: Speaker) -> tuple[str, ...]:
    """Return what is said of several events, a sentence each; players of whom the same is true are named in one."""
    return tuple(dict.fromkeys(event_text(happened, speaker) for happened in _together(events)))


def said_last(view: View) -> tuple[Sentence, ...]:
    """Return what the last action that announced anything made the table hear; at the end, what to push to whom."""
    speaker, voice = Speaker(view.names), Speaker(view.names, aloud=True)
    if view.settlement is not None:
        return tuple(map(Sentence, _pushes(view.settlement, speaker), _pushes(view.settlement, voice)))
    last = view.announcements[-1].after if view.announcements else 0
    wild = wild_line(view.wild, view.next_up_wild, speaker)
    sentences: dict[str, Sentence] = {}
    for happened in _together(made.event for made in view.announcements if made.after == last):
        text = event_text(happened, speaker)
        over = view.count > last and not still_stands(happened, view)
        sentences.setdefault(text, Sentence(text, event_text(happened, voice), over, repeats=text == wild))
    return tuple(sentences.values())


def _pushes(settlement: Result, speaker: Speaker) -> tuple[str, ...]:
    sentences = []
    for seat, amount in settlement.pushes:
        hands = dict.fromkeys(award.hand for award in settlement.awards if award.seat == seat and award.hand)
        named = f": {speaker.joined(map(speaker.hand, hands))}" if hands else ""
        sentences.append(f"Push {amount} to {speaker.name(seat)}{named}")
    if settlement.carried:
        why = f": {reasons(settlement.carried_why, speaker)}" if settlement.carried_why else ""
        sentences.append(f"{settlement.carried} stays in the pot for the next hand{why}")
    # Which declarations failed stands beside the settlement; the line has room for the chips alone.
    notes = [sentence(reason(note, speaker)) for note in settlement.notes]
    if not sentences:
        sentences = notes
    elif speaker.aloud and notes:
        sentences[-1] = ". ".join((sentences[-1], *notes))
    why = f": {reason(settlement.why, speaker)}" if settlement.why else ""
    return tuple(map(sentence, sentences)) or (f"No chips to push{why}",)


def _together(events: Iterable[Event]) -> list[Event]:
    """Return the events with all who cannot pay the same price for the same thing in one of them."""
    merged: list[Event] = []
    for happened in events:
        at = next((at for at, earlier in enumerate(merged) if _same_price(earlier, happened)), None)
        earlier = merged[at] if at is not None else None
        if at is not None and isinstance(earlier, CannotPay) and isinstance(happened, CannotPay):
            merged[at] = replace(earlier, seats=tuple(dict.fromkeys((*earlier.seats, *happened.seats))))
        else:
            merged.append(happened)
    return merged


def _same_price(earlier: Event, later: Event) -> bool:
    if not isinstance(earlier, CannotPay) or not isinstance(later, CannotPay):
        return False
    return (earlier.price, earlier.item) == (later.price, later.item)


def still_stands(happened: Event, view: View) -> bool:
    """Return whether something announced before the last action is still so."""
    question = view.prompt.question
    match happened:
        case Opens() | EitherBet():
            return view.opener is not None
        case Asked():
            return happened.question.seat is None and _same_kind(happened.question, question)
        case ExtraCardOffered(obstacle=""):
            return isinstance(question, MayTakeExtraCard) and question.seat == happened.seat and not question.bought
        case PaymentDue():
            return isinstance(question, MustPay) and question.seat in (None, *happened.seats)
        case CentreCardDue():
            return question == PlainQuestion(None, "centre card")
        case RedealDue():
            return isinstance(question, Redeals)
    return True


def _same_kind(one: Question, other: Question) -> bool:
    """Return whether two questions differ in their values at most."""
    if isinstance(one, PlainQuestion) and isinstance(other, PlainQuestion):
        return one.kind == other.kind
    return type(one) is type(other)
