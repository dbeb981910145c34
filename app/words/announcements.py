"""What was announced last, as a dealer would say it: in the line, to screen readers, aloud."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.hand.event import CannotPay, Event
from app.hand.settlement.summary import SettlementView
from app.hand.view import View
from app.text import sentence
from app.words.because import reason
from app.words.events import event_text
from app.words.speaker import Speaker


def announcements(events: Iterable[Event], speaker: Speaker) -> tuple[str, ...]:
    """Return what is said of several events, a sentence each; players of whom the same is true are named in one."""
    return tuple(dict.fromkeys(event_text(happened, speaker) for happened in _together(events)))


def said_of(view: View, after: int, speaker: Speaker) -> tuple[str, ...]:
    """Return what one action made the table hear, by the action's number."""
    return announcements((one.event for one in view.announcements if one.after == after), speaker)


def said_last(view: View, speaker: Speaker) -> tuple[str, ...]:
    """Return what the last action that announced anything made the table hear; at the end, what to push to whom."""
    if view.settlement is not None:
        return _pushes(view.settlement, speaker)
    return said_of(view, view.announcements[-1].after, speaker) if view.announcements else ()


def _pushes(settlement: SettlementView, speaker: Speaker) -> tuple[str, ...]:
    sentences = []
    for seat, amount in settlement.pushes:
        hands = dict.fromkeys(award.hand for award in settlement.awards if award.seat == seat and award.hand)
        named = f": {speaker.joined(map(speaker.hand, hands))}" if hands else ""
        sentences.append(f"Push {amount} to {speaker.name(seat)}{named}")
    if settlement.carried:
        sentences.append(f"{settlement.carried} stays in the pot for the next hand")
    why = f": {reason(settlement.why, speaker)}" if settlement.why else ""
    return tuple(map(sentence, sentences)) or (f"No chips to push{why}",)


def _together(events: Iterable[Event]) -> list[Event]:
    """Return the events with all who cannot pay the same price for the same thing in one of them."""
    merged: list[Event] = []
    for happened in events:
        for at, earlier in enumerate(merged):
            if (
                isinstance(happened, CannotPay)
                and isinstance(earlier, CannotPay)
                and replace(earlier, seats=happened.seats) == happened
            ):
                merged[at] = replace(earlier, seats=tuple(dict.fromkeys((*earlier.seats, *happened.seats))))
                break
        else:
            merged.append(happened)
    return merged
