"""Phones: on which devices a person's page is open, and who lets another one in.

The first device that opens the link claims it. Another one asks; the claimer says yes or no, or the dealer does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from app.night.access.devices import forget_roles, hash_of, register, set_role
from app.night.db import db, now, retry_conflicts, writing
from app.night.models import LATEST_FIRST, Device, DeviceRole, Night, Player, Seat
from app.night.validation import Problem
from app.night.version import mark_table_changed

PHONE = "phone"
SEAT = "seat"

#: So long a question stays open, and whoever was refused asks no more.
ASKED_FOR = timedelta(hours=1)
#: So many devices ask for one person's page in that time, or the host; from one address fewer.
MOST_ASKED = 20

#: Why nobody else may ask before then.
ASKED_TOO_OFTEN = Problem("device", "others have asked too often: try again in an hour, or ask across the table")

Status = Literal["", "claimed", "granted", "asked", "refused", "out"]


@dataclass(frozen=True, slots=True)
class PhoneDevice:
    """A device that has a person's page open, or wants to."""

    id: int
    label: str
    status: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PhoneAccess:
    """Who has a person's page open, as one device sees it: ``own`` is what it is itself, empty for a stranger."""

    own: Status
    devices: tuple[PhoneDevice, ...]

    @property
    def holds(self) -> bool:
        """Whether this device may see the page and answer on it."""
        return self.own in ("claimed", "granted")

    @property
    def claimed(self) -> bool:
        """Whether some device has claimed the link."""
        return any(device.status == "claimed" for device in self.devices)

    @property
    def asking(self) -> tuple[PhoneDevice, ...]:
        """The devices that wait for an answer, the first to ask first."""
        return self._those("asked")

    @property
    def open_on(self) -> tuple[PhoneDevice, ...]:
        """The devices that have the page open, the claimer first."""
        return (*self._those("claimed"), *self._those("granted"))

    @property
    def full(self) -> bool:
        """Whether so many have asked lately that nobody else may."""
        return len(self._those("asked")) + len(self._those("refused")) >= MOST_ASKED

    def _those(self, status: str) -> tuple[PhoneDevice, ...]:
        return tuple(device for device in self.devices if device.status == status)


@dataclass(frozen=True, slots=True)
class AskingPhone:
    """A device that asks to open the page of the player of this ``name``, at a seat."""

    seat: int
    name: str
    device: int
    label: str


def phone_access(person_id: int, token: str) -> PhoneAccess:
    """Return who has a person's page open, as the device with this token sees it."""
    return _access(db.session(), person_id, hash_of(token))


def phones_of(person_ids: Collection[int]) -> dict[int, PhoneAccess]:
    """Return who has the pages of these persons open, by the person's id; nobody's who has none."""
    found: dict[int, list[PhoneDevice]] = {}
    for person_id, device, _token in _rows(db.session(), DeviceRole.of_id.in_(person_ids)):
        found.setdefault(person_id, []).append(device)
    return {person_id: PhoneAccess("", tuple(devices)) for person_id, devices in found.items()}


def phones_asking(night_id: int) -> list[AskingPhone]:
    """Return the devices that ask for pages of the players at a table, clockwise, for each the first to ask first."""
    return still_asking(all_phones_asking(night_id))


def all_phones_asking(night_id: int) -> list[tuple[AskingPhone, datetime]]:
    """Return the devices that have asked at a table and got no answer, each with when that was.

    As a rule there are none, which is asked first: before PostgreSQL has counted what is in its tables, it joins all
    four in an order that takes half a second where a club has hundreds of devices.
    """
    at_table = select(Seat.player_id).where(Seat.night_id == night_id, ~Seat.left)
    asked = select(DeviceRole.device_id).where(DeviceRole.role == PHONE, DeviceRole.status == "asked")
    if db.session.scalar(asked.where(DeviceRole.of_id.in_(at_table)).limit(1)) is None:
        return []
    query = select(Seat.id, Player.name, Device.id, Device.label, DeviceRole.at)
    query = query.join(Player, Player.id == Seat.player_id)
    query = query.join(DeviceRole, DeviceRole.of_id == Seat.player_id).join(Device, Device.id == DeviceRole.device_id)
    query = query.where(Seat.night_id == night_id, ~Seat.left, DeviceRole.role == PHONE)
    query = query.where(DeviceRole.status == "asked").order_by(Seat.place, DeviceRole.at)
    return [(AskingPhone(*row[:4]), row[4]) for row in db.session.execute(query)]


def still_asking(phones: Collection[tuple[AskingPhone, datetime]]) -> list[AskingPhone]:
    """Return the devices whose question is still open: after a while it is forgotten."""
    since = now() - ASKED_FOR
    return [phone for phone, at in phones if at > since]


@retry_conflicts
def claim_phone(seat: Seat, token: str, label: str) -> str | None:
    """Claim a person's link for a device, and return the device's token; None if another one has claimed it."""
    person_id = seat.player_id
    with writing() as session:
        _locked(session, person_id)
        access = _access(session, person_id, hash_of(token))
        if access.holds:
            return token
        if access.claimed:
            return None
        device, token = register(session, token, label)
        set_role(session, device.id, PHONE, person_id, "claimed")
        _tell(session, person_id)
    return token


@retry_conflicts
def ask_for_phone(seat: Seat, token: str, label: str) -> str | Problem:
    """Ask to open a person's page on another device, too, and return the device's token."""
    person_id = seat.player_id
    with writing() as session:
        _locked(session, person_id)
        access = _access(session, person_id, hash_of(token))
        if access.holds or access.own == "asked" or not access.claimed:
            return token
        if access.own == "refused":
            return Problem("device", "the answer was no: you can ask again in an hour")
        if access.full:
            return ASKED_TOO_OFTEN
        device, token = register(session, token, label)
        set_role(session, device.id, PHONE, person_id, "asked")
        _tell(session, person_id)
    return token


@retry_conflicts
def answer_device(person_id: int, device_id: int, *, yes: bool) -> Problem | None:
    """Let a device that asks open a person's page, or not; also one that was let in is refused from now on."""
    with writing() as session:
        _locked(session, person_id)
        asked = ("asked",) if yes else ("asked", "granted")
        if not any(device.id == device_id and device.status in asked for device in _devices(session, person_id)):
            return Problem("device", "it has been answered already")
        set_role(session, device_id, PHONE, person_id, "granted" if yes else "refused")
        _tell(session, person_id)
    return None


@retry_conflicts
def free_phone(person_id: int) -> None:
    """Let the next device that opens a person's link claim it; those that had it open have no part in it any more."""
    with writing() as session:
        _locked(session, person_id)
        held = [device.id for device in _devices(session, person_id) if device.status in ("claimed", "granted")]
        forget_roles(session, PHONE, [person_id])
        for device_id in held:
            set_role(session, device_id, PHONE, person_id, "out")
        _tell(session, person_id)


@retry_conflicts
def remember_asker(line: int, token: str, label: str) -> str:
    """Remember which device has asked for a seat by a line of the night's log, and return its token."""
    with writing() as session:
        device, token = register(session, token, label)
        set_role(session, device.id, SEAT, line, "asked")
    return token


def claim_with_seat(session: Session, line: int, person_id: int) -> int | None:
    """Let the device that asked for a seat claim the link of whoever sits down; return its id if it did.

    A link that has been claimed stays with its device: for a seat nobody gives away another's page.
    """
    asker = session.scalar(select(DeviceRole.device_id).where(DeviceRole.role == SEAT, DeviceRole.of_id == line))
    if asker is None or _access(session, person_id, "").claimed:
        return None
    set_role(session, asker, PHONE, person_id, "claimed")
    return asker


def release_with_seat(session: Session, device_id: int | None, person_id: int) -> None:
    """Take back what :func:`claim_with_seat` has done, with the seat."""
    if device_id is not None:
        set_role(session, device_id, PHONE, person_id, "out")


def _devices(session: Session, person_id: int) -> list[PhoneDevice]:
    return [device for _, device, _token in _rows(session, DeviceRole.of_id == person_id)]


def _access(session: Session, person_id: int, hashed: str) -> PhoneAccess:
    return _as_seen((row[1:] for row in _rows(session, DeviceRole.of_id == person_id)), hashed)


def access_of(rows: Sequence[tuple[int, str, str, datetime, str]], hashed: str) -> PhoneAccess:
    """Return who has a person's page open, from a row for each device: its id, label, status, since when, and token."""
    devices = ((PhoneDevice(*row[:4]), row[4]) for row in rows)
    return _as_seen(((device, token) for device, token in devices if _counts(device)), hashed)


def _as_seen(devices: Iterable[tuple[PhoneDevice, str]], hashed: str) -> PhoneAccess:
    own: Status = ""
    found = []
    for device, token in devices:
        found.append(device)
        if token == hashed:
            own = device.status  # type: ignore[assignment]
    return PhoneAccess(own, tuple(found))


def _counts(device: PhoneDevice) -> bool:
    """Return whether a device counts still: an old question and its answer are forgotten."""
    return device.status not in ("asked", "refused") or abs(now() - device.at) < ASKED_FOR


def _rows(session: Session, whose: ColumnElement[bool]) -> list[tuple[int, PhoneDevice, str]]:
    """Return the devices of some persons, each with the person's id and the hash of its token; no old questions."""
    query = select(
        DeviceRole.of_id, DeviceRole.device_id, Device.label, DeviceRole.status, DeviceRole.at, Device.token
    ).join(Device, Device.id == DeviceRole.device_id)
    query = query.where(DeviceRole.role == PHONE, whose).order_by(DeviceRole.at)
    devices = [(row[0], PhoneDevice(*row[1:5]), row[5]) for row in session.execute(query)]
    return [row for row in devices if _counts(row[1])]


def _locked(session: Session, person_id: int) -> Player:
    """Return a person whose devices nobody else changes before this transaction ends; taking a seat need not wait."""
    return session.get_one(Player, person_id, with_for_update={"key_share": True})


def _tell(session: Session, person_id: int) -> None:
    """Tell the screens of every open night at which a person sits, and of their latest."""
    of = select(Seat.night_id).where(Seat.player_id == person_id)
    latest = of.join(Night, Night.id == Seat.night_id).order_by(*LATEST_FIRST).limit(1)
    nights = {*session.scalars(of.join(Night, Night.id == Seat.night_id).where(Night.ended_at.is_(None)))}
    for night_id in nights | {*session.scalars(latest)}:
        mark_table_changed(session, night_id)
