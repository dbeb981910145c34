"""A hand as it lies open on the table: put into words, and its seats drawn, once a change and not once a screen."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakKeyDictionary

from flask import render_template
from markupsafe import Markup

from app.hand.play import prompt
from app.hand.state import State
from app.hand.view import SPECTATOR, Viewer, sealed, view
from app.money.worth import Worth
from app.web.table.board import Board, SeatCards, board


class Shown:
    """A hand as one kind of viewer sees it. ``asked`` are the seats that are asked something now, ``sealed`` whether
    nobody may see what they answer.
    """

    def __init__(self, state: State, viewer: Viewer, worth: Worth) -> None:
        self.board: Board = board(view(state, viewer), worth)
        self.sealed = sealed(state)
        self.asked = frozenset(ask.seat for ask in prompt(state).asks)
        self._drawn: dict[tuple[str, int], Markup] = {}

    def draw(self, template: str, seat: SeatCards) -> Markup:
        """Return what lies in front of a player as this template draws it, from ``hand`` and ``board`` alone."""
        key = (template, seat.view.seat)
        if key not in self._drawn:
            self._drawn[key] = Markup(render_template(template, hand=seat, board=self.board))
        return self._drawn[key]


#: What was shown last of each table, with the hand that it was made from.
_last: WeakKeyDictionary[object, tuple[object, Shown]] = WeakKeyDictionary()


def shown_to(viewer: Viewer, table: object, hand: object, state: Callable[[], State], worth: Worth) -> Shown:
    """Return a hand as anybody but the dealer sees it, made anew when ``table`` or ``hand`` is another object.

    All see the same, but for what players answer in secret: each of them sees only their own.
    """
    made_from, shown = _last.get(table, (None, None))
    if shown is None or made_from is not hand:
        shown = Shown(state(), SPECTATOR, worth)
        _last[table] = (hand, shown)
    return Shown(state(), viewer, worth) if shown.sealed and viewer.role == "player" else shown
