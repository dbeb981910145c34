"""From a posted form to lines of action: templates filled with the card that was tapped or the amount typed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from flask import abort
from werkzeug.datastructures import MultiDict

from app.cards.card import UNSEEN, Card, CardError, cards_text, parse_cards
from app.hand.action import ActionError, parse_seat
from app.hand.play import prompt
from app.hand.state import State
from app.web.pad.picks import how_many, why_not_picked
from app.web.pad.showing import filled, needed, why_not

#: More lines than any tap has: a street for every seat.
MOST_LINES = 30
LONGEST_LINE = 400

_CARDS = re.compile(r"CARDS?\b")
_RANGE = re.compile(r"\b(\d{1,9})\.\.(\d{0,9})(?!\S)")


@dataclass(frozen=True, slots=True)
class Tapped:
    """Lines to be entered."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A player is still naming cards, to show or to pick them: the cards so far, and whose they are."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Wrong:
    """The form says nothing that could be entered, and why."""

    reason: str


def read_tap(state: State, form: MultiDict[str, str]) -> Tapped | Held | Wrong:
    """What a tap says. A line that waits for a card says nothing unless one was tapped, and then it alone counts."""
    lines = [line.strip() for text in form.getlist("action") for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES or any(len(line) > LONGEST_LINE for line in lines):
        abort(413)
    cards = "".join("".join(form.getlist("card")).split())[:120]
    waiting = [line for line in lines if _CARDS.search(line)]
    if cards and waiting:
        found = _with_cards(state, waiting[0], form.get("held", "")[:120], cards)
        if not isinstance(found, str):
            return found
        lines = [found]
    else:
        lines = [line for line in lines if line not in waiting]
        if waiting and not lines:
            return Wrong("Which card? Tap one")
    for at, line in enumerate(lines):
        if bounds := _RANGE.search(line):
            amount = form.get("amount", "").strip()
            if not (amount.isascii() and amount.isdigit() and len(amount) < 10):
                return Wrong(f"How much? {_range_words(bounds[1], bounds[2])}")
            lines[at] = line[: bounds.start()] + amount
    if not lines:
        return Wrong("Nothing was tapped")
    if form.get("ruling") == "1":
        lines = [line if line.endswith(" !") else f"{line} !" for line in lines]
    return Tapped(tuple(lines))


def _with_cards(state: State, line: str, held: str, cards: str) -> str | Held | Wrong:
    """The line with its cards; where a player names several, the cards held so far until none is missing."""
    if "CARDS" not in line:
        return _CARDS.sub(cards, line)
    who, verb, *_ = *line.split(), "", ""
    try:
        seat = parse_seat(who)
        before, now = parse_cards(held), parse_cards(cards)
    except (ActionError, CardError) as problem:
        return Wrong(str(problem))
    if seat not in state.setup.seats:
        return _CARDS.sub(cards, line)
    if verb != "sm":
        return _picked(state, line, seat, before, now)
    if len(now) == len(state.players[seat].cards) > 1:
        return _CARDS.sub(cards, line)
    for card in now:
        if reason := why_not(state, before, card):
            return Wrong(reason[:1].upper() + reason[1:])
        before = (*before, card)
    missing = needed(state, seat)
    if len(before) < missing:
        return Held(seat, before)
    return f"{who} {verb} {filled(state, seat, before) if len(before) == missing else cards_text(before)}"


def _picked(state: State, line: str, seat: int, before: tuple[Card, ...], now: tuple[Card, ...]) -> str | Held | Wrong:
    """The line once as many cards as it takes are picked; a card tapped again is put back.

    Where more or fewer will do, a button of its own posts them. Cards named all at once are taken as they are.
    """
    ask = next((one for one in prompt(state).asks if one.action == line), None)
    if ask is None or len(now) > 1:
        return _CARDS.sub(cards_text(now), line)
    card = now[0]
    if card in before and card != UNSEEN:
        return Held(seat, tuple(one for one in before if one != card))
    if reason := why_not_picked(state, seat, before, card):
        return Wrong(reason[:1].upper() + reason[1:])
    least, most = how_many(ask)
    picked = (*before, card)
    if len(picked) > most:
        return Wrong(f"No more than {most}: tap one again to put it back")
    return _CARDS.sub(cards_text(picked), line) if len(picked) == least == most else Held(seat, picked)


def _range_words(low: str, high: str) -> str:
    return f"From {low} to {high}" if high else f"At least {low}"
