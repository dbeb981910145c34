"""Events in words: an announcement of one sentence each."""

from __future__ import annotations

from app.hand.action import CALL, FOLD, Action
from app.hand.ask import Refusal
from app.hand.chips import PaymentsWonBy
from app.hand.event import (
    Asked,
    AskedAgain,
    CannotPay,
    Event,
    Recounted,
    Redealt,
    Ruled,
    Said,
    WildChanged,
)
from app.hand.settlement.judge import StaysInPot, Wins
from app.words.because import board_name, pot_name, reason, reason_sentence, reasons
from app.words.prompts import question_text
from app.words.refusals import refusal_text
from app.words.speaker import Phrasebook, Speaker
from app.words.table import wild_news

#: The words for each type of event.
event = Phrasebook[Event, str]()


def event_text(happened: Event, speaker: Speaker) -> str:
    """Return the announcement of an event: a sentence without its full stop."""
    return event.say(happened, speaker)


@event(Asked)
def _(asked: Asked, speaker: Speaker) -> str:
    return question_text(asked.question, speaker)


@event(Recounted)
def _(left: Recounted, speaker: Speaker) -> str:
    than_counted = (
        f", {abs(left.missing)} {'more' if left.missing < 0 else 'fewer'} than counted" if left.missing else ""
    )
    return f"{speaker.name(left.seat)} has {left.amount or 'nothing'} left{than_counted}"


@event(Ruled)
def _(ruled: Ruled, speaker: Speaker) -> str:
    although = ruled.although
    if although.kind == "turn to bet":
        does = _out_of_turn(ruled.action, facing_bet=bool(although.amount))
        who, turn = speaker.name(ruled.action.player), speaker.name(although.seat)
        return f"Dealer's ruling: {who} {does} out of turn, on {turn}'s turn"
    text = refusal_text(although, speaker) if isinstance(although, Refusal) else reason(although, speaker)
    return f"Dealer's ruling: it stands, even though {text}"


def _out_of_turn(action: Action, *, facing_bet: bool) -> str:
    if action.verb == FOLD:
        return "folds"
    if action.verb == CALL:
        return "calls" if facing_bet else "checks"
    return "raises" if facing_bet else "bets"


@event(AskedAgain)
def _(again: AskedAgain, speaker: Speaker) -> str:
    return "Undone: everyone answers again"


@event(Redealt)
def _(redealt: Redealt, speaker: Speaker) -> str:
    return f"Dealt again for the same pot of {redealt.pot}"


@event(WildChanged)
def _(changed: WildChanged, speaker: Speaker) -> str:
    return wild_news(changed.news, speaker)


@event(PaymentsWonBy)
def _(paid: PaymentsWonBy, speaker: Speaker) -> str:
    who = "Nobody else" if paid.ruling == "free_redraw" else "Not everyone in"
    goes = "it goes in the main pot" if paid.to_everyone else f"only {speaker.listed(paid.seats)} can win it"
    return f"{who} could match the {paid.amount} paid: {goes}"


@event(CannotPay)
def _(passed: CannotPay, speaker: Speaker) -> str:
    item = f" {passed.item}" if passed.item else ""
    return f"{speaker.listed(passed.seats)} cannot pay {passed.price}{item}"


@event(Wins)
def _(wins: Wins, speaker: Speaker) -> str:
    text = f"{speaker.name(wins.seat)} wins {wins.amount}"
    if wins.hands:
        text += f" with {speaker.hands(wins.hands)}"
    parts = [_what(wins)]
    if wins.tied:
        parts.append(f"tied with {speaker.listed(wins.tied)}")
    if wins.partner is not None:
        parts.append(f"shared with {speaker.name(wins.partner)}")
    text = ", ".join([text, *filter(None, parts)])
    if wins.why is not None:
        return f"{text}: {reason(wins.why, speaker)}"
    return f"{text}: {reasons(wins.notes, speaker)}" if wins.notes else text


def _what(wins: Wins) -> str:
    """Return which part of the chips a player wins, if there are several: a half, a pot, the whole pot, a board."""
    parts = ["the whole pot"] if wins.whole_pot else []
    if wins.share and not parts:
        parts.append(f"the {wins.share} half" if wins.shares == 2 else f"the {wins.share} share")
    if wins.pot is not None and not wins.whole_pot:
        parts.append(pot_name(wins.pot, wins.pots))
    if wins.board:
        parts.append(board_name(wins.board))
    return " of ".join(parts)


@event(Said)
def _(said: Said, speaker: Speaker) -> str:
    return reason_sentence(said.why, speaker)


@event(StaysInPot)
def _(stays: StaysInPot, speaker: Speaker) -> str:
    why = f": {reasons(stays.why, speaker)}" if stays.why else ""
    return f"{stays.amount} stays for the next hand{why}"
