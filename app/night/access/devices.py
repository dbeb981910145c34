"""Devices: browsers that are known again by a random token in their cookie, of which the database has only a hash."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import date
from hashlib import sha256

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.night.db import db, now, retry_conflicts, writing
from app.night.models import Device, DeviceRole

#: No token of ours is longer; a cookie that holds more is none of ours.
LONGEST_TOKEN = 64


def hash_of(token: str) -> str:
    """Return what is stored of a token; empty for what no cookie of ours holds."""
    return sha256(token.encode()).hexdigest() if 0 < len(token) <= LONGEST_TOKEN else ""


def register(session: Session, token: str, label: str) -> tuple[Device, str]:
    """Return the device that holds a token, and its token; a new one of each where the token is unknown."""
    device = _with_token(session, token)
    if device is None:
        token = secrets.token_urlsafe(32)
        device = Device(token=hash_of(token), first_seen=_today())
        session.add(device)
    device.label, device.last_seen = label, _today()
    session.flush()
    return device, token


def change_token(session: Session, token: str) -> str:
    """Give a device a new token and return it; whoever else knew the old one has nothing with it."""
    fresh = secrets.token_urlsafe(32)
    if device := _with_token(session, token):
        device.token = hash_of(fresh)
    session.flush()
    return fresh


@retry_conflicts
def renew_token(token: str) -> str:
    """Give a device a new token and return it; the same one where no device has it."""
    with writing() as session:
        return change_token(session, token) if _with_token(session, token) else token


def set_role(session: Session, device_id: int, role: str, of_id: int, status: str) -> None:
    """Let a device be something, or have asked to, from this moment on."""
    key = {"device_id": device_id, "role": role, "of_id": of_id}
    stored = session.get(DeviceRole, key) or DeviceRole(**key)
    stored.status, stored.at = status, now()
    session.add(stored)
    session.flush()


def has_role(token: str) -> bool:
    """Return whether the device with this token is anything here, and has not only asked to be."""
    held = select(DeviceRole.device_id).join(Device)
    held = held.where(Device.token == hash_of(token), DeviceRole.status.in_(("claimed", "granted")))
    return db.session.scalar(held.limit(1)) is not None


def forget_roles(session: Session, role: str, of_ids: Collection[int]) -> None:
    """Forget what any device is, or asked to be, for these."""
    session.execute(delete(DeviceRole).where(DeviceRole.role == role, DeviceRole.of_id.in_(of_ids)))


def _with_token(session: Session, token: str) -> Device | None:
    return session.scalar(select(Device).where(Device.token == hash_of(token)))


def _today() -> date:
    return now().date()
