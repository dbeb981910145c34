"""Devices: let guests in, sign out devices of hosts and dealers, and make tokens for programs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import cast

from flask import abort, make_response, request
from werkzeug.wrappers import Response

from app.dates import day_text
from app.night import nights
from app.night.access import grants, rights
from app.night.models import CLUB, Device, Night
from app.night.people.seats import seats
from app.night.validation import Problem
from app.text import listing, sentence, whole_number
from app.web.http.addresses import server_address
from app.web.http.browser import device_token
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import MAX_NIGHTS, get_own_night_or_404, guests
from app.web.http.pages import back_to, render

blueprint = GuardedBlueprint("devices", __name__, Who.HOST, url_prefix="/devices")


class DeviceRow:
    """A device in the list. ``what``: what it may do. ``when``: the days of its first and last use."""

    def __init__(self, device: Device, what: str = "") -> None:
        self.id, self.name, self.own, self.what = device.id, _device_name(device), _is_own(device), what
        self.when = f"Since {_day(device.first_seen)}"
        if device.last_seen > device.first_seen:
            self.when += f", last used {_day(device.last_seen)}"


def _number_namesakes(rows: Sequence[DeviceRow]) -> None:
    """Number devices with the same name, in the order of first use: ``iPad 1``, ``iPad 2``."""
    named: dict[str, list[DeviceRow]] = {}
    for row in sorted(rows, key=lambda row: row.id):
        named.setdefault(row.name, []).append(row)
    for name, alike in named.items():
        for number, row in enumerate(alike, start=1):
            row.name = f"{name} {number}" if len(alike) > 1 else name


@blueprint.get("")
def page(status: int = 200, **form: str) -> Response:
    """List devices, guests and programs. ``only_one``: whether there is only one host's device.

    ``form``: the token just ``made``, which is shown only once, or the entries of the form for one, with an ``error``.
    """
    hosts = [DeviceRow(device) for device in rights.host_devices()]
    dealers = [
        DeviceRow(device, f"Deals {listing(list(dict.fromkeys(nights))[:5])}")
        for device, nights in rights.dealer_devices().items()
    ]
    _number_namesakes(hosts)
    _number_namesakes(dealers)
    return render(
        "devices/page.html",
        status,
        hosts=hosts,
        dealers=dealers,
        programs=[DeviceRow(each.device, _use_text(each)) for each in rights.programs()],
        guests=guests(),
        only_one=len(hosts) == 1,
        uses=_uses(),
        server=server_address().origin,
        **dict.fromkeys(("made", "name", "use", "error"), "") | form,
    )


@blueprint.post("")
def make_token() -> Response:
    """Make a token for a program, and show it once."""
    name, use = request.form.get("name", ""), request.form.get("use", "")
    if use not in {value for values in _uses().values() for value in values}:
        abort(404)
    role, _, number = use.partition(" ")
    token = grants.make_token(cast(rights.Role, role), int(number), name)
    if isinstance(token, Problem):
        return page(422, name=name[:30], use=use, error=sentence(token.text))
    return page(made=token)


@blueprint.post("/<int:device>/revoke")
def revoke(device: int) -> Response:
    """Revoke the token of a program."""
    name = next((each.device.name for each in rights.programs() if each.device.id == device), None) or abort(404)
    grants.revoke(device)
    return back_to("devices.page", f"The token for {name} is revoked")


def _uses() -> dict[str, dict[str, str]]:
    """Return the uses of a token, as values to post with labels, by the name of each open night."""
    uses: dict[str, dict[str, str]] = {}
    for night in nights.open_nights(MAX_NIGHTS):
        of_night = {f"{rights.ENTERS} {night.id}": "Dealer", f"{rights.LOOKS} {night.id}": "Television"}
        of_night |= {f"{rights.ANSWERS} {seat.id}": f"{seat.name}'s phone" for seat in seats(night)}
        uses.setdefault(night.name, {}).update(of_night)
    return uses


def _use_text(program: rights.Program) -> str:
    """Return what a program may do: ``Enters actions at Friday``."""
    if program.role != rights.ANSWERS:
        return f"{'Enters actions' if program.role == rights.ENTERS else 'Follows the table'} at {program.night_name}"
    waits = "" if program.is_approved else ", once the player or the dealer has said yes"
    return f"{program.player}'s phone at {program.night_name}{waits}"


@blueprint.get("/asking")
def asking() -> Response:
    """Show the guests, for pages that poll; no content if the page shows them already."""
    back, asking = "home" if request.args.get("back") == "home" else "devices", guests()
    if request.args.get("seen") == "-".join(str(device) for device, _, _ in asking):
        return make_response("", 204)
    return render("forms/_guests_asking.html", guests=asking, back=back)


@blueprint.post("/<int:device>/answer")
def answer(device: int) -> Response:
    """Admit a device, as a host's or as a dealer's of a night, or refuse it."""
    role, _, number = request.form.get("answer", "").partition(" ")
    if role not in ("host", "dealer", "no"):
        abort(400)
    night = _open_night_or_404(number) if role == "dealer" else None
    guest = next((guest for guest in rights.guest_devices() if guest.id == device), None)
    deals = night.id if night else None
    message = "It has already been answered"
    if guest is not None and grants.answer(rights.GUEST, CLUB, device, yes=role != "no", deals=deals) is None:
        message = f"{guest.name} has a host's device now" if role == "host" else f"{guest.name} is not let in"
        if night is not None:
            message = f"{guest.name} deals {night.name} too"
    # The form is on the page of a night's players, on the start page, and here.
    table, back = nights.night_by_key(request.form.get("key", "")), request.form.get("back", "")
    if back == "players" and table is not None:
        return back_to("players.page", message, key=table.key)
    return back_to("home.page" if back == "home" else "devices.page", message)


@blueprint.post("/<int:device>/sign-out")
def sign_out(device: int) -> Response:
    """Sign out a device, which may be this one."""
    signed_in = (*rights.host_devices(), *rights.dealer_devices())
    known = next((known for known in signed_in if known.id == device), None) or abort(404)
    name, own = _device_name(known), _is_own(known)
    grants.sign_out(device)
    return back_to("home.page" if own else "devices.page", f"{name} is signed out")


def _device_name(device: Device) -> str:
    """Return the name of a device: ``Bob's iPhone``, or its kind alone."""
    kind = device.label or "device"
    if device.label == rights.PROGRAM:
        return device.name
    if device.name:
        return f"{device.name}'s {kind}"
    return "Unknown device" if kind == "device" else kind


def _is_own(device: Device) -> bool:
    return device.token == rights.hash_of(device_token())


def _day(day: date) -> str:
    """Return a day with a no-break space: ``3 August``."""
    return day_text(day, year=False).replace(" ", "\N{NO-BREAK SPACE}")


def _open_night_or_404(number: str) -> Night:
    night_id = whole_number(number)
    night = get_own_night_or_404(abort(404) if night_id is None else night_id)
    return night if night.ended_at is None else abort(404)
