"""Guests who ask the host, as the host's screens show them."""

from __future__ import annotations

from dataclasses import dataclass

from app import night as store
from app.night import HouseDevice, Night
from app.text import with_article

#: So many nights are offered to deal: more are not under way at once.
MOST_NIGHTS = 3


@dataclass(frozen=True, slots=True)
class Guest:
    """A device that asks the host: who uses it, and the nights under way that they could deal."""

    device: int
    words: str
    nights: tuple[Night, ...]


def guests(night: Night | None = None) -> tuple[Guest, ...]:
    """Return the guests who ask, the first to ask first; they may deal this night, or those that are open."""
    asking = store.guests_asking()
    if not asking:
        return ()
    nights = (night,) if night is not None else _open_nights()
    return tuple(Guest(device.id, _words(device), nights) for device in asking)


def _words(device: HouseDevice) -> str:
    return f"{device.name} asks, on {with_article(device.label or 'device')}"


def _open_nights() -> tuple[Night, ...]:
    return tuple(night for night in store.nights() if night.ended_at is None and not night.example)[:MOST_NIGHTS]
