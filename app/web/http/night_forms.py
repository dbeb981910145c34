"""Forms that change a night: load what the address names, make the change, and show its result or the refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from app.night.acts import activity
from app.night.acts.queue import Answer, Waits
from app.night.models import Night
from app.night.validation import Problem
from app.text import full_sentence
from app.web.http.lookup import get_night_or_404, get_seat_or_404
from app.web.http.pages import back_to, render_page

#: Appended to the message of a change that waits until the hand on the table is over.
FROM_THE_NEXT_HAND = ", from the next hand"

#: The fields of problems that come from changes made meanwhile, not from what was entered.
CONFLICTS = ("hand", "night", "act", "had")


class Outcome:
    """The result of a form.

    ``answer``: the night's answer. ``words``: the message if it succeeded. ``entered``: the entries to show again if it
    did not, by the names of the page's attributes.
    """

    def __init__(self, answer: Answer | None, words: str = "", **entered: object) -> None:
        self.answer, self.words, self.entered = answer, words, entered


View = TypeVar("View", bound=Callable[..., Outcome | Response])


def night_forms(
    blueprint: Blueprint, template: str, page: Callable[..., object]
) -> tuple[Callable[[str], Callable[[View], View]], Callable[..., Response]]:
    """Return a decorator for the views of a page's forms, and a function that shows the page.

    ``page`` makes the page object of a night, with refused forms as they were entered. A view gets the night and, by
    keyword, the ``seat`` or the act (``line``) in its address.
    """

    def show(night: Night, status: int = 200, **entered: object) -> Response:
        return render_page(template, page(night, **entered), status)

    def form(rule: str) -> Callable[[View], View]:
        def register(view: View) -> View:
            def post(key: str, **values: Any) -> Response:
                night = get_night_or_404(key)
                if "seat" in values:
                    values["seat"] = get_seat_or_404(night, values["seat"])
                if "line" in values:
                    values["line"] = activity.act_line_by_id(night.id, values["line"]) or abort(404)
                outcome = view(night, **values)
                return outcome if isinstance(outcome, Response) else answer(night, outcome)

            blueprint.add_url_rule(rule, view.__name__, post, methods=["POST"])
            return view

        return register

    def answer(night: Night, outcome: Outcome) -> Response:
        problem = outcome.answer
        if isinstance(problem, Problem):
            status = 409 if problem.field in CONFLICTS else 422
            return show(night, status, problem=full_sentence(problem.text), **outcome.entered)
        waits = outcome.words and isinstance(outcome.answer, Waits)
        words = outcome.words + (FROM_THE_NEXT_HAND if waits else "")
        return back_to(f"{blueprint.name}.page", words, key=night.key)

    return form, show
