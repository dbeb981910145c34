"""The choices made on the correction page so far, kept in the fields of its form and stored nowhere.

Fields ``line`` say what stands in place of the action that the page is about, ``further-7`` what stands in place of
action 7, a field for each new action; ``cut`` drops everything from there on. The original action is written ``=``, and
``!`` if it stands by the dealer's ruling, so that a sealed answer is not even in the page. ``-`` removes the action.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flask import abort
from werkzeug.datastructures import MultiDict

from app.cards.card import Card, CardError, parse_card
from app.hand.notation import LONGEST_LINE
from app.night.log.correcting import PendingCorrection, add_ruling
from app.night.log.replay import LiveHand
from app.text import whole_number
from app.web.pad.parts import Focus, read_focus
from app.web.pad.tap import Naming, NotATap, read_tap

#: The fields of the form that choose something, or the way to choose it.
_CHOICES = ("do", "way", "which", "other", "seat", "action", "card", "arm", "rule", "text", "ruling")

_ORIGINAL, _ORIGINAL_RULED, _REMOVED = "=", "!", "-"
_MOST_LINES = 200
#: No hand has an action with more digits in its place.
_MOST_DIGITS = 5


@dataclass(frozen=True, slots=True)
class CorrectionForm:
    """The lines that are to stand in place of actions, by the places of these, and where the hand is cut."""

    places: dict[int, tuple[str, ...]] = field(default_factory=dict)
    cut: int | None = None


NOTHING_CHOSEN = CorrectionForm()


def read_correction_form(form: MultiDict[str, str], hand: LiveHand, place: int) -> CorrectionForm:
    """Read what was chosen for the action at ``place`` and for others; skip places that the hand does not have."""
    if sum(len(form.getlist(name)) for name in form) > _MOST_LINES:
        abort(413)
    places: dict[int, tuple[str, ...]] = {}
    for name in form:
        kind, _, number = name.partition("-")
        at = place if name == "line" else read_place(number) if kind == "further" else 0
        if 1 <= at <= len(hand.actions):
            texts = [text.strip()[: LONGEST_LINE + 1] for text in form.getlist(name)]
            if texts := [text for text in texts if text]:
                places[at] = _lines(hand, at, texts)
    cut = read_place(form.get("cut", ""))
    return CorrectionForm(places, cut if 1 <= cut <= len(hand.actions) else None)


def hidden_fields(chosen: CorrectionForm, hand: LiveHand, place: int) -> tuple[tuple[str, str], ...]:
    """Return what was chosen as names and values of hidden fields, for ``read_correction_form`` to read."""
    pairs = []
    for at, lines in sorted(chosen.places.items()):
        name = "line" if at == place else f"further-{at}"
        pairs += [(name, text) for text in _texts(hand, at, lines)]
    if chosen.cut is not None:
        pairs.append(("cut", str(chosen.cut)))
    return tuple(pairs)


def read_place(text: str) -> int:
    """Return the place of an action in the hand, counted from 1; 0 for any other text."""
    return whole_number(text, _MOST_DIGITS) or 0


def _lines(hand: LiveHand, at: int, texts: list[str]) -> tuple[str, ...]:
    original = hand.actions[at - 1]
    lines = {_ORIGINAL: original, _ORIGINAL_RULED: add_ruling(original)}
    return tuple(lines.get(text, text) for text in texts if text != _REMOVED)


def _texts(hand: LiveHand, at: int, lines: tuple[str, ...]) -> list[str]:
    original = hand.actions[at - 1]
    # An original that was entered as ruled is both: then it is written as the original.
    texts = {add_ruling(original): _ORIGINAL_RULED, original: _ORIGINAL}
    return [texts.get(line, line) for line in lines] or [_REMOVED]


def chooses(form: MultiDict[str, str]) -> bool:
    """Return whether the form chooses anything."""
    return any(name in form for name in _CHOICES)


def read_choice(form: MultiDict[str, str], pending: PendingCorrection) -> CorrectionForm | Focus | NotATap:
    """Read what the form chooses for the pending action, how it wants to look at the choice, or what is wrong."""
    if (action := form.get("do")) in ("keep", "out"):
        return CorrectionForm(pending.keep_by_ruling() if action == "keep" else pending.replace_with(()))
    if seat := form.get("seat", ""):
        if seat not in map(str, pending.possible_seats()):
            return NotATap("It cannot have been that player's")
        return CorrectionForm(pending.give_to_seat(int(seat)))
    if "arm" in form or "rule" in form:
        return read_focus(form.get("arm", ""), "", form.get("rule", ""), "")
    if "other" in form:
        wrong, other = read_card(form, "wrong"), read_card(form, "other")
        if wrong is None or other is None:
            return NotATap("Which card? Tap one")
        return CorrectionForm(pending.change_card(wrong, other))
    lines = _read_lines(form, pending)
    if not isinstance(lines, tuple):
        return lines
    return CorrectionForm(pending.insert_before(lines) if form.get("way") == "before" else pending.replace_with(lines))


def read_card(form: MultiDict[str, str], name: str) -> Card | None:
    """Return the card in a field of the form; None where there is none."""
    try:
        return parse_card(form[name]) if form.get(name) else None
    except CardError:
        return None


def _read_lines(form: MultiDict[str, str], pending: PendingCorrection) -> tuple[str, ...] | Focus | NotATap:
    if "ruling" in form:
        return (add_ruling(form["ruling"]),)
    if "text" in form:
        return (form["text"].strip(),)
    if "action" not in form and "card" not in form:
        return Focus()
    tapped = read_tap(pending.state, form)
    if isinstance(tapped, Naming):
        return Focus(arm=tapped.seat, held=tapped.cards)
    return tapped if isinstance(tapped, NotATap) else tapped.lines
