"""Reading what the correction page's form chooses for an action."""

from __future__ import annotations

from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from app.cards.card import Card, CardError, parse_card
from app.night.log.correcting import PendingCorrection, add_ruling
from app.web.pad.focus import Focus, read_focus
from app.web.pad.tap import Naming, NotATap, read_tap

#: The fields of the form that choose something, or the way to choose it.
_CHOICES = ("do", "way", "which", "other", "seat", "action", "card", "arm", "rule", "text", "ruling")


@dataclass(frozen=True, slots=True)
class Chosen:
    """The lines that stand in place of actions, by place, once something has been chosen."""

    places: dict[int, tuple[str, ...]]


def chooses(form: MultiDict[str, str]) -> bool:
    """Return whether the form chooses anything."""
    return any(name in form for name in _CHOICES)


def read_choice(form: MultiDict[str, str], pending: PendingCorrection) -> Chosen | Focus | NotATap:
    """Read what the form chooses for the pending action, how it wants to look at the choice, or what is wrong."""
    if (action := form.get("do")) in ("keep", "out"):
        return Chosen(pending.keep_by_ruling() if action == "keep" else pending.replace_with(()))
    if seat := form.get("seat", ""):
        if seat not in map(str, pending.possible_seats()):
            return NotATap("It cannot have been that player's")
        return Chosen(pending.give_to_seat(int(seat)))
    if "arm" in form or "rule" in form:
        return read_focus(form.get("arm", ""), "", form.get("rule", ""), "")
    if "other" in form:
        wrong, other = read_card(form, "wrong"), read_card(form, "other")
        if wrong is None or other is None:
            return NotATap("Which card? Tap one")
        return Chosen(pending.change_card(wrong, other))
    lines = _read_lines(form, pending)
    if not isinstance(lines, tuple):
        return lines
    return Chosen(pending.insert_before(lines) if form.get("way") == "before" else pending.replace_with(lines))


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
