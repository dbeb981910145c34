"""Access to a player's page: the first device that opens the link claims it, and then allows or refuses others.

Every view of a phone calls :func:`held` first, so that other devices see nothing of the night.
"""

from __future__ import annotations

from flask import abort, make_response, request, url_for
from werkzeug.wrappers import Response

from app.night import screens
from app.night.access import grants
from app.night.access.grants import Access
from app.night.access.rights import PHONE
from app.night.people import seats
from app.night.screens import PhoneScreen
from app.text import full_sentence
from app.web.http import guesses
from app.web.http.browser import device_label, device_token, is_link_preview, sign_in_as
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import back_to, redirect_to, render

blueprint = GuardedBlueprint("access", __name__, Who.LINK, url_prefix="/p/<key>")


def held(key: str) -> PhoneScreen:
    """Return the phone of a link; respond to an unknown link with 404, to a device without access with the way in."""
    phone = screens.phone_screen(key, device_token()) or abort(404)
    if phone.access.holds:
        return phone
    if "HX-Request" in request.headers:
        # The page was open here before, so reload all of it.
        abort(make_response("", 403, {"HX-Refresh": "true"}))
    return abort(_access_page(key, phone.seat.name, phone.access, 200 if request.endpoint == "phone.page" else 403))


@blueprint.post("/claim")
def claim(key: str) -> Response:
    """Make this browser the first device of the link, if it is still free."""
    seat = seats.seat_by_key(key) or abort(404)
    if token := grants.claim(PHONE, seat.player_id, device_token(), device_label()):
        sign_in_as(token)
    return redirect_to(url_for("phone.page", key=key))


@blueprint.post("/ask")
def ask(key: str) -> Response:
    """Request access from the first device and the dealer."""
    seat = seats.seat_by_key(key) or abort(404)
    if problem := guesses.ask_for(PHONE, seat.player_id):
        access = grants.access(PHONE, seat.player_id, device_token())
        return _access_page(key, seat.player.name, access, 409, full_sentence(problem.text))
    return redirect_to(url_for("phone.page", key=key))


@blueprint.post("/device/<int:device>")
def answer(key: str, device: int) -> Response:
    """Allow or refuse another device access, even one that already has it."""
    phone = held(key)
    if phone.access.own != "claimed":
        abort(403)
    grants.answer(PHONE, phone.seat.player_id, device, yes=request.form.get("answer") == "yes")
    if "HX-Request" in request.headers:
        return Response(status=204)  # the page follows its stream, as the dealer's does
    return back_to("phone.page", key=key)


def _access_page(key: str, name: str, access: Access, status: int, problem: str = "") -> Response:
    """Show why this device has no access to a player's page, and how to get it."""
    action = button = ""
    title = f"{name}'s page is open on another phone"
    if not access.claimed:
        title = f"{name}'s page"
        text = "It stays on this phone from now on. You or the dealer have to let in any other phone."
        if access.own == "out":
            text = "The dealer has freed this link for a new phone. The next one that opens it keeps it."
        action, button = url_for("access.claim", key=key), "This is my phone"
    elif access.own == "asked":
        title = "Waiting for a yes"
        text = "The first phone has been asked, and so has the dealer. Keep this page open: it continues by itself."
    elif access.own == "refused":
        title, problem = f"{name}'s page is not open here", "The answer was no."
        text = "Talk to the dealer. After an hour you can ask again from here."
    else:
        text = "To open it here too you need a yes: on the first phone, or from the dealer."
        action, button = url_for("access.ask", key=key), "Ask to open it here"
    return render(
        "phone/access.html",
        status,
        title=title,
        text=text,
        action=action,
        button=button,
        at_once=not access.claimed and not access.own and not is_link_preview(),
        waits=access.claimed and access.own == "asked",
        problem=problem,
    )
