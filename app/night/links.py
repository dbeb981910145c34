"""The addresses of a night: the dealer's, the televisions', the one for a seat and one for each player.

Any of them can be renewed.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from sqlalchemy import ColumnElement, Row, bindparam, or_, select

from app.night.access.grants import DEALER, forget, free_phone
from app.night.access.rights import rights_of
from app.night.db import db, retry_conflicts, rows_of, writing
from app.night.models import LATEST_FIRST, Night, random_key, unused_code
from app.night.people.changing import renew_keys
from app.night.people.seats import seat_by_key, seats_of
from app.night.screens import phone_screen
from app.night.validation import Problem
from app.night.version import mark_table_changed


def night_by_watch_key(key: str) -> Night | None:
    """Return the night with this television key, in capital or small letters."""
    return db.session.scalar(select(Night).where(_has_watch_key(key)))


def night_by_join_code(code: str) -> Night | None:
    """Return the night at which a code asks for a seat, in capital or small letters; examples have none."""
    return db.session.scalar(select(Night).where(Night.join_code.in_({code, code.lower()}), ~Night.example))


def night_id_of_link(key: str) -> int | None:
    """Return the id of the night that any kind of key leads to; None for an unknown or renewed key."""
    night = _night_of_screen(key)
    if night is not None:
        return cast(int, night.id)
    seat = seat_by_key(key)
    return None if seat is None else seat.night_id


def night_to_follow(key: str, token: str) -> int | None:
    """Return the id of the night that a device may follow by a key.

    That of a phone holds for its own devices alone, and the dealer's for none that has been signed out.
    """
    night = _night_of_screen(key)
    if night is not None:
        may = night.key != key or rights_of(token).may_deal(night.id)
        return cast(int, night.id) if may else None
    phone = phone_screen(key, token)
    if phone is None or not phone.access.holds:
        return None
    return phone.screen.table.id


def nights_by_keys(keys: Collection[str]) -> list[Night]:
    """Return the nights with these dealer's keys, the latest first, without examples. Unknown keys are skipped."""
    return list(db.session.scalars(select(Night).where(Night.key.in_(keys), ~Night.example).order_by(*LATEST_FIRST)))


def nights_by_ids(ids: Collection[int]) -> list[Night]:
    """Return the nights with these ids, the latest first, without examples. Unknown ids are skipped."""
    if not ids:
        return []
    return list(db.session.scalars(select(Night).where(Night.id.in_(ids), ~Night.example).order_by(*LATEST_FIRST)))


@retry_conflicts
def renew_dealer(night: Night, token: str = "") -> str:
    """Replace the dealer's key and return the new one. The old address stops working.

    Of the devices that deal, the one with this token goes on.
    """
    night_id, key = night.id, random_key()
    with writing() as session:
        session.get_one(Night, night_id).key = key
        forget(session, DEALER, [night_id], but=token)
        mark_table_changed(session, night_id)
    return key


@retry_conflicts
def renew_television(night: Night) -> str:
    """Replace the key of the televisions and return the new one. The old address stops working."""
    night_id = night.id
    with writing() as session:
        key = unused_code(session.connection())
        session.get_one(Night, night_id).watch_key = key
        mark_table_changed(session, night_id)
    return key


@retry_conflicts
def renew_join(night: Night) -> str:
    """Replace the code by which people ask for a seat, and return the new one. The old one stops working."""
    night_id = night.id
    with writing() as session:
        code = unused_code(session.connection())
        session.get_one(Night, night_id).join_code = code
        mark_table_changed(session, night_id)
    return code


@retry_conflicts
def renew_seat(night: Night, seat_id: int) -> Problem | None:
    """Replace the key of a player's phone at every table. The old address stops working."""
    night_id = night.id
    with writing() as session:
        seat = next((seat for seat in seats_of(session, night_id) if seat.id == seat_id), None)
        if seat is None:
            return Problem("seat", "nobody sits there")
        renew_keys(session, seat.player)
        mark_table_changed(session, night_id)
    return None


def free_seat(night: Night, seat_id: int) -> Problem | None:
    """Let the next device that opens the link of a player claim it: they have a new phone."""
    seat = next((seat for seat in seats_of(db.session(), night.id) if seat.id == seat_id), None)
    if seat is None:
        return Problem("seat", "nobody sits there")
    free_phone(seat.player_id)
    return None


def _night_of_screen(key: str) -> Row[int, str] | None:
    """Return the id and the dealer's key of the night whose dealer's or televisions' key this is."""
    return next(iter(rows_of(_OF_SCREEN, {"key": key, "small": key.lower()})), None)


def _has_watch_key(key: str) -> ColumnElement[bool]:
    return Night.watch_key.in_({key, key.lower()})


_KEYS = (Night.key == bindparam("key"), Night.watch_key == bindparam("key"), Night.watch_key == bindparam("small"))
# Asked for every screen that follows a night, again and again: it is put together once.
_OF_SCREEN = select(Night.id, Night.key).where(or_(*_KEYS))
