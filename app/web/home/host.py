"""Become a host by the code or by asking one. A guest's page goes on by itself once a host has answered."""

from __future__ import annotations

from flask import make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from app.night.access.grants import GUEST
from app.night.models import CLUB
from app.night.play import call
from app.text import sentence
from app.web.home.page import AskForm, HostForm, show_home
from app.web.http import guesses
from app.web.http.cookies import makes_preview
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import redirect_to, render
from app.web.http.rights import enter_host_code, is_host, is_host_code, rights, visible_nights

blueprint = GuardedBlueprint("host", __name__, Who.ANYBODY)

WAITING = "The host has been asked. Keep this page open: it continues by itself."
REFUSED = "Talk to the host. After an hour you can ask again from the start page."


@blueprint.get("/host/<code>")
def page(code: str) -> Response:
    """Offer to enter the code in this address, which the printed QR code leads to."""
    if not is_host_code(code):
        return _wrong(code)
    return render("home/code.html", code=code, at_once=not makes_preview())


@blueprint.post("/host")
def enter() -> Response:
    """Make this device a host's if the code is right."""
    entered = request.form.get("code", "")
    return redirect_to(url_for("home.page")) if enter_host_code(entered) or is_host() else _wrong(entered)


@blueprint.post("/ask")
def ask() -> Response:
    """Ask the host to let this device in."""
    name = request.form.get("name", "")
    if problem := guesses.ask_for(GUEST, CLUB, name):
        error = f"{sentence(problem.text)}."
        return show_home(422 if problem.field == "name" else 409, ask=AskForm(name[:100], error))
    return redirect(url_for("host.asked"), 303)


@blueprint.get("/ask")
def asked() -> Response:
    """Show that the host is being asked, or the answer. The waiting page polls this."""
    if rights().guest == "asked":
        if "HX-Request" in request.headers:
            return make_response("", 204)
        return render("home/asked.html", title="Waiting for the host", text=WAITING, waits=True)
    if rights().guest == "refused":
        if "HX-Request" in request.headers:
            return redirect_to(url_for("host.asked"))
        return render("home/asked.html", title="The answer was no", text=REFUSED, waits=False)
    nights = [] if is_host() else visible_nights()
    night = next((night for night in nights if night.id in rights().deals and night.ended_at is None), None)
    if night is None:
        return redirect_to(url_for("home.page"))
    return redirect_to(url_for("dealer.table" if call.current_hand(night) else "players.page", key=night.key))


def _wrong(entered: str) -> Response:
    error = "That is not the code" if entered.strip() else "Enter the code"
    return show_home(422, host_code=HostForm(entered[:40], error))
