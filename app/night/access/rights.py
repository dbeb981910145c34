"""Devices, their roles and rights, and the lists of devices shown to hosts and dealers.

A device is a browser or program recognized by its random token, of which the database stores only the hash.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import field
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Final, Literal

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, exists, select
from sqlalchemy.orm import Session, aliased

from app.dataclass import dataclass
from app.night.caches import database_facts
from app.night.db import db, now, rows_of, transaction
from app.night.models import LATEST_FIRST, Club, Device, DeviceRole, Night, Player, Seat

Role = Literal["host", "guest", "dealer", "phone", "seat", "looks", "enters", "answers"]
Status = Literal["", "claimed", "granted", "asked", "refused", "out"]

HOST: Final = "host"
#: A device that asks the host for access. Until the answer it keeps its rights: a signed-out device stays out.
GUEST: Final = "guest"
DEALER: Final = "dealer"
PHONE: Final = "phone"
#: The device that asked for a seat; ``of_id`` is the act that asks.
SEAT: Final = "seat"
#: A program that sees a night as its television does, or enters actions as its dealer does.
LOOKS: Final = "looks"
ENTERS: Final = "enters"
#: A program that answers for a seat; it also needs the phone role of the seat's player.
ANSWERS: Final = "answers"
PROGRAMS: Final = (LOOKS, ENTERS, ANSWERS)
#: The label of a program's device.
PROGRAM: Final = "program"

#: The statuses of a device that has a role.
HOLDING: tuple[Status, ...] = ("claimed", "granted")

#: How long a request stays open, and how long a refused device has to wait before asking again.
REQUEST_LIFETIME = timedelta(hours=1)

#: No token we issue is longer than this.
MAX_TOKEN_LENGTH = 64

#: The most dealers' devices listed, and the most programs: the latest nights first.
MAX_LISTED = 200


def hash_of(token: str) -> str:
    """Return the stored hash of a token; empty for text that cannot be a token."""
    return sha256(token.encode()).hexdigest() if 0 < len(token) <= MAX_TOKEN_LENGTH else ""


def register(session: Session, token: str, label: str) -> tuple[Device, str]:
    """Return the device that holds a token, and its token; a new device and token if the token is unknown."""
    device = _with_token(session, token)
    if device is None:
        token = secrets.token_urlsafe(32)
        device = Device(token=hash_of(token), first_seen=now().date())
        session.add(device)
    device.label, device.last_seen = label, now().date()
    session.flush()
    return device, token


def change_token(device: Device) -> str:
    """Give a device a new token and return it; the old one stops working."""
    token = secrets.token_urlsafe(32)
    device.token = hash_of(token)
    return token


@transaction
def renew_token(session: Session, token: str) -> str:
    """Give the device with this token a new one and return it; return the same token if no device has it."""
    device = _with_token(session, token)
    return token if device is None else change_token(device)


@transaction
def note_seen(session: Session, token: str, label: str) -> None:
    """Record that a device was used today."""
    register(session, token, label)


def _with_token(session: Session, token: str) -> Device | None:
    return session.scalar(select(Device).where(Device.token == hash_of(token)))


def is_recent(asked_at: datetime) -> bool:
    """Return whether a request or its answer still counts; setting the clock back does not extend it."""
    return abs(now() - asked_at) < REQUEST_LIFETIME


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights of a device.

    ``host`` is its status as a host's device, ``guest`` that of its request to the host, ``nights`` its status as a
    dealer's device by night. ``has_role``: it has some role, even if only a phone's, but not only in examples, which
    anybody can start. ``seen`` is the day it was last used; None for a stranger.
    """

    host: Status = ""
    guest: Status = ""
    nights: Mapping[int, Status] = field(default_factory=dict)
    has_role: bool = False
    seen: date | None = None

    @property
    def is_host(self) -> bool:
        """Whether this is a host's device."""
        return self.host in HOLDING

    @property
    def deals(self) -> frozenset[int]:
        """The nights that the device deals."""
        return frozenset(night_id for night_id, status in self.nights.items() if status in HOLDING)

    @property
    def is_out(self) -> bool:
        """Whether a host has signed it out, as host or as dealer of any night."""
        return self.host == "out" or "out" in self.nights.values()

    def may_deal(self, night_id: int) -> bool:
        """Return whether the device may use a dealer's link to this night: it has not been signed out."""
        if self.is_host or night_id in self.deals:
            return True
        return self.host != "out" and self.nights.get(night_id) != "out"


# Compiled once: every request runs it.
_ROLES = (
    select(DeviceRole.role, DeviceRole.of_id, DeviceRole.status, DeviceRole.at, Device.last_seen, Player.only_in)
    .join(Device, Device.id == DeviceRole.device_id)
    .outerjoin(Player, and_(DeviceRole.role == PHONE, Player.id == DeviceRole.of_id))
    .where(Device.token == bindparam("token"))
)


def rights_of(token: str) -> Rights:
    """Return the rights of the device with this token."""
    rows = rows_of(_ROLES, {"token": hash_of(token)}) if token else ()
    return Rights(
        host=next((row.status for row in rows if row.role == HOST), ""),
        guest=next((row.status for row in rows if row.role == GUEST and is_recent(row.at)), ""),
        nights={row.of_id: row.status for row in rows if row.role == DEALER},
        has_role=any(row.status in HOLDING and not row.only_in for row in rows),
        seen=rows[0].last_seen if rows else None,
    )


def has_had_host() -> bool:
    """Return whether there has ever been a host's device. The process caches a yes."""
    known = database_facts()
    if not known.has_host:
        known.has_host = db.session.scalar(select(DeviceRole.of_id).where(DeviceRole.role == HOST).limit(1)) is not None
    return known.has_host


def is_unclaimed() -> bool:
    """Return whether the nights were imported and no device has become the host's since."""
    return not has_had_host() and bool(db.session.scalar(select(Club.unclaimed)))


def host_devices() -> list[Device]:
    """Return the hosts' devices, the earliest first."""
    return list(db.session.scalars(_devices(HOST, *HOLDING)))


def guest_devices() -> list[Device]:
    """Return the devices waiting for a host's answer, in the order they asked."""
    recent = DeviceRole.at.between(now() - REQUEST_LIFETIME, now() + REQUEST_LIFETIME)
    return list(db.session.scalars(_devices(GUEST, "asked").where(recent)))


def dealer_devices() -> dict[Device, list[str]]:
    """Return the dealers' devices, hosts' excluded, each with the names of its nights, the latest first."""
    hosts = select(DeviceRole.device_id).where(DeviceRole.role == HOST, DeviceRole.status.in_(HOLDING))
    query = _devices(DEALER, *HOLDING).join(Night, Night.id == DeviceRole.of_id).where(Device.id.not_in(hosts))
    query = query.order_by(None).order_by(*LATEST_FIRST, DeviceRole.at).limit(MAX_LISTED)
    nights: dict[Device, list[str]] = {}
    for device, name in db.session.execute(query.add_columns(Night.name)):
        nights.setdefault(device, []).append(name)
    return nights


@dataclass(frozen=True, slots=True)
class Program:
    """A program with a token: its ``role`` at a night, and the ``player`` and ``seat`` if it answers for one.

    ``phone`` is its status as that player's phone; like any other phone, it needs approval.
    """

    device: Device
    role: str
    night_id: int
    night_name: str
    seat: int | None
    player: str | None
    phone: str | None

    @property
    def is_approved(self) -> bool:
        """Whether the program's role is in effect."""
        return self.role != ANSWERS or self.phone in HOLDING


_phone = aliased(DeviceRole)
_PROGRAMS = (
    select(Device, DeviceRole.role, Night.id, Night.name, Seat.id, Player.name, _phone.status)
    .join(DeviceRole, DeviceRole.device_id == Device.id)
    .outerjoin(Seat, and_(DeviceRole.role == ANSWERS, Seat.id == DeviceRole.of_id))
    .outerjoin(Player, Player.id == Seat.player_id)
    .outerjoin(_phone, and_(_phone.device_id == Device.id, _phone.role == PHONE, _phone.of_id == Player.id))
    .join(Night, Night.id == case((DeviceRole.role == ANSWERS, Seat.night_id), else_=DeviceRole.of_id))
    .where(DeviceRole.role.in_(PROGRAMS))
    .order_by(*LATEST_FIRST, DeviceRole.at)
)


def program_of(token: str) -> Program | None:
    """Return the program with this token, let in or not."""
    return next(iter(programs(Device.token == hash_of(token))), None) if token else None


def programs(*which: ColumnElement[bool]) -> list[Program]:
    """Return all programs, or those that meet the conditions, latest nights first."""
    return [Program(*row) for row in db.session.execute(_PROGRAMS.where(*which).limit(MAX_LISTED))]


def _devices(role: Role, *statuses: Status) -> Select[Device]:
    query = select(Device).join(DeviceRole, DeviceRole.device_id == Device.id).order_by(DeviceRole.at)
    return query.where(DeviceRole.role == role, DeviceRole.status.in_(statuses))


@dataclass(frozen=True, slots=True)
class AskingPhone:
    """A device that asked, ``at`` this time, to open the phone page of the player ``name`` at a seat.

    ``another``: another device has claimed the page.
    """

    seat: int
    name: str
    device: int
    label: str
    at: datetime
    another: bool


def phones_asking(night_id: int) -> list[AskingPhone]:
    """Return the devices asking for phone pages at a table: clockwise, and for each player in the order they asked.

    Expired requests are among them. Usually there are none, so that is checked first: until PostgreSQL has statistics
    on its tables, it joins the four in an order that takes half a second in a club with hundreds of devices.
    """
    at_table = select(Seat.player_id).where(Seat.night_id == night_id, ~Seat.left)
    asked = select(DeviceRole.device_id).where(DeviceRole.role == PHONE, DeviceRole.status == "asked")
    if db.session.scalar(asked.where(DeviceRole.of_id.in_(at_table)).limit(1)) is None:
        return []
    claimer = aliased(DeviceRole)
    claimed = exists().where(claimer.role == PHONE, claimer.of_id == Seat.player_id, claimer.status == "claimed")
    query = select(Seat.id, Player.name, Device.id, Device.label, DeviceRole.at, claimed)
    query = query.join(Player, Player.id == Seat.player_id)
    query = query.join(DeviceRole, DeviceRole.of_id == Seat.player_id).join(Device, Device.id == DeviceRole.device_id)
    query = query.where(Seat.night_id == night_id, ~Seat.left, DeviceRole.role == PHONE)
    query = query.where(DeviceRole.status == "asked").order_by(Seat.place, DeviceRole.at)
    return [AskingPhone(*row) for row in db.session.execute(query)]
