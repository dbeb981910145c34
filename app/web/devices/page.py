"""The values on the page of devices."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from app.night.access.hosts import HouseDevice, house_devices
from app.text import listing
from app.web.http.cookies import device_token
from app.web.http.lookup import Guest, guests
from app.web.http.pages import take_messages


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device in the list. ``what`` says what it deals, ``when`` since when it is here and when it was used last."""

    id: int
    name: str
    own: bool
    what: str
    when: str


@dataclass(frozen=True, slots=True)
class DevicesPage:
    """The devices of hosts and of dealers, and the ``guests`` who ask.

    ``only_one``: there is no other host's device. ``message`` says what has just been done.
    """

    hosts: tuple[DeviceRow, ...]
    dealers: tuple[DeviceRow, ...]
    guests: tuple[Guest, ...]
    only_one: bool
    message: str


def devices_page() -> DevicesPage:
    """Return the list of devices as this one sees it."""
    devices = house_devices(device_token())
    return DevicesPage(
        hosts=tuple(map(_row, devices.hosts)),
        dealers=tuple(map(_row, devices.dealers)),
        guests=guests(),
        only_one=len(devices.hosts) == 1,
        message=take_messages("done"),
    )


def device_name(device: HouseDevice) -> str:
    """Return what a device is called: ``Bob’s iPhone``, or its kind alone."""
    kind = device.label or "device"
    if device.name:
        return f"{device.name}’s {kind}"
    return "Unknown device" if kind == "device" else kind


def _row(device: HouseDevice) -> DeviceRow:
    when = f"Since {_day(device.since)}" + (f", last used {_day(device.seen)}" if device.seen > device.since else "")
    return DeviceRow(
        id=device.id,
        name=device_name(device),
        own=device.own,
        what=f"Deals {listing(list(dict.fromkeys(device.nights))[:5])}" if device.nights else "",
        when=when,
    )


def _day(day: date) -> str:
    """Return a day that no line breaks: ``3 August``."""
    return f"{day:%-d\N{NO-BREAK SPACE}%B}"
