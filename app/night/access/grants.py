"""Grants of roles to devices: claimed, asked for, answered, signed out.

A grant is a row of ``device_role``: a device, its role, the id the role is ``of``, and its status. The first device
claims a role: the host's on a new installation, a phone's by its link. Later devices ask, as does a phone that has the
table's code but no link; the host answers, or for a phone the device that claimed it or the dealer. The host code and a
dealer's link grant a role without asking. A device that gains rights gets a new token, so that nobody who knew or
planted the old one gains them too. The new token is sent in the response to the device's own post: a device that asks
the host has it before the host says yes.

A program is a device whose token the host has made, for one role at one night. Its roles open only the API.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.orm import Session

from app import settings
from app.dataclass import dataclass
from app.night.access.rights import (
    ANSWERS,
    DEALER,
    ENTERS,
    GUEST,
    HOLDING,
    HOST,
    LOOKS,
    PHONE,
    PROGRAM,
    SEAT,
    Role,
    Status,
    change_token,
    hash_of,
    is_recent,
    register,
)
from app.night.db import db, now, transaction
from app.night.models import CLUB, LATEST_FIRST, Act, Club, Device, DeviceRole, Night, Player, Seat
from app.night.validation import Problem, clean_name
from app.night.version import mark_table_changed

#: The model that a role's ``of_id`` belongs to. That row is locked while grants of the role change.
_MODELS = {HOST: Club, GUEST: Club, DEALER: Night, PHONE: Player, SEAT: Act, LOOKS: Night, ENTERS: Night, ANSWERS: Seat}
#: Roles that raise a device's rights, so that it gets a new token.
_ELEVATED = (HOST, GUEST, DEALER)

#: Devices that may ask for one role in that time; the limit per address is lower.
MAX_REQUESTS = 20
#: The most open nights that show a request to the host; no club plays more at once.
MAX_NIGHTS_SHOWN = 20
MAX_DEVICE_NAME_LENGTH = 30

ANSWERED = Problem("device", "it has already been answered")
REFUSED = Problem("device", "the answer was no: you can ask again in an hour")
ASKED_TOO_OFTEN = Problem("device", "others have asked too often: try again in an hour, or ask across the table")
TOO_MANY_DEALERS = Problem(
    "device", "this night has as many dealers' devices as are allowed: give the dealer's tablet a new link"
)
TOO_MANY_PROGRAMS = Problem("device", "there are as many tokens for this as are allowed: revoke one first")

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
        """The devices waiting for an answer, in the order they asked."""
        return self._with("asked")

    @property
    def holders(self) -> tuple[Grant, ...]:
        """The devices that have the role, the claimer first."""
        return self._with("claimed") + self._with("granted")

    @property
    def full(self) -> bool:
        """Whether too many devices have asked recently for another to ask."""
        return len(self._with("asked") + self._with("refused")) >= MAX_REQUESTS

    def _with(self, status: Status) -> tuple[Grant, ...]:
        return tuple(grant for grant in self.grants if grant.status == status)


def access(role: Role, of_id: int, token: str) -> Access:
    """Return who has a role, as the device with this token sees it."""
    return access_by_id(role, [of_id], token)[of_id]


def access_by_id(role: Role, of_ids: Collection[int], token: str = "") -> dict[int, Access]:
    """Return who has a role, for each of these ids."""
    query = select(DeviceRole.of_id, *COLUMNS).join(Device, Device.id == DeviceRole.device_id)
    query = query.where(DeviceRole.role == role, DeviceRole.of_id.in_(of_ids)).order_by(DeviceRole.at)
    rows: dict[int, list[Sequence[Any]]] = {of_id: [] for of_id in of_ids}
    for row in db.session.execute(query):
        rows[row.of_id].append(row[1:])
    return {of_id: access_of(rows[of_id], token) for of_id in of_ids}


def access_of(rows: Iterable[Sequence[Any]], token: str) -> Access:
    """Return the grants in rows of :data:`COLUMNS` without expired requests, as seen by the device with this token."""
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


@transaction
def claim(session: Session, role: Role, of_id: int, token: str, label: str) -> str | None:
    """Claim a role for a device and return its token; None if another device has claimed it.

    Once a club has had a host's device, no other device can claim that role.
    """
    known = _locked(session, role, of_id, token)
    if known.holds:
        return token
    if known.claimed or (role == HOST and known.grants):
        return None
    token = _register_as(session, role, of_id, "claimed", token, label)
    _mark_nights_changed(session, role, of_id)
    return token


@transaction
def grant(session: Session, role: Role, of_id: int, token: str, label: str) -> str | Problem:
    """Grant a role to a device that has the host code or a dealer's link, and return its token."""
    known = _locked(session, role, of_id, token)
    if known.holds:
        return token
    if role == DEALER and len(known.grants) >= settings.limit("dealers"):
        return TOO_MANY_DEALERS
    return _register_as(session, role, of_id, "granted", token, label)


@transaction
def make_token(session: Session, role: Role, of_id: int, name: str) -> str | Problem:
    """Return a new token that gives a program a role.

    A program that answers for a player needs approval like another phone, unless no phone has claimed the link yet.
    """
    cleaned = clean_name(name, longest=MAX_DEVICE_NAME_LENGTH)
    if isinstance(cleaned, Problem):
        return cleaned
    if len(_locked(session, role, of_id, "").grants) >= settings.limit("dealers"):
        return TOO_MANY_PROGRAMS
    token = _register_as(session, role, of_id, "granted", "", PROGRAM, cleaned)
    if role == ANSWERS:
        person = session.get_one(Seat, of_id).player_id
        status: Status = "asked" if _locked(session, PHONE, person, "").claimed else "granted"
        _register_as(session, PHONE, person, status, token, PROGRAM)
        _mark_nights_changed(session, PHONE, person)
    return token


@transaction
def ask(session: Session, role: Role, of_id: int, token: str, label: str, name: str | None = None) -> str | Problem:
    """Request a role, as a guest under a ``name``, and return the device's token."""
    cleaned = "" if name is None else clean_name(name, longest=MAX_DEVICE_NAME_LENGTH)
    if isinstance(cleaned, Problem):
        return cleaned
    known = _locked(session, role, of_id, token)
    has_already = access(HOST, of_id, token).holds if role == GUEST else role == PHONE and known.holds
    if has_already or known.own == "asked":
        return token
    if known.own == "refused":
        return REFUSED
    if known.full:
        return ASKED_TOO_OFTEN
    token = _register_as(session, role, of_id, "asked", token, label, cleaned)
    _mark_nights_changed(session, role, of_id)
    return token


@transaction
def answer(
    session: Session, role: Role, of_id: int, device_id: int, *, yes: bool, deals: int | None = None
) -> Problem | None:
    """Answer a device that asks. A no also revokes an earlier yes.

    A guest becomes a dealer's device of the night it ``deals``, or a host's if that is None. The first phone let in
    claims its player's link.
    """
    known = _locked(session, role, of_id, "")
    answerable = ("asked",) if yes else ("asked", "granted")
    asks = (grant for grant in known.grants if grant.device == device_id and grant.status in answerable)
    if (asking := next(asks, None)) is None:
        return ANSWERED
    if not yes:
        set_status(session, device_id, role, of_id, "refused")
    elif role == GUEST:
        _delete_guest_request(session, device_id)
        becomes: tuple[Role, int] = (HOST, CLUB) if deals is None else (DEALER, deals)
        set_status(session, device_id, *becomes, "granted")
    else:
        first_phone = not known.claimed and asking.label != PROGRAM
        set_status(session, device_id, role, of_id, "claimed" if first_phone else "granted")
    _mark_nights_changed(session, role, of_id)
    return None


@transaction
def withdraw(session: Session, role: Role, of_id: int, token: str) -> None:
    """Withdraw the request of the device with this token."""
    if _locked(session, role, of_id, token).own == "asked":
        device = select(Device.id).where(Device.token == hash_of(token))
        asked = delete(DeviceRole).where(DeviceRole.role == role, DeviceRole.of_id == of_id)
        session.execute(asked.where(DeviceRole.device_id.in_(device)))
        _mark_nights_changed(session, role, of_id)


@transaction
def sign_out(session: Session, device_id: int) -> None:
    """Sign a device out as host and dealer."""
    _sign_out(session, DeviceRole.device_id == device_id, DeviceRole.role.in_((HOST, DEALER)))


@transaction
def revoke(session: Session, device_id: int) -> None:
    """Delete a program with all its roles; its streams end."""
    _sign_out(session, DeviceRole.device_id == device_id)
    session.execute(delete(DeviceRole).where(DeviceRole.device_id == device_id))
    session.execute(delete(Device).where(Device.id == device_id))


@transaction
def free_phone(session: Session, person_id: int) -> None:
    """Sign out every device of a person's phone link and delete open requests, so that the next device claims it."""
    _locked(session, PHONE, person_id, "")
    of_person = (DeviceRole.role == PHONE, DeviceRole.of_id == person_id)
    session.execute(delete(DeviceRole).where(*of_person, DeviceRole.status.not_in(HOLDING)))
    _sign_out(session, *of_person)


def claim_with_seat(session: Session, line: int, person_id: int) -> int | None:
    """Give the device that asked for a seat its player's phone link; return its id, or None if the link is taken.

    A claimed link stays with its device: granting a seat never gives away another player's page.
    """
    askers = select(DeviceRole.device_id).where(DeviceRole.role == SEAT, DeviceRole.of_id == line)
    # A form sent twice before the browser had a token made two devices, of which it is the last.
    asker = session.scalar(askers.order_by(DeviceRole.at.desc()).limit(1))
    if asker is None or access(PHONE, person_id, "").claimed:
        return None
    set_status(session, asker, PHONE, person_id, "claimed")
    return asker


def release_with_seat(session: Session, device_id: int | None, person_id: int) -> None:
    """Undo :func:`claim_with_seat` together with the seat."""
    if device_id is not None:
        set_status(session, device_id, PHONE, person_id, "out")


def delete_grants(session: Session, role: Role, of_ids: Collection[int], except_token: str = "") -> None:
    """Delete all grants of a role for these ids, except those of the device with ``except_token``."""
    kept = select(Device.id).where(Device.token == hash_of(except_token))
    gone = delete(DeviceRole).where(DeviceRole.role == role, DeviceRole.of_id.in_(of_ids))
    session.execute(gone.where(DeviceRole.device_id.not_in(kept)))


def set_status(session: Session, device_id: int, role: Role, of_id: int, status: Status) -> None:
    """Store a device's status and the current time."""
    key = {"device_id": device_id, "role": role, "of_id": of_id}
    stored = session.get(DeviceRole, key) or DeviceRole(**key)
    stored.status, stored.at = status, now()
    session.add(stored)
    session.flush()


def _register_as(
    session: Session, role: Role, of_id: int, status: Status, token: str, label: str, name: str = ""
) -> str:
    """Register the device with this token, store its status, and return its token from now on."""
    device, token = register(session, token, label)
    device.name = name or device.name
    if role == HOST:
        _delete_guest_request(session, device.id)
    set_status(session, device.id, role, of_id, status)
    return change_token(device) if role in _ELEVATED else token


def _locked(session: Session, role: Role, of_id: int, token: str) -> Access:
    """Lock the grants of a role until the transaction ends, without blocking taps, and return them."""
    session.get_one(_MODELS[role], of_id, with_for_update={"key_share": True})
    return access(role, of_id, token)


def _delete_guest_request(session: Session, device_id: int) -> None:
    session.execute(delete(DeviceRole).where(DeviceRole.role == GUEST, DeviceRole.device_id == device_id))


def _sign_out(session: Session, *which: ColumnElement[bool]) -> None:
    holders = session.scalars(select(DeviceRole).where(DeviceRole.status.in_(HOLDING), *which)).all()
    for row in holders:
        row.status, row.at = "out", now()
    for role, of_id in sorted({(row.role, row.of_id) for row in holders}):
        _mark_nights_changed(session, role, of_id)


def _mark_nights_changed(session: Session, role: str, of_id: int) -> None:
    """Update the screens that show the grants of a role.

    Hosts and guests are shown at every open night, a phone at its player's open nights and the latest one.
    """
    nights = select(Night.id).order_by(*LATEST_FIRST)
    if role in (HOST, GUEST):
        shown = {*session.scalars(nights.where(Night.ended_at.is_(None), ~Night.example).limit(MAX_NIGHTS_SHOWN))}
    elif role == PHONE:
        nights = nights.where(Night.id.in_(select(Seat.night_id).where(Seat.player_id == of_id)))
        shown = {*session.scalars(nights.where(Night.ended_at.is_(None))), *session.scalars(nights.limit(1))}
    elif role == ANSWERS:
        shown = {*session.scalars(select(Seat.night_id).where(Seat.id == of_id))}
    else:
        shown = {of_id} if role in (DEALER, LOOKS, ENTERS) else set()
    for night_id in sorted(shown):
        mark_table_changed(session, night_id)
