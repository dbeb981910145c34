"""Devices: browsers recognized by a random token in a cookie. The database stores only its hash."""

from __future__ import annotations

import secrets
from hashlib import sha256

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.night.db import now, transaction
from app.night.models import Device

#: No token we issue is longer than this.
LONGEST_TOKEN = 64


def hash_of(token: str) -> str:
    """Return the stored hash of a token; empty for text that cannot be a token."""
    return sha256(token.encode()).hexdigest() if 0 < len(token) <= LONGEST_TOKEN else ""


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
