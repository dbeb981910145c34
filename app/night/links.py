"""A night's links: the dealer's, the televisions', the one to ask for a seat and one for each player.

The first three can be renewed here, a player's with the person.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, cast

from sqlalchemy import ColumnElement, Row, bindparam, or_, select
from sqlalchemy.orm import Session

from app.night.access.grants import delete_grants
from app.night.access.rights import DEALER, program_of, rights_of
from app.night.db import db, rows_of
from app.night.models import LATEST_FIRST, Night, random_key, unused_code
from app.night.people.seats import seat_by_key
from app.night.screens import phone_screen
from app.night.version import mark_table_changed, night_transaction


def night_by_watch_key(key: str) -> Night | None:
    """Return the night with this television key, given in upper or lower case."""
    return db.session.scalar(select(Night).where(Night.watch_key.in_({key, key.lower()})))


def night_by_join_code(code: str) -> Night | None:
    """Return the night with this join code, given in upper or lower case; examples are left out."""
    return db.session.scalar(select(Night).where(Night.join_code.in_({code, code.lower()}), ~Night.example))


def night_id_of_link(key: str) -> int | None:
    """Return the id of the night that a key of any kind leads to; None for an unknown or renewed key."""
    night = _night_of_screen(key)
    if night is not None:
        return cast(int, night.id)
    seat = seat_by_key(key)
    return None if seat is None else seat.night_id


def night_to_follow(key: str, token: str) -> int | None:
    """Return the id of the night that a device may follow with a key; None if it may not.

    A phone's key works only on devices of its player, a dealer's key only on devices that may deal, a television's key
    on any device. Programs have no key and follow by their token.
    """
    if not key:
        program = program_of(token)
        return program.night_id if program is not None and program.is_approved else None
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
    return _nights(Night.key.in_(keys))


def nights_by_ids(ids: Collection[int]) -> list[Night]:
    """Return the nights with these ids, the latest first, without examples. Unknown ids are skipped."""
    return _nights(Night.id.in_(ids)) if ids else []


def _nights(where: ColumnElement[bool]) -> list[Night]:
    return list(db.session.scalars(select(Night).where(where, ~Night.example).order_by(*LATEST_FIRST)))


@night_transaction
def renew_dealer(session: Session, night_id: int, token: str = "") -> str:
    """Replace the dealer's key and return the new one. The old address stops working.

    The device with this token keeps dealing; the other dealers' devices lose the role.
    """
    key = random_key()
    session.get_one(Night, night_id).key = key
    delete_grants(session, DEALER, [night_id], except_token=token)
    mark_table_changed(session, night_id)
    return key


@night_transaction
def renew_code(session: Session, night_id: int, column: Literal["watch_key", "join_code"]) -> str:
    """Replace the code of the televisions or of the seats, and return the new one. The old one stops working."""
    code = unused_code(session.connection())
    setattr(session.get_one(Night, night_id), column, code)
    mark_table_changed(session, night_id)
    return code


def _night_of_screen(key: str) -> Row[int, str] | None:
    """Return the id and the dealer's key of the night with this dealer's or television key."""
    return next(iter(rows_of(_OF_SCREEN, {"key": key, "small": key.lower()})), None)


_KEYS = (Night.key == bindparam("key"), Night.watch_key == bindparam("key"), Night.watch_key == bindparam("small"))
# Compiled once: every screen that follows a night runs it repeatedly.
_OF_SCREEN = select(Night.id, Night.key).where(or_(*_KEYS))
