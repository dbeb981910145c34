"""Becoming a host: by the code, or by asking one. A guest's page goes on by itself when the host has answered."""

from __future__ import annotations

from flask import make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from app.night.access import hosts
from app.night.access.phones import ASKED_TOO_OFTEN
from app.night.models import Night
from app.night.play import call
from app.night.validation import Problem
from app.text import sentence
from app.web.home.page import AskForm, HostForm, show_home
from app.web.http import guesses
from app.web.http.cookies import device_label, device_token, makes_preview
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import redirect_to, render
from app.web.http.rights import enter_host_code, is_host, is_host_code, rights, sign_in_as, visible_nights

blueprint = GuardedBlueprint("host", __name__, Who.ANYBODY)

WAITING = "A host’s device is asked. Keep this page open: it goes on by itself."
REFUSED = "Talk to the host. After an hour you can ask again from the start page."


@blueprint.get("/host/<code>")
def page(code: str) -> Response:
    """Offer to enter the code of this address, which is that of the printed QR code."""
    if not is_host_code(code):
        return _wrong(code)
    return render("home/code.html", code=code, at_once=not makes_preview())


@blueprint.post("/host")
def enter() -> Response:
    """Make this device a host's by the code."""
    entered = request.form.get("code", "")
    return redirect_to(url_for("home.page")) if enter_host_code(entered) or is_host() else _wrong(entered)


@blueprint.post("/ask")
def ask() -> Response:
    """Ask the host to let this device in."""
    name, often = request.form.get("name", ""), guesses.seconds_to_wait("questions")
    token = ASKED_TOO_OFTEN if often else hosts.ask_host(device_token(), device_label(), name)
    if isinstance(token, Problem):
        error = f"{sentence(token.text)}."
        return show_home(422 if token.field == "name" else 409, ask=AskForm(name[:100], error))
    guesses.count("questions")
    sign_in_as(token)
    return redirect(url_for("host.asked"), 303)


@blueprint.get("/ask")
def asked() -> Response:
    """Show that the host is asked, or go on to what the answer was. The page that waits looks again and again."""
    if rights().asked == "asked":
        if "HX-Request" in request.headers:
            return make_response("", 204)
        return render("home/asked.html", title="Waiting for the host", text=WAITING, waits=True)
    if rights().asked == "refused":
        if "HX-Request" in request.headers:
            return redirect_to(url_for("host.asked"))
        return render("home/asked.html", title="The answer was no", text=REFUSED, waits=False)
    night = None if is_host() else _night_let_in()
    if night is None:
        return redirect_to(url_for("home.page"))
    return redirect_to(url_for("dealer.table" if call.current_hand(night) else "players.page", key=night.key))


def _night_let_in() -> Night | None:
    """Return the latest open night that this device was let in to deal."""
    granted = {night_id for night_id, status in rights().nights.items() if status == "granted"}
    return next((night for night in visible_nights() if night.id in granted and night.ended_at is None), None)


def _wrong(entered: str) -> Response:
    error = "That is not the code" if entered.strip() else "Enter the code"
    return show_home(422, host_code=HostForm(entered[:40], error))
