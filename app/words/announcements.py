"""Announcements, as a dealer would say them: a sentence for each event; the last ones on the screen and aloud."""

from __future__ import annotations

from collections.abc import Iterable

from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.games.rules.wild import WildNews
from app.hand.action import CALL, FOLD, Action
from app.hand.ask import Refusal
from app.hand.dealer import MISDEALT
from app.hand.event import AnyEvent, Asked, Ruled
from app.hand.result import Result
from app.hand.settlement.judge import StaysInPot, Wins
from app.hand.steps.bet import Opens
from app.hand.steps.interrupts import PaymentDue
from app.hand.view import View
from app.words.prompts import question_text
from app.words.reasons import board_name, pot_name, reason_sentence, reason_text, reasons_text, returned_text
from app.words.refusals import refusal_text
from app.words.speaker import Phrasebook, Speaker
from app.words.table import wild_line, wild_news


@dataclass(frozen=True, slots=True)
class Sentence:
    """An announcement as read, and as spoken.

    ``over``: it no longer applies. ``repeats``: it is also shown elsewhere on the screen.
    """

    text: str
    spoken: str
    over: bool = False
    repeats: bool = False


def announcements(events: Iterable[AnyEvent], speaker: Speaker) -> tuple[str, ...]:
    """Return a sentence for each event, with one for all players who cannot pay the same price."""
    return tuple(dict.fromkeys(event_text(happened, speaker) for happened in _merged(events)))


def last_announcements(view: View, *, far: bool = False) -> tuple[Sentence, ...]:
    """Return the announcements of the last action that made any; after the hand, the chips to push.

    Seen from ``far``, after the hand: the winners and the notes, which the settlement and the seats also show.
    """
    speaker, voice = Speaker(view.names), Speaker(view.names, aloud=True)
    if view.settlement is not None and far:
        won = zip(_won(view.settlement, speaker), _won(view.settlement, voice), strict=True)
        notes = [(reason_sentence(note, speaker), note.seat is not None) for note in view.settlement.notes]
        return (
            *(Sentence(text, spoken, repeats=True) for text, spoken in won),
            *(Sentence(text, text, repeats=at_seat) for text, at_seat in notes),
        )
    if view.settlement is not None:
        return tuple(map(Sentence, _pushes(view.settlement, speaker), _pushes(view.settlement, voice)))
    last = view.announcements[-1].after if view.announcements else 0
    wild = wild_line(view.wild, view.next_up_wild, speaker)
    sentences: dict[str, Sentence] = {}
    for happened in _merged(made.event for made in view.announcements if made.after == last):
        text = event_text(happened, speaker)
        over = view.count > last and not still_stands(happened, view)
        sentences.setdefault(text, Sentence(text, event_text(happened, voice), over, repeats=text == wild))
    return tuple(sentences.values())


def _won(settlement: Result, speaker: Speaker, wording: str = "{name} wins {amount}") -> list[str]:
    """Return the outcome: a misdeal with the chips given back, or the winners, and the chips that stay."""
    sentences = []
    if settlement.why == MISDEALT:
        back = returned_text(settlement.returned, speaker)
        sentences.append(": ".join(filter(None, (reason_sentence(settlement.why, speaker), back))))
    for seat, amount in settlement.pushes:
        hands = settlement.hands(seat)
        # Aloud, only "and" tells where a hand ends, since the names of hands have pauses too.
        named = speaker.hands(hands) if speaker.aloud else speaker.joined(map(speaker.hand, hands))
        won = wording.format(name=speaker.name(seat), amount=amount)
        sentences.append(f"{won}: {named}" if named else won)
    if settlement.carried:
        why = f": {reasons_text(settlement.carried_why, speaker)}" if settlement.carried_why else ""
        sentences.append(f"{settlement.carried} stays in the pot for the next hand{why}")
    if not sentences and settlement.why:
        sentences.append(f"No chips move: {reason_text(settlement.why, speaker)}")
    return sentences


def _pushes(settlement: Result, speaker: Speaker) -> tuple[str, ...]:
    moves = settlement.pushes or settlement.carried or settlement.returned
    sentences = _won(settlement, speaker, "Push {amount} to {name}") if moves else []
    # The settlement shows failed declarations; on the screen the line only has room for the chips.
    notes = [reason_sentence(note, speaker) for note in settlement.notes]
    if not sentences:
        sentences = notes
    elif speaker.aloud and notes:
        sentences[-1] = ". ".join((sentences[-1], *notes))
    why = f": {reason_text(settlement.why, speaker)}" if settlement.why else ""
    return tuple(sentences) or (f"No chips to push{why}",)


def _merged(events: Iterable[AnyEvent]) -> list[AnyEvent]:
    """Return the events, those of players who cannot pay the same price for the same thing merged into one."""
    merged: dict[object, AnyEvent] = {}
    for number, happened in enumerate(events):
        if not isinstance(happened, Reason) or happened.kind != "cannot pay":
            merged[number] = happened
            continue
        price = replace(happened, seats=())
        same = merged.get(price)
        earlier = same.seats if isinstance(same, Reason) else ()
        seats = tuple(dict.fromkeys((*earlier, *happened.seats)))
        merged[price] = replace(price, seats=seats)
    return list(merged.values())


def still_stands(happened: AnyEvent, view: View) -> bool:
    """Return whether an announcement made before the last action still applies."""
    question = view.prompt.question
    match happened:
        case Opens() | Reason(kind="open pair"):
            return view.opener is not None
        case Asked():
            return happened.question.seat is None and happened.question.is_like(question)
        case Reason(kind="extra card", seat=seat):
            return question.kind == "may take an extra card" and question.seat == seat
        case PaymentDue():
            return question.kind in ("pay or fold", "has to pay", "everyone pays") and question.seat in (
                None,
                *happened.seats,
            )
        case Reason(kind="centre card" | "centre card for"):
            return question.kind == "centre card"
        case Reason(kind="redeal due" | "redeal due for some"):
            return question.kind == "redeal"
    return True


#: The words for each type of event.
event = Phrasebook[AnyEvent, str]()


def event_text(happened: AnyEvent, speaker: Speaker) -> str:
    """Return the announcement of an event: a sentence without its full stop."""
    return event.say(happened, speaker)


@event(Asked)
def _(asked: Asked, speaker: Speaker) -> str:
    return question_text(asked.question, speaker)


@event(Ruled)
def _(ruled: Ruled, speaker: Speaker) -> str:
    although = ruled.although
    if although.kind == "turn to bet":
        does = _out_of_turn(ruled.action, facing_bet=bool(although.amount))
        who, turn = speaker.name(ruled.action.player), speaker.name(although.seat)
        return f"Dealer's ruling: {who} {does} out of turn, on {turn}'s turn"
    text = refusal_text(although, speaker) if isinstance(although, Refusal) else reason_text(although, speaker)
    return f"Dealer's ruling: it stands, even though {text}"


def _out_of_turn(action: Action, *, facing_bet: bool) -> str:
    if action.verb == FOLD:
        return "folds"
    if action.verb == CALL:
        return "calls" if facing_bet else "checks"
    return "raises" if facing_bet else "bets"


@event(WildNews)
def _(news: WildNews, speaker: Speaker) -> str:
    return wild_news(news, speaker)


@event(Wins)
def _(wins: Wins, speaker: Speaker) -> str:
    text = f"{speaker.name(wins.seat)} wins {wins.amount}"
    if wins.hands:
        text += f" with {speaker.hands(wins.hands)}"
    parts = [_won_text(wins)]
    where = "" if wins.shared_pot is None else f" in {pot_name(wins.shared_pot, wins.pots)}"
    if wins.tied:
        parts.append(f"tied with {speaker.listed(wins.tied)}{where}")
    if wins.partner is not None:
        parts.append(f"shared with {speaker.name(wins.partner)}{where}")
    text = ", ".join([text, *filter(None, parts)])
    if wins.why is not None:
        return f"{text}: {reason_text(wins.why, speaker)}"
    return f"{text}: {reasons_text(wins.notes, speaker)}" if wins.notes else text


def _won_text(wins: Wins) -> str:
    """Return which part of the chips a player wins, if there are several: a half, a pot, the whole pot, a board."""
    parts = ["the whole pot"] if wins.whole_pot else []
    if wins.share and not parts:
        parts.append(f"the {wins.share} half" if wins.shares == 2 else f"the {wins.share} share")
    if wins.pot is not None and not wins.whole_pot:
        parts.append(pot_name(wins.pot, wins.pots))
    if wins.board:
        parts.append(board_name(wins.board))
    return " of ".join(parts)


@event(Reason)
def _(why: Reason, speaker: Speaker) -> str:
    return reason_sentence(why, speaker)


@event(StaysInPot)
def _(stays: StaysInPot, speaker: Speaker) -> str:
    why = f": {reasons_text(stays.why, speaker)}" if stays.why else ""
    return f"{stays.amount} stays for the next hand{why}"
