"""Asking for a seat, by the code on the television: pick a name or type one, and wait for the dealer's yes.

Once they are seated the page leads to the phone's own link, which stays over all nights and is this device's.
"""

from __future__ import annotations

from flask import abort, current_app, flash, make_response, redirect, render_template, request, url_for
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response

from app.night import links
from app.night.access import phones
from app.night.acts import joining, queue
from app.night.acts.joining import AskedSeat
from app.night.models import Night
from app.night.people.persons import Person
from app.night.validation import Problem
from app.web.http import guesses
from app.web.http.cookies import device_label, device_token, keep_token
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import render_page
from app.web.join.page import SeatForm, asked_page, join_page, read_seat, refused

blueprint = GuardedBlueprint("join", __name__, Who.LINK, url_prefix="/j")

OVER = ("The night is over", "Nobody sits down any more tonight. The next night has a code of its own.")


@blueprint.get("/<code>")
def page(code: str) -> Response:
    """Show who can take a seat at the table of this code; for htmx whose names begin with what is typed."""
    night = _night_or_404(code)
    if "HX-Request" in request.headers:
        return make_response(render_template("join/_names.html", field="found", names=_found(night)))
    return error_page(200, *OVER, "", start=False) if night.ended_at else _show(night)


@blueprint.post("/<code>")
def ask(code: str) -> Response:
    """Ask the dealer for a seat, and go to the page that waits for the answer."""
    night = _night_or_404(code)
    if night.ended_at:
        return error_page(409, *OVER, "", start=False)
    form = read_seat(request.form, tracked=night.tracked)
    if form.errors:
        return _show(night, 422, form)
    line = joining.ask_for_seat(night, form.name, form.chips)
    if isinstance(line, Problem):
        return _show(night, 422, refused(form, line))
    token = phones.remember_asker(line, device_token(), device_label())
    return keep_token(redirect(url_for("join.asked", token=_tokens().dumps(line)), 303), token)


@blueprint.get("/asked/<token>")
def asked(token: str) -> Response:
    """Show what has become of a wish for a seat, or go on to the phone of whoever has one now."""
    wish = _wish_or_404(token)
    if wish.answer == "seated":
        return redirect(url_for("phone.page", key=wish.key), 303)
    return render_page("join/asked.html", asked_page(wish, token))


@blueprint.post("/asked/<token>/withdraw")
def withdraw(token: str) -> Response:
    """Ask for the seat no more."""
    wish = _wish_or_404(token)
    if wish.answer in ("asked", "granted") and queue.drop(wish.night, wish.line) is None:
        flash("You no longer ask for a seat", "done")
        return redirect(url_for("join.page", code=wish.night.join_code), 303)
    return redirect(url_for("join.asked", token=token), 303)


def _found(night: Night) -> list[Person]:
    """Return whose names begin with what is typed, as long as nobody tries all the letters there are."""
    if guesses.seconds_to_wait("names"):
        return []
    guesses.count("names")
    return joining.find_free_persons(night, request.args.get("new", "")[:100])


def _show(night: Night, status: int = 200, form: SeatForm | None = None) -> Response:
    return render_page("join/page.html", join_page(night, form), status)


def _night_or_404(code: str) -> Night:
    return links.night_by_join_code(code) or abort(404)


def _wish_or_404(token: str) -> AskedSeat:
    try:
        wish = _tokens().loads(token)
    except BadSignature:
        abort(404)
    line = wish if isinstance(wish, int) else wish[1]  # version 0.2 put the id of its one club first
    return joining.asked_seat(line) or abort(404)


def _tokens() -> URLSafeSerializer:
    """Return what signs the address of a page that waits, so that nobody can follow somebody else's wish."""
    return URLSafeSerializer(str(current_app.secret_key), salt="seat")
