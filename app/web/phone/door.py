"""The door of a player's phone: the first device that opens the link claims it, and lets others in or does not.

Whatever a phone shows or takes asks :func:`held` first. Nothing of the night is seen before.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from app.night import screens
from app.night.access import phones
from app.night.access.phones import ASKED_TOO_OFTEN, PhoneAccess
from app.night.people import seats
from app.night.screens import LinkedSeat, Screen
from app.night.validation import Problem
from app.text import sentence, with_article
from app.web.http import guesses
from app.web.http.cookies import device_label, device_token, keep_token, makes_preview
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import redirect_to, render_page

blueprint = GuardedBlueprint("door", __name__, Who.LINK, url_prefix="/p/<key>")


@dataclass(frozen=True, slots=True)
class Held:
    """A phone that its device may see: the seat that its link leads to, who else has the page open, and the night."""

    seat: LinkedSeat
    access: PhoneAccess
    screen: Screen


@dataclass(frozen=True, slots=True)
class Other:
    """Another device that has the page open or asks to; ``name`` is its kind: ``an iPhone``."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Doorbell:
    """What the claimer is told of other devices: those that ask, and those that were let in."""

    asking: tuple[Other, ...]
    let_in: tuple[Other, ...]
    state: str


@dataclass(frozen=True, slots=True)
class DoorPage:
    """What a device is shown that may not see the page of ``name``: ``text`` is why not, under ``title``.

    ``button`` posts to ``action``, by itself at once where ``at_once``; none where it is empty. ``waits``: the page
    looks again by itself.
    """

    key: str
    name: str
    title: str
    text: str
    action: str = ""
    button: str = ""
    at_once: bool = False
    waits: bool = False
    problem: str = ""


def held(key: str) -> Held:
    """Return the phone of a link; answer an unknown link with 404, and a device that may not see it with the door."""
    phone = screens.phone_screen(key, device_token()) or abort(404)
    if phone.access.holds:
        return Held(phone.seat, phone.access, phone.screen)
    if "HX-Request" in request.headers:
        # The page that asks was open here before: the whole of it goes.
        abort(make_response("", 403, {"HX-Refresh": "true"}))
    return abort(_door(key, phone.seat.name, phone.access, 200 if request.endpoint == "phone.page" else 403))


def doorbell(access: PhoneAccess) -> Doorbell | None:
    """Return what the claimer is told of other devices; None for those that were let in, and if there are none."""
    if access.own != "claimed" or not (access.asking or access.open_on[1:]):
        return None
    asking, let_in = (
        tuple(Other(device.id, with_article(device.label)) for device in devices)
        for devices in (access.asking, access.open_on[1:])
    )
    return Doorbell(asking, let_in, " ".join(f"{device.id}{device.status}" for device in access.devices))


@blueprint.get("/claim")
@blueprint.get("/ask")
@blueprint.get("/device/<int:device>")
def back(key: str, device: int = 0) -> Response:
    """Go back to the phone when someone reloads the page of a refused post."""
    return redirect(url_for("phone.page", key=key), 303)


@blueprint.post("/claim")
def claim(key: str) -> Response:
    """Make this browser's the first device of the link, if it is still free."""
    seat = seats.seat_by_key(key) or abort(404)
    token = phones.claim_phone(seat, device_token(), device_label())
    response = redirect_to(url_for("phone.page", key=key))
    return response if token is None else keep_token(response, token)


@blueprint.post("/ask")
def ask(key: str) -> Response:
    """Ask the first device, and the dealer, to open the page here too."""
    seat = seats.seat_by_key(key) or abort(404)
    often = guesses.seconds_to_wait("questions")
    token = ASKED_TOO_OFTEN if often else phones.ask_for_phone(seat, device_token(), device_label())
    if isinstance(token, Problem):
        access = phones.phone_access(seat.player_id, device_token())
        return _door(key, seat.player.name, access, 409, f"{sentence(token.text)}.")
    guesses.count("questions")
    return keep_token(redirect_to(url_for("phone.page", key=key)), token)


@blueprint.post("/device/<int:device>")
def answer(key: str, device: int) -> Response:
    """Let another device open the page or not, as the first one says; not: one that was let in is out again."""
    phone = held(key)
    if phone.access.own != "claimed":
        abort(403)
    phones.answer_device(phone.seat.player_id, device, yes=request.form.get("answer") == "yes")
    if "HX-Request" in request.headers:
        return Response(status=204)  # the page is told by its stream, as the dealer's is
    return redirect(url_for("phone.page", key=key), 303)


def _door(key: str, name: str, access: PhoneAccess, status: int, problem: str = "") -> Response:
    return render_page("phone/door.html", _door_page(key, name, access, problem), status)


def _door_page(key: str, name: str, access: PhoneAccess, problem: str) -> DoorPage:
    claim, ask = url_for("door.claim", key=key), url_for("door.ask", key=key)
    if not access.claimed:
        text = "It stays on this phone from now on. Any other one has to be let in by you or the dealer."
        if access.own == "out":
            text = "The dealer has freed this link for a new phone. The next one that opens it keeps it."
        at_once = not access.own and not makes_preview()
        return DoorPage(key, name, f"{name}’s page", text, claim, "This is my phone", at_once)
    if access.own == "asked":
        text = "The first phone is asked, and so is the dealer. Keep this page open: it goes on by itself."
        return DoorPage(key, name, "Waiting for a yes", text, waits=True)
    if access.own == "refused":
        text = "Talk to the dealer. After an hour you can ask again from here."
        return DoorPage(key, name, f"{name}’s page is not open here", text, problem="The answer was no.")
    text = "To open it here too you need a yes: on the first phone, or from the dealer."
    title = f"{name}’s page is open on another phone"
    return DoorPage(key, name, title, text, ask, "Ask to open it here", problem=problem)
