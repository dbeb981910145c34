"""The persons who play here, over all nights: name, colour, a new link, merging two and removing one."""

from __future__ import annotations

from flask import abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from app.night.people import changing, persons
from app.night.people.persons import Person
from app.night.validation import Problem
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import render_page
from app.web.http.security import posted_number
from app.web.people.page import Typed, may_change, people_page

blueprint = GuardedBlueprint("people", __name__, Who.DEALERS, url_prefix="/people")

NOT_YOURS = (
    "Not from this device",
    "Persons are changed on the host’s device, or on the tablet that has dealt every night they played. To make this "
    "one the host’s, enter the host code on the start page.",
)


@blueprint.get("")
def page() -> Response:
    """Show everybody who has played at a night that this browser may see."""
    return render_page("people/page.html", people_page())


@blueprint.post("/<int:person>")
def change(person: int) -> Response:
    """Give a person another name or colour."""
    known = _person_or_404(person)
    name, colour = request.form.get("name", ""), request.form.get("colour", "")
    if not may_change(known):
        return error_page(403, *NOT_YOURS, "")
    problem = changing.change_person(person, name, colour)
    typed = Typed(person, problem, name[:100], colour) if problem else None
    return _answer(person, problem, f"{' '.join(name.split())} is saved", typed)


@blueprint.post("/<int:person>/merge")
def merge(person: int) -> Response:
    """Make one of this person and another who is the same; this one's name stays."""
    known, other = _person_or_404(person), _person_or_404(posted_number("other"))
    if not (may_change(known) and may_change(other)):
        return error_page(403, *NOT_YOURS, "")
    answer = changing.merge_persons(person, other.id)
    return _answer(person, answer, f"{other.name} is {known.name} now")


@blueprint.post("/<int:person>/renew")
def renew(person: int) -> Response:
    """End the link of a person's phone at every table."""
    known = _person_or_404(person)
    if not may_change(known):
        return error_page(403, *NOT_YOURS, "")
    answer = changing.renew_person(person)
    return _answer(person, answer, f"{known.name}’s old link no longer works")


@blueprint.post("/<int:person>/remove")
def remove(person: int) -> Response:
    """Forget a person."""
    known = _person_or_404(person)
    if not may_change(known):
        return error_page(403, *NOT_YOURS, "")
    answer = changing.remove_person(person)
    return _answer(person, answer, f"{known.name} is removed")


def _person_or_404(person_id: int) -> Person:
    return next((person for person in persons.persons() if person.id == person_id), None) or abort(404)


def _answer(person: int, problem: Problem | None, done: str, typed: Typed | None = None) -> Response:
    """Go back to the list with what was done, or show why nothing was."""
    if problem is not None:
        return render_page("people/page.html", people_page(typed or Typed(person, problem)), 422)
    flash(done, "done")
    return redirect(url_for("people.page", night=request.form.get("night") or None), 303)
