"""What a screen asks for first: the night of its key and how far it has come, in one select; then its table and hand.

The tables of nights are kept by the process, each at the count of changes seen last. The cache only saves time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any, cast

from sqlalchemy import ColumnElement, Select, and_, bindparam, func, or_, select

from app import metrics
from app.night.access.grants import COLUMNS, PHONE, Access, access_of
from app.night.caches import of_this_database
from app.night.db import db, rows_of
from app.night.log.loading import live_hand, live_hand_at
from app.night.log.replay import Broken, LiveHand
from app.night.models import Device, DeviceRole, Entry, Hand, Night, Player, Seat
from app.night.people.seats import SEATS_OF_LINK
from app.night.table import Table, TableHand
from app.night.version import version_text

#: So many tables are kept: those of the nights that were looked at last.
SIZE = 500

_lookups = metrics.Lookups("tables")


@dataclass(frozen=True, slots=True)
class Screen:
    """A night as a screen is to show it: its table, and how many entries the log of its last hand holds."""

    table: Table
    hand: int
    entries: int

    @property
    def version(self) -> str:
        """The version of the night, as :func:`night_version` has it."""
        return version_text(self.table.changes, self.hand, self.entries)

    def live(self, hand: TableHand) -> LiveHand | Broken:
        """Return the last hand of the night, as its log makes it; from the cache where that knows all its entries."""
        return live_hand_at(hand.id, hand.started_at, self.entries) if hand.number == self.hand else live_hand(hand.id)


@dataclass(frozen=True, slots=True)
class LinkedSeat:
    """The seat that a phone's link leads to."""

    id: int
    player_id: int
    name: str


@dataclass(frozen=True, slots=True)
class PhoneScreen:
    """A phone: its seat, who has it open, and the night as it is to show it."""

    seat: LinkedSeat
    access: Access
    screen: Screen


class TableCache:
    """The tables of the nights that were looked at last. Safe to use from any thread."""

    def __init__(self) -> None:
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._lock = Lock()

    def get(self, night_id: int, started_at: datetime, changes: int) -> Table | None:
        """Return the table of a night after so many changes. Another night may have had its id, and been deleted."""
        with self._lock:
            table = self._tables.get(night_id)
            if table is None or table.changes != changes or table.started_at != started_at:
                return None
            self._tables.move_to_end(night_id)
            return table

    def put(self, table: Table) -> Table:
        """Keep a table in place of an earlier one of its night; return the one that is kept if another was faster."""
        with self._lock:
            kept = self._tables.get(table.id)
            if kept is not None and (kept.started_at, kept.changes) == (table.started_at, table.changes):
                return kept
            self._tables[table.id] = table
            self._tables.move_to_end(table.id)
            while len(self._tables) > SIZE:
                self._tables.popitem(last=False)
            return table


def screen_by_key(key: str) -> Screen | None:
    """Return the night with this dealer's key."""
    return _screen(rows_of(_BY_KEY, {"key": key}))


def screen_by_watch_key(key: str) -> Screen | None:
    """Return the night with this television key, in capital or small letters."""
    return _screen(rows_of(_BY_WATCH_KEY, {"key": key, "small": key.lower()}))


def screen_of(night_id: int) -> Screen:
    """Return a night as it is now."""
    screen = find_screen(night_id)
    assert screen is not None
    return screen


def find_screen(night_id: int) -> Screen | None:
    """Return a night as it is now; None if it has been removed."""
    return _screen(rows_of(_BY_ID, {"id": night_id}))


def phone_screen(link: str, token: str) -> PhoneScreen | None:
    """Return the phone that a link leads to, as the device with this token sees it."""
    for query in _PHONES:
        if rows := rows_of(query, {"link": link}):
            seat = LinkedSeat(*rows[0][5:8])
            devices = [row[8:13] for row in rows if row.device_id is not None]
            screen = _screen(rows)
            assert screen is not None
            return PhoneScreen(seat, access_of(devices, token), screen)
    return None


def _screen(rows: Sequence[Any]) -> Screen | None:
    if not rows:
        return None
    night_id, changes, hand, entries, started_at = rows[0][:5]
    cache = of_this_database(TableCache)
    table = cache.get(night_id, started_at, changes)
    _lookups.count(table is not None)
    if table is None:
        # Another transaction may still hold the night as it was: what is shown is read again, never what is written.
        night = db.session.get(Night, night_id, populate_existing=True)
        if night is None:
            return None
        table = cache.put(Table(night, changes))
    return Screen(table, hand or 0, entries or 0)


def _marks() -> tuple[ColumnElement[Any], ...]:
    """Return the columns that say how far a night has come."""
    last = select(func.max(Hand.number)).where(Hand.night_id == Night.id).correlate(Night).scalar_subquery()
    hand = select(Hand.id).where(Hand.night_id == Night.id, Hand.number == last).correlate(Night).scalar_subquery()
    entries = select(func.max(Entry.number)).where(Entry.hand_id == hand).correlate(Night).scalar_subquery()
    columns = (Night.id, Night.changes, last.label("hand"), entries.label("entries"), Night.started_at)
    return cast(tuple[ColumnElement[Any], ...], columns)


def _of_phone(seat_id: Select[Any]) -> Select[Any]:
    """Return what a phone asks for: how far its night has come, its seat, and a row for each device of its person."""
    of_person = and_(DeviceRole.role == PHONE, DeviceRole.of_id == Seat.player_id)
    query = select(*_marks(), Seat.id, Seat.player_id, Player.name, *COLUMNS).select_from(Seat)
    query = query.join(Night, Night.id == Seat.night_id).join(Player, Player.id == Seat.player_id)
    query = query.outerjoin(DeviceRole, of_person).outerjoin(Device, Device.id == DeviceRole.device_id)
    return query.where(Seat.id == seat_id.scalar_subquery()).order_by(DeviceRole.at)


_NIGHT = select(*_marks())
# Whatever else a query costs, these are put together once.
_BY_ID = _NIGHT.where(Night.id == bindparam("id"))
_BY_KEY = _NIGHT.where(Night.key == bindparam("key"))
_BY_WATCH_KEY = _NIGHT.where(or_(Night.watch_key == bindparam("key"), Night.watch_key == bindparam("small")))
_PHONES = tuple(_of_phone(seat) for seat in SEATS_OF_LINK)
