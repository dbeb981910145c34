"""What was announced and still holds: what has been answered, paid or dealt since is not said to be open."""

from __future__ import annotations

from app.hand.event import Asked, Event
from app.hand.steps.bet import EitherBet, Opens
from app.hand.steps.interrupts import (
    CentreCardDue,
    ExtraCardOffered,
    MayTakeExtraCard,
    MustPay,
    PaymentDue,
    RedealDue,
    Redeals,
    TurnsCentreCard,
)
from app.hand.view import View


def still_stands(happened: Event, view: View) -> bool:
    """Return whether something announced before the last action is still so."""
    question = view.prompt.question
    match happened:
        case Opens() | EitherBet():
            return view.opener is not None
        case Asked():
            return happened.question.seat is None and type(happened.question) is type(question)
        case ExtraCardOffered(obstacle=""):
            return isinstance(question, MayTakeExtraCard) and question.seat == happened.seat and not question.bought
        case PaymentDue():
            return isinstance(question, MustPay) and question.seat in (None, *happened.seats)
        case CentreCardDue():
            return isinstance(question, TurnsCentreCard)
        case RedealDue():
            return isinstance(question, Redeals)
    return True
