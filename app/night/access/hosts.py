"""Hosts and dealers: what a device may do in this house, and who becomes one.

The first device that is used on a new installation is the host's. The host code makes more of them, and so does the
yes of a host. Whoever has a night's dealer's link deals that night, unless their device has been signed out.

A device that becomes more than it was gets a new token, so that nobody who knew or planted the old one rises with it.
It gets that with the answer to its own post, so who asks the host has it before the host says yes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, cast

from sqlalchemy import Executable, Row, Select, bindparam, delete, or_, select
from sqlalchemy.orm import Session

from app import settings
from app.night.access.devices import change_token, hash_of, register, set_role
from app.night.access.phones import ASKED_FOR, ASKED_TOO_OFTEN, MOST_ASKED
from app.night.caches import remembered
from app.night.db import db, now, retry_conflicts, rows_of, writing
from app.night.models import CLUB, LATEST_FIRST, Club, Device, DeviceRole, Night
from app.night.validation import Problem, clean_name
from app.night.version import mark_table_changed

HOST = "host"
DEALER = "dealer"
#: A device that asks to be let in. It stays what it is until it is: who was signed out is out.
GUEST = "guest"

LONGEST_DEVICE_NAME = 30
#: So many open nights hear that somebody asks: more are never played at once in one house.
NIGHTS_TOLD = 20


@dataclass(frozen=True, slots=True)
class Rights:
    """What a device is in the house.

    ``host`` is its status as a host's device, and ``nights`` that as the dealer's, by night; empty where it is none.
    ``asked``: it has ``asked`` to be let in within the hour, or was ``refused``. ``seen`` is the day it was seen last,
    as far as that is kept.
    """

    host: str = ""
    asked: str = ""
    nights: Mapping[int, str] = field(default_factory=dict)
    seen: date | None = None

    @property
    def is_host(self) -> bool:
        """Whether this is a host's device."""
        return self.host in ("claimed", "granted")

    def may_deal(self, night_id: int) -> bool:
        """Return whether a device that has the dealer's link of a night may use it: it has not been signed out."""
        status = self.nights.get(night_id, "")
        return self.is_host or status == "granted" or (status != "out" and self.host != "out")


@dataclass(frozen=True, slots=True)
class Hostless:
    """A house that has never had a host's device. ``last`` is its last night; None on a new installation."""

    last: Night | None


def _roles_of() -> Executable:
    """Return what a device is in the house, by its ``token``."""
    role = DeviceRole
    query = select(role.role, role.of_id, role.status, role.at, Device.last_seen).join(Device)
    query = query.where(Device.token == bindparam("token"))
    return query.where(or_(*(role.role == name for name in (HOST, DEALER, GUEST))))


# Asked with every request: it is put together once.
_ROLES_OF = _roles_of()


def rights_of(token: str) -> Rights:
    """Return what the device with this token is in the house, and which nights it deals."""
    if not token:
        return Rights()
    rows = rows_of(_ROLES_OF, {"token": hash_of(token)})
    since = now() - ASKED_FOR
    return Rights(
        host=next((row.status for row in rows if row.role == HOST and row.status in _HELD), ""),
        asked=next((row.status for row in rows if row.role == GUEST and row.at > since), ""),
        nights={row.of_id: row.status for row in rows if row.role == DEALER},
        seen=max((row.last_seen for row in rows), default=None),
    )


def hostless() -> Hostless | None:
    """Return the house as long as it has never had a host's device; None since, which this process asks once."""
    known = remembered()
    if known.has_host:
        return None
    held = select(DeviceRole.device_id).where(DeviceRole.role == HOST, DeviceRole.status.in_(_HELD))
    if db.session.scalar(held.limit(1)) is not None:
        known.has_host = True
        return None
    return Hostless(db.session.scalar(select(Night).where(~Night.example).order_by(*LATEST_FIRST).limit(1)))


@retry_conflicts
def claim_house(token: str, label: str) -> str | None:
    """Make a device the first host's, and return its token; None where another one was faster."""
    with writing() as session:
        held = select(DeviceRole.device_id).where(DeviceRole.role == HOST, DeviceRole.of_id == CLUB)
        if session.scalar(held.where(DeviceRole.status.in_(_HELD)).limit(1)) is not None:
            return None
        device, token = register(session, token, label)
        _ask_no_longer(session, device.id)
        set_role(session, device.id, HOST, CLUB, "claimed")
        return change_token(session, token)


@retry_conflicts
def make_host(token: str, label: str) -> str:
    """Make a device a host's, as the code does, and return its token."""
    with writing() as session:
        device, token = register(session, token, label)
        _ask_no_longer(session, device.id)
        if _status(session, device.id, HOST, CLUB) not in ("claimed", "granted"):
            set_role(session, device.id, HOST, CLUB, "granted")
            token = change_token(session, token)
    return token


@retry_conflicts
def note_dealer(night_id: int, token: str, label: str) -> str | Problem:
    """Note a device among those that deal a night, and return its token."""
    with writing() as session:
        session.get_one(Night, night_id)
        known = select(DeviceRole.device_id).where(DeviceRole.role == DEALER, DeviceRole.of_id == night_id)
        if len(session.scalars(known).all()) >= settings.limit("dealers"):
            return Problem("device", "as many devices deal this night as may: give the dealer’s tablet a new link")
        device, token = register(session, token, label)
        set_role(session, device.id, DEALER, night_id, "granted")
        return change_token(session, token)


@retry_conflicts
def note_seen(token: str, label: str) -> None:
    """Note that a device has been used today."""
    with writing() as session:
        register(session, token, label)


@retry_conflicts
def ask_host(token: str, label: str, name: str) -> str | Problem:
    """Ask the host to let a device in, under the name of whoever uses it, and return the device's token."""
    cleaned = clean_name(name, longest=LONGEST_DEVICE_NAME)
    if isinstance(cleaned, Problem):
        return cleaned
    with writing() as session:
        session.get_one(Club, CLUB, with_for_update=True)
        known = rights_of(token)
        if known.is_host or known.asked == "asked":
            return token
        if known.asked == "refused":
            return Problem("device", "the answer was no: you can ask again in an hour")
        asked = select(DeviceRole.device_id).where(DeviceRole.role == GUEST, DeviceRole.of_id == CLUB)
        asked = asked.where(DeviceRole.at > now() - ASKED_FOR)
        if len(session.scalars(asked).all()) >= MOST_ASKED:
            return ASKED_TOO_OFTEN
        device, token = register(session, token, label)
        device.name = cleaned
        set_role(session, device.id, GUEST, CLUB, "asked")
        _tell_open_nights(session)
        return change_token(session, token)


@retry_conflicts
def answer_guest(device_id: int, night_id: int | None, *, yes: bool) -> Problem | None:
    """Let a device in that asks, as a dealer of a night or without one as a host's; or turn it away."""
    with writing() as session:
        session.get_one(Club, CLUB, with_for_update=True)
        asked = session.get(DeviceRole, {"device_id": device_id, "role": GUEST, "of_id": CLUB})
        if asked is None or asked.status != "asked" or asked.at <= now() - ASKED_FOR:
            return Problem("device", "it has been answered already")
        if yes:
            _ask_no_longer(session, device_id)
            role, of_id = (HOST, CLUB) if night_id is None else (DEALER, night_id)
            set_role(session, device_id, role, of_id, "granted")
        else:
            set_role(session, device_id, GUEST, CLUB, "refused")
        _tell_open_nights(session)
    return None


@retry_conflicts
def sign_out(device_id: int) -> bool:
    """Take every role of a host or a dealer from a device, and return whether it had any."""
    with writing() as session:
        held = select(DeviceRole).where(DeviceRole.device_id == device_id, DeviceRole.role.in_((HOST, DEALER)))
        roles = session.scalars(held.where(DeviceRole.status.in_(("claimed", "granted")))).all()
        for role in roles:
            set_role(session, device_id, role.role, role.of_id, "out")
            if role.role == DEALER:
                mark_table_changed(session, role.of_id)
        if any(role.role == HOST for role in roles):
            _tell_open_nights(session)
    return bool(roles)


def forget_dealers(session: Session, night_id: int, but: str) -> None:
    """Forget which devices deal a night, but for the one with this token: its link is another one now."""
    kept = select(Device.id).where(Device.token == hash_of(but))
    gone = delete(DeviceRole).where(DeviceRole.role == DEALER, DeviceRole.of_id == night_id)
    session.execute(gone.where(DeviceRole.device_id.not_in(kept)).execution_options(synchronize_session=False))


#: What a device is that is the host's, or was.
_HELD = ("claimed", "granted", "out")


def _status(session: Session, device_id: int, role: str, of_id: int) -> str:
    held = session.get(DeviceRole, {"device_id": device_id, "role": role, "of_id": of_id})
    return held.status if held is not None else ""


def _ask_no_longer(session: Session, device_id: int) -> None:
    session.execute(delete(DeviceRole).where(DeviceRole.role == GUEST, DeviceRole.device_id == device_id))


def _tell_open_nights(session: Session) -> None:
    """Tell the screens of the nights that are being played: who asks stands on them, and who is out leaves them."""
    open_nights = select(Night.id).where(Night.ended_at.is_(None), ~Night.example).order_by(*LATEST_FIRST)
    for night_id in session.scalars(open_nights.limit(NIGHTS_TOLD)).all():
        mark_table_changed(session, night_id)


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
    for row in db.session.execute(dealt.order_by(*LATEST_FIRST, DeviceRole.at).limit(MOST_LISTED)):
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
