"""The devices of the house, as the host sees them: hosts' and dealers' devices, and those that ask."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Any, cast

from sqlalchemy import Row, Select, select

from app.night.db import db, now
from app.night.devices import hash_of
from app.night.hosts import DEALER, GUEST, HOST
from app.night.models import Device, DeviceRole, Night
from app.night.people.phones import ASKED_FOR

#: So many dealers' devices are listed, those of the latest nights first.
MOST_LISTED = 200


@dataclass(frozen=True, slots=True)
class HouseDevice:
    """A device: its kind, whose it is as they said, and the days on which it came and was seen last.

    ``own``: it is the one that asks. ``nights`` are those that it deals.
    """

    id: int
    label: str
    name: str
    since: date
    seen: date
    own: bool = False
    nights: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HouseDevices:
    """The devices of the house; a host's device is not listed as a dealer's again."""

    hosts: tuple[HouseDevice, ...]
    dealers: tuple[HouseDevice, ...]
    asking: tuple[HouseDevice, ...]


def house_devices(token: str) -> HouseDevices:
    """Return the devices of the house, as the device with this token sees them."""
    hosts = _those(_of_role(HOST, "claimed", "granted").order_by(DeviceRole.at), token)
    known = {device.id for device in hosts}
    dealt = _of_role(DEALER, "granted").join(Night, Night.id == DeviceRole.of_id).add_columns(Night.name)
    devices: dict[int, HouseDevice] = {}
    nights: dict[int, list[str]] = {}
    for row in db.session.execute(dealt.order_by(Night.id.desc(), DeviceRole.at).limit(MOST_LISTED)):
        if row.id not in known:
            devices.setdefault(row.id, _device(row, token))
            nights.setdefault(row.id, []).append(row[-1])
    dealers = tuple(replace(device, nights=tuple(nights[device.id])) for device in devices.values())
    return HouseDevices(hosts, dealers, guests_asking())


def guests_asking() -> tuple[HouseDevice, ...]:
    """Return the devices that ask the host and have got no answer, the first to ask first; an old question is over."""
    asked = _of_role(GUEST, "asked").where(DeviceRole.at > now() - ASKED_FOR)
    return _those(asked.order_by(DeviceRole.at), "")


def _of_role(role: str, *statuses: str) -> Select[Any]:
    query = select(Device.id, Device.label, Device.name, Device.first_seen, Device.last_seen, Device.token)
    query = query.join(DeviceRole, DeviceRole.device_id == Device.id)
    return cast(Select[Any], query.where(DeviceRole.role == role, DeviceRole.status.in_(statuses)))


def _those(query: Select[Any], token: str) -> tuple[HouseDevice, ...]:
    return tuple(_device(row, token) for row in db.session.execute(query))


def _device(row: Row[Any], token: str) -> HouseDevice:
    return HouseDevice(row.id, row.label, row.name, row.first_seen, row.last_seen, own=row.token == hash_of(token))
