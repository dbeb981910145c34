"""The people who play here, over all nights: change, merge and remove them, and renew their links."""

from __future__ import annotations

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from app.money.payment_methods import stored_payment_method
from app.night.links import nights_by_keys
from app.night.people import changing, roster
from app.night.people.roster import COLOURS, Person
from app.night.screens import screen_of
from app.night.validation import Problem
from app.text import full_sentence
from app.web.http.browser import is_host, visible_nights
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import Following
from app.web.http.pages import back_to, render
from app.web.http.payment_methods import PaymentMethodFields, payment_method_fields, posted_payment_method
from app.web.http.security import posted_number

blueprint = GuardedBlueprint("people", __name__, Who.DEALERS, url_prefix="/people")

NOT_YOURS = (
    "Not from this device",
    "You can change people on the host's device, or on the tablet that dealt every night they played. To make this "
    "device the host's, enter the host code on the start page.",
)


@blueprint.get("")
def page() -> Response:
    """Show everyone who has played in a night that this browser may see."""
    return _show()


@blueprint.post("/<int:person>")
def change(person: int) -> Response:
    """Change a person's name and colour, and how they are paid unless that stays as it was shown."""
    known = _own_person(person)
    name, colour, method = request.form.get("name", ""), request.form.get("colour", ""), posted_payment_method()
    entered = {"name": name[:100], "colour": colour if colour in COLOURS else ""}
    if isinstance(method, PaymentMethodFields):
        return _show(422, person, Problem("pay_by", method.error), method=method, **entered)
    if stays := (method.stored if method else "") == request.form.get("paid_by"):
        method = stored_payment_method(known.pay_by)  # the player may have set it on a phone meanwhile
    problem = changing.change_person(person, name, colour, method, sets_method=not stays)
    if problem is not None:
        return _show(422, person, problem, method=payment_method_fields(method.stored if method else ""), **entered)
    return _answer(person, None, f"{' '.join(name.split())} is saved")


@blueprint.post("/<int:person>/merge")
def merge(person: int) -> Response:
    """Merge another person into this one, who keeps the name."""
    known, other = _own_person(person), _own_person(posted_number("other"))
    return _answer(person, changing.merge_people(person, other.id), f"{other.name} is {known.name} now")


@blueprint.post("/<int:person>/renew")
def renew(person: int) -> Response:
    """Renew the link of a person's phone."""
    known = _own_person(person)
    return _answer(person, changing.renew_person_link(person), f"{known.name}'s old link no longer works")


@blueprint.post("/<int:person>/remove")
def remove(person: int) -> Response:
    """Remove a person."""
    known = _own_person(person)
    return _answer(person, changing.remove_person(person), f"{known.name} is removed")


def _own_person(person_id: int) -> Person:
    """Return a person, or respond with 403 unless this browser is a host's or has dealt all of the person's nights."""
    person = next((person for person in roster.all_people() if person.id == person_id), None) or abort(404)
    if not (is_host() or person.nights <= {night.id for night in visible_nights()}):
        abort(error_page(403, *NOT_YOURS))
    return person


def _answer(person: int, problem: Problem | None, done: str) -> Response:
    if problem is not None:
        return _show(422, person, problem)
    return back_to("people.page", done, night=request.form.get("night") or None)


def _show(status: int = 200, refused: int | None = None, problem: Problem | None = None, **entered: object) -> Response:
    """Show the people whom this browser may see, with the forms to change one of them, ``opened``, as entered.

    ``night``: the night to go back to, if any. ``mine``: the ids of the people whom this browser may change.
    ``others``: the people who may be the same person.
    """
    host, key = is_host(), request.values.get("night", "")
    nights = nights_by_keys([key]) if host else visible_nights()
    night = next((night for night in nights if night.key == key), None)
    here = url_for("people.page", night=key, person=refused)
    follows = Following(key, screen_of(night.id), here) if night else None
    dealt = {night.id for night in nights}
    people = [person for person in roster.all_people() if host or person.nights & dealt]
    mine = [person for person in people if host or person.nights <= dealt]
    asked = refused or request.args.get("person", type=int)
    opened, others = next((person for person in mine if person.id == asked), None), []
    if opened is not None:
        usual = {"name": opened.name, "colour": opened.colour, "method": payment_method_fields(opened.pay_by)}
        entered = usual | {name: value for name, value in entered.items() if value}
        others = [other for other in mine if other.id != asked and not other.nights & opened.nights]
    return render(
        "people/page.html",
        status,
        night=night,
        following=follows,
        back=url_for("settings.page", key=night.key) if night else url_for("settings.house"),
        people=people,
        mine={person.id for person in mine},
        opened=opened,
        entered=entered,
        errors={problem.field: full_sentence(problem.text)} if problem is not None else {},
        others=others,
        colours=COLOURS,
    )
