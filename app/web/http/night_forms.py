"""Forms that change a night: load what the address names, make the change, and show its result or the refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from app.night.acts import activity
from app.night.acts.queue import ActResult, Pending
from app.night.models import Night
from app.night.people.seats import SeatInfo
from app.night.validation import Problem
from app.text import full_sentence
from app.web.http.lookup import get_night_or_404, get_seat_or_404
from app.web.http.pages import back_to, render_page

#: Appended to the message of a change that waits until the hand on the table is over.
FROM_THE_NEXT_HAND = ", from the next hand"

#: The fields of problems caused by somebody else's changes, not by what was entered.
CONFLICTS = ("hand", "night", "act", "had")


class FormResult:
    """The result of a form.

    ``result``: that of the change. ``words``: the message if it succeeded. ``entered``: the entries to show again if it
    did not, by the names of the page's attributes.
    """

    def __init__(self, result: ActResult | None, words: str = "", **entered: object) -> None:
        self.result, self.words, self.entered = result, words, entered


View = TypeVar("View", bound=Callable[..., FormResult | Response])


class NightForms:
    """The forms on a page about a night.

    ``page`` makes the page object of a night, with refused forms as they were entered.
    """

    def __init__(self, blueprint: Blueprint, template: str, page: Callable[..., object]) -> None:
        self._blueprint, self._template, self._page = blueprint, template, page

    def show(self, night: Night, status: int = 200, **entered: object) -> Response:
        """Show the page, with a refused form as it was entered."""
        return render_page(self._template, self._page(night, **entered), status)

    def seat(self, night: Night, seat_id: int) -> SeatInfo:
        """Return the seat of a player, or show the page and that they have left."""
        seat = get_seat_or_404(night, seat_id, with_left=True)
        return abort(self.show(night, 409, problem=f"{seat.name} has left.")) if seat.left else seat

    def post(self, rule: str) -> Callable[[View], View]:
        """Register the view of a form. It gets the night and, by keyword, the ``seat`` or ``line`` in its address."""

        def register(view: View) -> View:
            def post(key: str, **values: Any) -> Response:
                night = get_night_or_404(key)
                if "seat" in values:
                    values["seat"] = self.seat(night, values["seat"])
                if "line" in values:
                    values["line"] = activity.act_line_by_id(night.id, values["line"]) or abort(404)
                result = view(night, **values)
                return result if isinstance(result, Response) else self._respond(night, result)

            self._blueprint.add_url_rule(rule, view.__name__, post, methods=["POST"])
            return view

        return register

    def _respond(self, night: Night, form: FormResult) -> Response:
        if isinstance(form.result, Problem):
            status = 409 if form.result.field in CONFLICTS else 422
            return self.show(night, status, problem=full_sentence(form.result.text), **form.entered)
        waits = form.words and isinstance(form.result, Pending)
        words = form.words + (FROM_THE_NEXT_HAND if waits else "")
        return back_to(f"{self._blueprint.name}.page", words, key=night.key)
