"""Grants: what a device may be, and how it becomes that: it claims a role, asks for one and is answered, is signed out.

A grant is a row of ``device_role``: a device, its role, what the role is ``of``, and its status. The first device
claims a role: the host's on a new installation, a phone's by its link. Another one asks, and is answered by the host,
or for a phone by the device that claimed it or the dealer. The host code and a dealer's link grant a role unasked.

A device that becomes more than it was gets a new token, so that nobody who knew or planted the old one rises with it.
It gets that with the answer to its own post, so one that asks the host has it before the host says yes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.orm import Session

from app import settings
from app.night.access.devices import change_token, hash_of, register
from app.night.db import db, now, retry_conflicts, writing
from app.night.models import CLUB, LATEST_FIRST, Act, Club, Device, DeviceRole, Night, Player, Seat
from app.night.validation import Problem, clean_name
from app.night.version import mark_table_changed

Role = Literal["host", "guest", "dealer", "phone", "seat"]
Status = Literal["", "claimed", "granted", "asked", "refused", "out"]

HOST: Final = "host"
#: A device that asks to become a host's or a dealer's. It stays what it is until then: who was signed out is out.
GUEST: Final = "guest"
DEALER: Final = "dealer"
PHONE: Final = "phone"
#: The device that has asked for a seat, by the line of the night's log that asks.
SEAT: Final = "seat"

#: What each role is of: the row that is locked while its grants change.
_OF = {HOST: Club, GUEST: Club, DEALER: Night, PHONE: Player, SEAT: Act}
#: Roles with which a device becomes more than it was.
_RAISING = (HOST, GUEST, DEALER)
#: The statuses of a device that has a role.
HOLDING: tuple[Status, ...] = ("claimed", "granted")

#: So long a question stays open, and a device that was refused may not ask again.
ASKED_FOR = timedelta(hours=1)
#: So many devices may ask for one role in that time; from one address fewer.
MOST_ASKED = 20
#: So many open nights hear that a device asks the host: more are never played at once in one house.
NIGHTS_TOLD = 20
LONGEST_DEVICE_NAME = 30

ANSWERED = Problem("device", "it has been answered already")
REFUSED = Problem("device", "the answer was no: you can ask again in an hour")
ASKED_TOO_OFTEN = Problem("device", "others have asked too often: try again in an hour, or ask across the table")
TOO_MANY_DEALERS = Problem("device", "as many devices deal this night as may: give the dealer’s tablet a new link")

#: The columns that :func:`access_of` reads.
COLUMNS = (DeviceRole.device_id, Device.label, DeviceRole.status, DeviceRole.at, Device.token)


@dataclass(frozen=True, slots=True)
class Grant:
    """A role that a ``device`` has, asks for, was refused or has lost, since ``at``."""

    device: int
    label: str
    status: Status
    at: datetime


@dataclass(frozen=True, slots=True)
class Access:
    """The grants of one role, as one device sees them: ``own`` is its own status, empty for a stranger."""

    own: Status
    grants: tuple[Grant, ...]

    @property
    def holds(self) -> bool:
        """Whether this device has the role."""
        return self.own in HOLDING

    @property
    def claimed(self) -> bool:
        """Whether some device has claimed the role."""
        return bool(self._with("claimed"))

    @property
    def asking(self) -> tuple[Grant, ...]:
        """The devices that wait for an answer, the first to ask first."""
        return self._with("asked")

    @property
    def holders(self) -> tuple[Grant, ...]:
        """The devices that have the role, the claimer first."""
        return self._with("claimed") + self._with("granted")

    @property
    def full(self) -> bool:
        """Whether so many have asked lately that nobody else may."""
        return len(self._with("asked") + self._with("refused")) >= MOST_ASKED

    def _with(self, status: Status) -> tuple[Grant, ...]:
        return tuple(grant for grant in self.grants if grant.status == status)


def access(role: Role, of_id: int, token: str) -> Access:
    """Return who has a role, as the device with this token sees it."""
    return accesses(role, [of_id], token)[of_id]


def accesses(role: Role, of_ids: Collection[int], token: str = "") -> dict[int, Access]:
    """Return who has a role of each of these."""
    query = select(DeviceRole.of_id, *COLUMNS).join(Device, Device.id == DeviceRole.device_id)
    query = query.where(DeviceRole.role == role, DeviceRole.of_id.in_(of_ids)).order_by(DeviceRole.at)
    rows: dict[int, list[Sequence[Any]]] = {of_id: [] for of_id in of_ids}
    for row in db.session.execute(query):
        rows[row.of_id].append(row[1:])
    return {of_id: access_of(rows[of_id], token) for of_id in of_ids}


def access_of(rows: Iterable[Sequence[Any]], token: str) -> Access:
    """Return the grants in rows of :data:`COLUMNS`, without old questions, as the device with this token sees them."""
    own: Status = ""
    grants, hashed = [], hash_of(token)
    for *values, of_device in rows:
        grant = Grant(*values)
        if grant.status in ("asked", "refused") and not is_recent(grant.at):
            continue
        grants.append(grant)
        if of_device == hashed:
            own = grant.status
    return Access(own, tuple(grants))


def is_recent(asked_at: datetime) -> bool:
    """Return whether a question or its answer still counts; a clock that was set back does not lengthen that."""
    return abs(now() - asked_at) < ASKED_FOR


@retry_conflicts
def claim(role: Role, of_id: int, token: str, label: str) -> str | None:
    """Claim a role for a device and return its token; None where another device has it.

    A house that has ever had a host's device is not claimed again.
    """
    with writing() as session:
        known = _locked(session, role, of_id, token)
        if known.holds:
            return token
        if known.claimed or (role == HOST and known.grants):
            return None
        token = _register_as(session, role, of_id, "claimed", token, label)
        _mark_nights_changed(session, role, of_id)
    return token


@retry_conflicts
def grant(role: Role, of_id: int, token: str, label: str) -> str | Problem:
    """Grant a role to a device that has the host code or a dealer's link, and return its token."""
    with writing() as session:
        known = _locked(session, role, of_id, token)
        if known.holds:
            return token
        if role == DEALER and len(known.grants) >= settings.limit("dealers"):
            return TOO_MANY_DEALERS
        return _register_as(session, role, of_id, "granted", token, label)


@retry_conflicts
def ask(role: Role, of_id: int, token: str, label: str, name: str | None = None) -> str | Problem:
    """Ask for a role, as a guest under a ``name``, and return the device's token."""
    cleaned = "" if name is None else clean_name(name, longest=LONGEST_DEVICE_NAME)
    if isinstance(cleaned, Problem):
        return cleaned
    with writing() as session:
        known = _locked(session, role, of_id, token)
        if known.own == "asked" or _need_not_ask(known, role, of_id, token):
            return token
        if known.own == "refused":
            return REFUSED
        if known.full:
            return ASKED_TOO_OFTEN
        token = _register_as(session, role, of_id, "asked", token, label, cleaned)
        _mark_nights_changed(session, role, of_id)
    return token


@retry_conflicts
def answer(role: Role, of_id: int, device_id: int, *, yes: bool, deals: int | None = None) -> Problem | None:
    """Answer a device that asks; no also ends what it was allowed before.

    A guest becomes the dealer's device of the night that it ``deals``, or without one a host's.
    """
    with writing() as session:
        known = _locked(session, role, of_id, "")
        answerable = ("asked",) if yes else ("asked", "granted")
        if not any(grant.device == device_id and grant.status in answerable for grant in known.grants):
            return ANSWERED
        if not yes:
            set_status(session, device_id, role, of_id, "refused")
        elif role == GUEST:
            _withdraw_question(session, device_id)
            becomes: tuple[Role, int] = (HOST, CLUB) if deals is None else (DEALER, deals)
            set_status(session, device_id, *becomes, "granted")
        else:
            set_status(session, device_id, role, of_id, "granted")
        _mark_nights_changed(session, role, of_id)
    return None


@retry_conflicts
def sign_out(device_id: int) -> bool:
    """Take every role of a host or a dealer from a device, and return whether it had any."""
    with writing() as session:
        return _end(session, DeviceRole.device_id == device_id, DeviceRole.role.in_((HOST, DEALER)))


@retry_conflicts
def free_phone(person_id: int) -> None:
    """Sign out every device of a person's phone, and forget those that asked: the next one claims the link."""
    with writing() as session:
        _locked(session, PHONE, person_id, "")
        of_person = (DeviceRole.role == PHONE, DeviceRole.of_id == person_id)
        session.execute(delete(DeviceRole).where(*of_person, DeviceRole.status.not_in(HOLDING)))
        _end(session, *of_person)


def claim_with_seat(session: Session, line: int, person_id: int) -> int | None:
    """Let the device that asked for a seat claim the link of whoever sits down; return its id if it did.

    A link that has been claimed stays with its device: for a seat nobody gives away another's page.
    """
    asker = session.scalar(select(DeviceRole.device_id).where(DeviceRole.role == SEAT, DeviceRole.of_id == line))
    if asker is None or access(PHONE, person_id, "").claimed:
        return None
    set_status(session, asker, PHONE, person_id, "claimed")
    return asker


def release_with_seat(session: Session, device_id: int | None, person_id: int) -> None:
    """Undo :func:`claim_with_seat` together with the seat."""
    if device_id is not None:
        set_status(session, device_id, PHONE, person_id, "out")


def forget(session: Session, role: Role, of_ids: Collection[int], but: str = "") -> None:
    """Delete the grants of a role of these, but for those of the device with the token ``but``."""
    kept = select(Device.id).where(Device.token == hash_of(but))
    gone = delete(DeviceRole).where(DeviceRole.role == role, DeviceRole.of_id.in_(of_ids))
    session.execute(gone.where(DeviceRole.device_id.not_in(kept)))


def set_status(session: Session, device_id: int, role: Role, of_id: int, status: Status) -> None:
    """Store the status of a device from this moment on."""
    key = {"device_id": device_id, "role": role, "of_id": of_id}
    stored = session.get(DeviceRole, key) or DeviceRole(**key)
    stored.status, stored.at = status, now()
    session.add(stored)
    session.flush()


def _register_as(
    session: Session, role: Role, of_id: int, status: Status, token: str, label: str, name: str = ""
) -> str:
    """Register the device with this token under its status, and return its token from now on."""
    device, token = register(session, token, label)
    device.name = name or device.name
    if role == HOST:
        _withdraw_question(session, device.id)
    set_status(session, device.id, role, of_id, status)
    return change_token(device) if role in _RAISING else token


def _locked(session: Session, role: Role, of_id: int, token: str) -> Access:
    """Return who has a role, whose grants nobody else changes before this transaction ends; taps need not wait."""
    session.get_one(_OF[role], of_id, with_for_update={"key_share": True})
    return access(role, of_id, token)


def _need_not_ask(known: Access, role: Role, of_id: int, token: str) -> bool:
    """Return whether a device may open already what it asks for, or may claim it."""
    if role == GUEST:
        return access(HOST, of_id, token).holds
    return role == PHONE and (known.holds or not known.claimed)


def _withdraw_question(session: Session, device_id: int) -> None:
    session.execute(delete(DeviceRole).where(DeviceRole.role == GUEST, DeviceRole.device_id == device_id))


def _end(session: Session, *which: ColumnElement[bool]) -> bool:
    """Sign out the devices that hold one of these roles, and return whether any did."""
    held = session.scalars(select(DeviceRole).where(DeviceRole.status.in_(HOLDING), *which)).all()
    for row in held:
        row.status, row.at = "out", now()
    for role, of_id in sorted({(row.role, row.of_id) for row in held}):
        _mark_nights_changed(session, role, of_id)
    return bool(held)


def _mark_nights_changed(session: Session, role: str, of_id: int) -> None:
    """Tell the screens that show the grants of a role.

    Those of hosts and guests stand at every open night, those of a phone at its person's open nights and latest one.
    """
    nights = select(Night.id).order_by(*LATEST_FIRST)
    if role in (HOST, GUEST):
        shown = {*session.scalars(nights.where(Night.ended_at.is_(None), ~Night.example).limit(NIGHTS_TOLD))}
    elif role == PHONE:
        nights = nights.where(Night.id.in_(select(Seat.night_id).where(Seat.player_id == of_id)))
        shown = {*session.scalars(nights.where(Night.ended_at.is_(None))), *session.scalars(nights.limit(1))}
    else:
        shown = {of_id} if role == DEALER else set()
    for night_id in sorted(shown):
        mark_table_changed(session, night_id)
