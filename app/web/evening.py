"""The next evening: plan it, call it off, and send it as a file for calendars."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from flask import abort, request
from werkzeug.wrappers import Response

from app.night import next_evening
from app.night.nights import last_night
from app.night.validation import Problem
from app.text import full_sentence
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import as_file, back_to, render

FIELDS = ("day", "time", "place")
#: The start that is proposed for the first evening.
DEFAULT_TIME = "19:30"
WEEK = timedelta(days=7)

blueprint = GuardedBlueprint("evening", __name__, Who.HOST, url_prefix="/evening")


@blueprint.get("")
def page() -> Response:
    """Show the form of the next evening."""
    return _form()


@blueprint.post("")
def plan() -> Response:
    """Set the next evening."""
    typed = {name: request.form.get(name, "")[:100] for name in FIELDS}
    try:
        at = datetime.fromisoformat(f"{typed['day']}T{typed['time']}").astimezone()
    except (ValueError, OverflowError):
        return _form(typed, Problem("day", "must be a day and a time"))
    if problem := next_evening.plan_evening(at, typed["place"]):
        return _form(typed, problem)
    planned = next_evening.next_evening()
    return back_to("home.page", f"Next evening: {planned.words}" if planned is not None else "")


@blueprint.post("/off")
def call_off() -> Response:
    """Cancel the next evening."""
    next_evening.call_off()
    return back_to("home.page", "The next evening is called off")


@blueprint.get("/evening.ics")
def calendar() -> Response:
    """Send the evening as a file for calendars."""
    planned = next_evening.next_evening() or abort(404)
    return as_file(planned.calendar(), "text/calendar", "evening.ics")


def _form(typed: Mapping[str, str] | None = None, problem: Problem | None = None) -> Response:
    """Show the form as typed, with the problem beside its field, or else the evening as planned."""
    nothing = dict.fromkeys(FIELDS, "")
    errors = nothing | ({problem.field: full_sentence(problem.text)} if problem is not None else {})
    planned = next_evening.next_evening()
    typed = _planned(planned) if typed is None else typed
    status = 200 if problem is None else 422
    return render("evening/page.html", status, typed=nothing | {**typed}, errors=errors, planned=planned)


def _planned(planned: next_evening.NextEvening | None) -> Mapping[str, str]:
    """Return the evening as planned or, without one, a proposal: weekday, time and place as last time."""
    if planned is None:
        last, (before, place) = last_night(), next_evening.last_planned()
        today = datetime.now().astimezone().date()
        day = last.started_at.astimezone().date() if last is not None else None
        while day is not None and day <= today:
            day += WEEK
        time = f"{before.astimezone():%H:%M}" if before is not None else DEFAULT_TIME
        return {"day": f"{day or ''}", "time": time, "place": place}
    at = planned.at.astimezone()
    return {"day": f"{at:%Y-%m-%d}", "time": f"{at:%H:%M}", "place": planned.place}
