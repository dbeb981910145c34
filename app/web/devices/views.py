"""Devices: a host lets guests in or turns them away, and signs out the devices of hosts and dealers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from flask import abort, flash, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from app.night import links, nights
from app.night.access import grants
from app.night.access.devices import hash_of
from app.night.access.grants import GUEST
from app.night.access.rights import dealer_devices, guest_devices, host_devices
from app.night.models import ABOVE_ALL_IDS, CLUB, Device, Night
from app.text import listing, whole_number
from app.web.http.cookies import device_token
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import guests
from app.web.http.pages import render, take_messages

blueprint = GuardedBlueprint("devices", __name__, Who.HOST, url_prefix="/devices")


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device in the list: ``what`` says which nights it deals, ``when`` on which days it was first and last used."""

    id: int
    name: str
    own: bool
    what: str
    when: str


@blueprint.get("")
def page() -> Response:
    """List the devices of hosts and dealers, and the guests. ``only_one``: there is just one host's device."""
    hosts, dealers = host_devices(), dealer_devices()
    return render(
        "devices/page.html",
        hosts=[_row(device) for device in hosts],
        dealers=[_row(device, nights) for device, nights in dealers.items()],
        guests=guests(),
        only_one=len(hosts) == 1,
        message=take_messages("done"),
    )


@blueprint.get("/asking")
def asking() -> Response:
    """Show the guests, for pages that poll."""
    back, asking = "home" if request.args.get("back") == "home" else "devices", guests()
    if request.args.get("seen") == "-".join(str(guest.device) for guest in asking):
        return make_response("", 204)
    return render("forms/_guests_asking.html", guests=asking, back=back)


@blueprint.post("/<int:device>/answer")
def answer(device: int) -> Response:
    """Admit a device, as a host's or as the dealer's of a night, or refuse it."""
    said, _, number = request.form.get("answer", "").partition(" ")
    if said not in ("host", "dealer", "no"):
        abort(400)
    night = _open_night_or_404(whole_number(number)) if said == "dealer" else None
    guest = next((guest for guest in guest_devices() if guest.id == device), None)
    deals = night.id if night else None
    if guest is not None and grants.answer(GUEST, CLUB, device, yes=said != "no", deals=deals) is None:
        flash(_answered(guest.name, said, night), "done")
    else:
        flash("It has already been answered", "done")
    return _back()


@blueprint.post("/<int:device>/sign-out")
def sign_out(device: int) -> Response:
    """Sign out a device, which may be this one."""
    known = next((known for known in (*host_devices(), *dealer_devices()) if known.id == device), None) or abort(404)
    name, own = _device_name(known), _is_own(known)
    grants.sign_out(device)
    flash(f"{name} is signed out", "done")
    return redirect(url_for("home.page" if own else "devices.page"), 303)


def _device_name(device: Device) -> str:
    """Return what a device is called: ``Bob’s iPhone``, or its kind alone."""
    kind = device.label or "device"
    if device.name:
        return f"{device.name}’s {kind}"
    return "Unknown device" if kind == "device" else kind


def _is_own(device: Device) -> bool:
    """Return whether a device is the one that asks."""
    return device.token == hash_of(device_token())


def _row(device: Device, nights: Sequence[str] = ()) -> DeviceRow:
    when = f"Since {_day(device.first_seen)}"
    if device.last_seen > device.first_seen:
        when += f", last used {_day(device.last_seen)}"
    return DeviceRow(
        id=device.id,
        name=_device_name(device),
        own=_is_own(device),
        what=f"Deals {listing(list(dict.fromkeys(nights))[:5])}" if nights else "",
        when=when,
    )


def _day(day: date) -> str:
    """Return a day that no line breaks: ``3 August``."""
    return f"{day:%-d\N{NO-BREAK SPACE}%B}"


def _answered(name: str, said: str, night: Night | None) -> str:
    if night is not None:
        return f"{name} deals {night.name} too"
    return f"{name} has a host’s device now" if said == "host" else f"{name} is not let in"


def _open_night_or_404(night_id: int | None) -> Night:
    found = links.nights_by_ids([night_id]) if night_id is not None and night_id < ABOVE_ALL_IDS else []
    return next((night for night in found if night.ended_at is None and not night.example), None) or abort(404)


def _back() -> Response:
    """Go back to the page whose form it was: the players of a night, the start page, or the devices."""
    night, back = nights.night_by_key(request.form.get("key", "")), request.form.get("back", "")
    if back == "players" and night is not None:
        return redirect(url_for("players.page", key=night.key), 303)
    return redirect(url_for("home.page" if back == "home" else "devices.page"), 303)
