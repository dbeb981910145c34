"""What has been chosen on the correction page so far: it is in the fields of its form, and stored nowhere.

Fields ``line`` say what stands in place of the action that the page is about, ``further-7`` what stands in place of
action 7, each field one action; ``cut`` drops the rest from there on. An action as it was entered is ``=``, the same by
the dealer's ruling ``!``: what was declared under a seal is not even in the page. ``-`` leaves nothing in its place.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flask import abort
from werkzeug.datastructures import MultiDict

from app.night import LiveHand, add_ruling
from app.web.pad.tap import LONGEST_LINE

_AS_IT_WAS, _AS_RULED, _OUT = "=", "!", "-"
_MOST_LINES = 200


@dataclass(frozen=True, slots=True)
class Chosen:
    """The actions that stand in other places' stead, by place, and where the hand is cut."""

    places: dict[int, tuple[str, ...]] = field(default_factory=dict)
    cut: int | None = None


NOTHING = Chosen()


def read_chosen(form: MultiDict[str, str], found: LiveHand, place: int) -> Chosen:
    """What a form says, about the action at this place and others; places that are none are left out."""
    places: dict[int, tuple[str, ...]] = {}
    if sum(len(form.getlist(name)) for name in form) > _MOST_LINES:
        abort(413)
    for name in form:
        start, _, number = name.partition("-")
        at = place if name == "line" else read_place(number) if start == "further" else 0
        if 1 <= at <= len(found.actions):
            lines = [text.strip()[: LONGEST_LINE + 1] for text in form.getlist(name)]
            if tokens := [line for line in lines if line]:
                places[at] = _lines(found, at, tokens)
    cut = read_place(form.get("cut", ""))
    return Chosen(places, cut if 1 <= cut <= len(found.actions) else None)


def fields_of(chosen: Chosen, found: LiveHand, place: int) -> tuple[tuple[str, str], ...]:
    """The same as fields of a form."""
    pairs = []
    for at, lines in sorted(chosen.places.items()):
        name = "line" if at == place else f"further-{at}"
        pairs += [(name, text) for text in _tokens(found, at, lines)]
    return (*pairs, *([] if chosen.cut is None else [("cut", str(chosen.cut))]))


def read_place(text: str) -> int:
    """The place of an action; 0 for what is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def _lines(found: LiveHand, at: int, tokens: list[str]) -> tuple[str, ...]:
    was = found.actions[at - 1]
    named = {_AS_IT_WAS: was, _AS_RULED: add_ruling(was)}
    return tuple(named.get(token, token) for token in tokens if token != _OUT)


def _tokens(found: LiveHand, at: int, lines: tuple[str, ...]) -> list[str]:
    was = found.actions[at - 1]
    # What was ruled on when it was entered is as it was.
    named = {add_ruling(was): _AS_RULED, was: _AS_IT_WAS}
    return [named.get(line, line) for line in lines] or [_OUT]
