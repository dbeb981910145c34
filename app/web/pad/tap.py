"""Reading a tap: from the posted form to lines of action, with cards and amounts."""

from __future__ import annotations

from flask import abort
from werkzeug.datastructures import MultiDict

from app.cards.card import UNSEEN, Card, CardError, parse_cards
from app.dataclass import dataclass, replace
from app.hand.action import SHOW, Action
from app.hand.ask import Ask
from app.hand.notation import MAX_LINE_LENGTH, ActionError, parse_ask, write_action, write_ask
from app.hand.play import prompt
from app.hand.state import State
from app.text import sentence, whole_number
from app.web.pad.cards import count_unseen, why_not_picked
from app.web.pad.parts import Focus
from app.web.pad.showdown import SPLIT_LINE, typed_parts, why_not_shown, with_unseen_named

#: The most lines per tap, more than any has: a street for every seat.
MAX_LINES = 30


@dataclass(frozen=True, slots=True)
class NotATap:
    """The reason why a form contains nothing to enter."""

    reason: str


def read_tap(state: State, form: MultiDict[str, str]) -> tuple[str, ...] | Focus | NotATap:
    """Return the lines that a tap enters, or the focus on a player who has more cards to show or to pick.

    If a card was tapped, only the action that takes it counts; otherwise such actions are dropped. A line that is not
    an action is returned unchanged, and refused when it is played.
    """
    lines = [line.strip() for text in form.getlist("action") for line in text.splitlines() if line.strip()]
    lines = [f"{line} {typed_parts(form.items())}" if line == SPLIT_LINE else line for line in lines]
    if len(lines) > MAX_LINES or any(len(line) > MAX_LINE_LENGTH for line in lines):
        abort(413)
    tapped = "".join("".join(form.getlist("card")).split())[:120]
    asks, ruling = [_parsed(line) for line in lines], form.get("ruling") == "1"
    for_cards = next((ask for ask in asks if isinstance(ask, Ask) and ask.cards), None)
    if tapped and for_cards is not None:
        named = _with_cards(state, for_cards, form.get("held", "")[:120], tapped)
        return (_line(named, ruling),) if isinstance(named, Action) else named
    asks = [ask for ask in asks if not (isinstance(ask, Ask) and ask.cards)]
    if not asks:
        return NotATap("Nothing was tapped" if for_cards is None else "Which card? Tap one")
    return _entered(asks, "".join(form.get("amount", "").split()), ruling)


def _entered(asks: list[Ask | str], amount: str, ruling: bool) -> tuple[str, ...] | NotATap:
    """Return the lines of asks that take no cards, with the amount typed."""
    entered = []
    for ask in asks:
        if isinstance(ask, str):
            entered.append(ask)
        elif ask.amount is None:
            entered.append(_line(ask.action, ruling))
        elif (chips := whole_number(amount, digits=9)) is not None:
            entered.append(_line(ask.answer(amount=chips), ruling))
        else:
            least, most = ask.amount.least, ask.amount.most
            return NotATap(f"How much? {f'At least {least}' if most is None else f'From {least} to {most}'}")
    return tuple(entered)


def _line(action: Action, ruling: bool) -> str:
    return write_action(replace(action, ruling=True) if ruling else action)


def _parsed(line: str) -> Ask | str:
    try:
        return parse_ask(line)
    except ActionError:
        return line


def _with_cards(state: State, ask: Ask, held: str, tapped: str) -> Action | Focus | NotATap:
    """Return the action with its cards, or the cards so far if the player has more to name."""
    try:
        before, now = parse_cards(held), parse_cards(tapped)
    except CardError as problem:
        return NotATap(sentence(str(problem)))
    seat = ask.action.seat
    if ask.cards is None or ask.cards.source == "deck" or seat not in state.setup.seats or seat is None:
        return ask.answer(cards=now)
    if ask.action.verb == SHOW:
        return _shown(state, ask, seat, before, now)
    return _picked(state, ask, seat, before, now)


def _shown(
    state: State, ask: Ask, seat: int, before: tuple[Card, ...], now: tuple[Card, ...]
) -> Action | Focus | NotATap:
    """Return the action once every unseen card of the player has been named."""
    if len(now) == len(state.players[seat].cards) > 1:
        return ask.answer(cards=now)
    for card in now:
        if reason := why_not_shown(state, seat, before, card):
            return NotATap(sentence(reason))
        before = (*before, card)
    missing = count_unseen(state, seat)
    if len(before) < missing:
        return Focus(seat, held=before)
    return ask.answer(cards=with_unseen_named(state, seat, before) if len(before) == missing else before)


def _picked(
    state: State, ask: Ask, seat: int, before: tuple[Card, ...], now: tuple[Card, ...]
) -> Action | Focus | NotATap:
    """Return the action once it has as many cards as it takes; a second tap on a card puts it back.

    If the number may vary, a separate button posts the cards. Cards posted all at once are accepted as they are.
    """
    takes = next((offered.cards for offered in prompt(state).asks if write_ask(offered) == write_ask(ask)), None)
    if takes is None or len(now) > 1:
        return ask.answer(cards=now)
    card = now[0]
    if card in before and card != UNSEEN:
        return Focus(seat, held=tuple(other for other in before if other != card))
    if reason := why_not_picked(state, seat, before, card):
        return NotATap(sentence(reason))
    picked = (*before, card)
    if len(picked) > takes.most:
        return NotATap(f"No more than {takes.most}: tap one again to put it back")
    return ask.answer(cards=picked) if len(picked) == takes.least == takes.most else Focus(seat, held=picked)
