"""The persons who play here, over all nights: name, colour, a new link, merging two and removing one."""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from app.night.people import changing, persons
from app.night.people.persons import COLOURS, Person
from app.night.validation import Problem
from app.text import counted, sentence
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import following
from app.web.http.pages import render, take_messages
from app.web.http.rights import is_host, visible_nights
from app.web.http.security import posted_number

blueprint = GuardedBlueprint("people", __name__, Who.DEALERS, url_prefix="/people")

NOT_YOURS = (
    "Not from this device",
    "Persons are changed on the host’s device, or on the tablet that has dealt every night they played. To make this "
    "one the host’s, enter the host code on the start page.",
)


@dataclass(frozen=True, slots=True)
class Typed:
    """An edit of a person that was refused, and why."""

    person: int
    problem: Problem
    name: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person in the list. ``played`` says how often and when; ``open`` with the forms that change them.

    ``yours``: this browser may change them. ``others`` are those whom they may turn out to be. ``errors`` say by field
    what is wrong with what was entered.
    """

    person: Person
    played: str
    yours: bool
    open: bool
    name: str
    colour: str
    others: tuple[Person, ...]
    errors: dict[str, str]


@blueprint.get("")
def page() -> Response:
    """Show everybody who has played at a night that this browser may see."""
    return _show()


@blueprint.post("/<int:person>")
def change(person: int) -> Response:
    """Give a person another name or colour."""
    if not _may_change(_person_or_404(person)):
        return error_page(403, *NOT_YOURS)
    name, colour = request.form.get("name", ""), request.form.get("colour", "")
    problem = changing.change_person(person, name, colour)
    typed = Typed(person, problem, name[:100], colour) if problem else None
    return _answer(person, problem, f"{' '.join(name.split())} is saved", typed)


@blueprint.post("/<int:person>/merge")
def merge(person: int) -> Response:
    """Make one of this person and another who is the same; this one's name stays."""
    known, other = _person_or_404(person), _person_or_404(posted_number("other"))
    if not (_may_change(known) and _may_change(other)):
        return error_page(403, *NOT_YOURS)
    answer = changing.merge_persons(person, other.id)
    return _answer(person, answer, f"{other.name} is {known.name} now")


@blueprint.post("/<int:person>/renew")
def renew(person: int) -> Response:
    """End the link of a person's phone at every table."""
    known = _person_or_404(person)
    if not _may_change(known):
        return error_page(403, *NOT_YOURS)
    answer = changing.renew_person(person)
    return _answer(person, answer, f"{known.name}’s old link no longer works")


@blueprint.post("/<int:person>/remove")
def remove(person: int) -> Response:
    """Forget a person."""
    known = _person_or_404(person)
    if not _may_change(known):
        return error_page(403, *NOT_YOURS)
    answer = changing.remove_person(person)
    return _answer(person, answer, f"{known.name} is removed")


def _may_change(person: Person) -> bool:
    """Return whether this browser may change a person: it is the host's, or has dealt every night of theirs."""
    return is_host() or person.nights <= {night.id for night in visible_nights()}


def _person_or_404(person_id: int) -> Person:
    return next((person for person in persons.persons() if person.id == person_id), None) or abort(404)


def _answer(person: int, problem: Problem | None, done: str, typed: Typed | None = None) -> Response:
    """Go back to the list with what was done, or show why nothing was."""
    if problem is not None:
        return _show(422, typed or Typed(person, problem))
    flash(done, "done")
    return redirect(url_for("people.page", night=request.form.get("night") or None), 303)


def _show(status: int = 200, typed: Typed | None = None) -> Response:
    """Show the persons whom this browser may see, with what was refused, if anything.

    ``night`` is the one that it came from, None from the start page. ``some_not_yours``: there are persons whom only
    the host's device may change.
    """
    nights = visible_nights()
    key = request.values.get("night", "")
    night = next((night for night in nights if night.key == key), None)
    here = url_for("people.page", night=key, person=typed.person if typed else None)
    follows = following(night, here) if night else None
    dealt = {night.id for night in nights}
    people = [person for person in persons.persons() if is_host() or person.nights & dealt]
    opened = typed.person if typed else request.args.get("person", type=int)
    mine = [person for person in people if is_host() or person.nights <= dealt]
    return render(
        "people/page.html",
        status,
        night=night,
        following=follows,
        back=url_for("players.page", key=night.key) if night else url_for("home.page"),
        rows=[_row(person, mine, opened == person.id, typed) for person in people],
        colours=COLOURS,
        some_not_yours=len(mine) < len(people),
        message=take_messages("done"),
    )


def _row(person: Person, mine: list[Person], opened: bool, typed: Typed | None) -> PersonRow:
    own = typed if typed is not None and typed.person == person.id else None
    yours = person in mine
    assert person.last is not None
    return PersonRow(
        person=person,
        played=f"{counted(len(person.nights), 'night')}, last on {person.last.astimezone():%-d %B %Y}",
        yours=yours,
        open=opened and yours,
        name=own.name if own and own.name else person.name,
        colour=own.colour if own and own.colour in COLOURS else person.colour,
        others=tuple(other for other in mine if other.id != person.id and not other.nights & person.nights)
        if yours
        else (),
        errors={own.problem.field: f"{sentence(own.problem.text)}."} if own else {},
    )
