"""A night as its screens show it: found by a key, with its table and hand; cached between changes.

``Night.changes`` counts the changes to a table. A tap in the middle of a hand does not count, since it only adds to the
hand's log. A screen reads the count in one select, and takes the :class:`Table` of that count from the cache. Parts of
a table are read on first use, after the count: they may be newer than the count but never older, and the screen is
notified of the next change. Code that writes never reads facts from here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import partial
from threading import RLock
from typing import Any, Generic, TypeVar, cast

from sqlalchemy import ColumnElement, Select, and_, bindparam, func, or_, select
from sqlalchemy.exc import NoResultFound

from app import metrics
from app.dataclass import dataclass, replace
from app.games.house import HouseRules, Stakes
from app.hand.event import ASKED_AGAIN
from app.hand.state import Announcement, State
from app.money.chipset import ChipValue
from app.night.access.grants import COLUMNS, Access, access_of
from app.night.access.rights import PHONE, AskingPhone, is_recent, phones_asking
from app.night.acts import activity
from app.night.acts.people import Buy, Join
from app.night.acts.requests import SeatRequests, requests_by_seat
from app.night.caches import LruCache, database_cache
from app.night.db import db, rows_of
from app.night.log.loading import live_hand, live_hand_at
from app.night.log.replay import Broken, LiveHand
from app.night.log.sealing import asked_again
from app.night.models import Device, DeviceRole, Entry, Hand, Night, Seat
from app.night.people import seats as night_seats
from app.night.people.seats import SEATS_OF_LINK, BuyIns, SeatInfo, Standing
from app.night.play.settle import winners_of

#: The cache keeps the tables of this many most recently viewed nights.
SIZE = 500

_lookups = metrics.Lookups("tables")

T = TypeVar("T")


class _Part(Generic[T]):
    """A part of a table: read on first use, by one thread while the others wait."""

    def __init__(self, read: Callable[[Any], T]) -> None:
        self._read = read

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, table: Table, _owner: type) -> T:
        parts = table.parts
        if self._name not in parts:
            with table.lock:
                if self._name not in parts:
                    parts[self._name] = self._read(table)
        return cast(T, parts[self._name])


def _of_night(read: Callable[[int], T]) -> _Part[T]:
    return _Part(lambda table: read(table.id))


@dataclass(frozen=True, slots=True)
class TableHand:
    """A summary of the last hand of a night.

    ``winners`` have their chips, largest first; empty before the hand is over. ``cleared``: the table has moved on.
    """

    id: int
    number: int
    game_name: str
    started_at: datetime
    finished: bool
    cleared: bool
    winners: tuple[tuple[str, int], ...]


class Table:
    """Everything about a night but its hand's log, as of a count of changes. Thread-safe."""

    def __init__(self, night: Night, changes: int) -> None:
        self.parts: dict[str, object] = {}
        self.lock = RLock()
        self.changes = changes
        self.id, self.started_at = night.id, night.started_at
        self.key, self.watch_key, self.join_code = night.key, night.watch_key, night.join_code
        self.name, self.example = night.name, night.example
        self.ended_at, self.settled_at = night.ended_at, night.settled_at
        self.tracked, self.carried, self.dealer_place = night.tracked, night.carried, night.dealer_place
        self.currency, self.worth, self.asks_dealer = night.currency, night.worth, night.asks_dealer
        self.on_television, self.all_in_odds = night.on_television, night.all_in_odds
        self.stakes: Stakes = night.stakes
        self.house_rules: HouseRules = night.house_rules
        self.played_for: ChipValue = night.played_for

    @_Part
    def last_hand(self) -> TableHand | None:
        """The latest hand, cleared or not."""
        row = db.session.execute(_LAST_HAND, {"night": self.id}).first()
        if row is None:
            return None
        winners = winners_of(row.names, row.outcome) if row.outcome is not None else ()
        finished = row.finished_at is not None
        return TableHand(row.id, row.number, row.game_name, row.started_at, finished, row.cleared, winners)

    @property
    def hand(self) -> TableHand | None:
        """The hand on the table, running or settled; None between hands, and once the night is over."""
        hand = self.last_hand if self.ended_at is None else None
        return None if hand is None or hand.cleared else hand

    stacks = _of_night(night_seats.stacks)
    badges = _of_night(night_seats.badges)
    hands_played = _of_night(night_seats.hands_played)
    waiting = _of_night(activity.waiting)
    failed = _of_night(activity.failed)
    _phones_asking = _of_night(phones_asking)

    @_Part
    def everybody(self) -> tuple[SeatInfo, ...]:
        """The players at the table, clockwise, then the players who have left."""
        chips = self.stacks if self.tracked else {}
        return tuple(night_seats.seat_infos(self.id, self.tracked, self.dealer_place, chips))

    @property
    def seats(self) -> list[SeatInfo]:
        """The players at the table, clockwise."""
        return [seat for seat in self.everybody if not seat.left]

    @_Part
    def bought(self) -> dict[int, Buy | Join]:
        """The acts that sold chips since the last hand was dealt, or the night began, by line."""
        return activity.bought(self.id) if self.tracked else {}

    @property
    def phones_asking(self) -> list[AskingPhone]:
        """The devices asking for a player's phone page; a request expires after a while."""
        return [phone for phone in self._phones_asking if is_recent(phone.at)]

    @_Part
    def requests(self) -> dict[int, SeatRequests]:
        """The requests about each seat, by seat id."""
        return requests_by_seat(self.id, [seat.id for seat in self.everybody], self.waiting)

    @_Part
    def buy_ins(self) -> BuyIns:
        """The buy-ins of the night."""
        return night_seats.buy_ins(db.session(), self.id, self.started_at)

    @_Part
    def standings(self) -> list[Standing]:
        """Everyone who played: the largest win first, then the most hands won."""
        return night_seats.standings(self.id, self.currency, self.tracked, self.everybody)


def state_now(live: LiveHand, table: Table) -> State:
    """Return the state of a hand; once it is over, with current stacks, as chips may have changed since.

    If open answers have been taken back, the state announces that.
    """
    state = live.state
    if asked_again(live):
        return replace(state, announcements=(*state.announcements, Announcement(state.count + 1, ASKED_AGAIN)))
    if not live.over or None in live.hand.setup.stacks:
        return state
    chips = table.stacks
    had = zip(state.players, live.hand.player_ids, strict=True)
    return replace(state, players=tuple(replace(player, stack=chips.get(player_id, 0)) for player, player_id in had))


@dataclass(frozen=True, slots=True)
class Screen:
    """A night for a screen: its table, the number of its last hand, and the entries in that hand's log."""

    table: Table
    hand: int
    entries: int

    @property
    def version(self) -> str:
        """The version of the night, in the format of :func:`night_version`."""
        return version_text(self.table.changes, self.hand, self.entries)

    def live(self, hand: TableHand) -> LiveHand | Broken:
        """Return the last hand of the night, from the cache if it is complete there."""
        return live_hand_at(hand.id, hand.started_at, self.entries) if hand.number == self.hand else live_hand(hand.id)


@dataclass(frozen=True, slots=True)
class PhoneScreen:
    """A phone: the ``key`` of its link, its seat, its access rights, and its screen."""

    key: str
    seat: SeatInfo
    access: Access
    screen: Screen


#: The tables of the most recently viewed nights, by id.
TABLES = partial(LruCache[int, Table], SIZE)


def screen_by_key(key: str) -> Screen | None:
    """Return the night with this dealer's key."""
    return _screen(rows_of(_BY_KEY, {"key": key}))


def screen_by_watch_key(key: str) -> Screen | None:
    """Return the night with this television key, given in upper or lower case."""
    return _screen(rows_of(_BY_WATCH_KEY, {"key": key, "small": key.lower()}))


def screen_of(night_id: int) -> Screen:
    """Return a night as it is now. Raises ``NoResultFound`` if it has been removed."""
    if (screen := find_screen(night_id)) is None:
        raise NoResultFound
    return screen


def find_screen(night_id: int) -> Screen | None:
    """Return a night as it is now; None if it has been removed."""
    return _screen(rows_of(_BY_ID, {"id": night_id}))


def phone_screen(key: str, token: str) -> PhoneScreen | None:
    """Return the phone that a link leads to, as the device with this token sees it."""
    for query in _PHONES:
        if rows := rows_of(query, {"link": key}):
            devices = [row[6:11] for row in rows if row.device_id is not None]
            if (screen := _screen(rows)) is not None:
                seat = next(seat for seat in screen.table.everybody if seat.id == rows[0].seat_id)
                return PhoneScreen(key, seat, access_of(devices, token), screen)
    return None


def night_version(night_id: int) -> str:
    """Return the version of a night; empty if there is no such night.

    It consists of the count of changes to the table, the number of the last hand and the length of its log.
    """
    return night_versions([night_id]).get(night_id, "")


def night_versions(night_ids: Collection[int]) -> dict[int, str]:
    """Return the version of each of these nights that exists, by id."""
    rows = rows_of(_BY_IDS, {"ids": list(night_ids)})
    return {night_id: version_text(changes, hand, entries) for night_id, changes, hand, entries, _ in rows}


def version_text(changes: int, hand: int | None, entries: int | None) -> str:
    """Return the version made of the count of changes, the number of the last hand and the length of its log."""
    return f"{changes}.{hand or 0}.{entries or 0}"


def _screen(rows: Sequence[Any]) -> Screen | None:
    if not rows:
        return None
    night_id, changes, hand, entries, started_at = rows[0][:5]
    cache = database_cache(TABLES)

    def is_current(table: Table) -> bool:
        """Return whether the table is up to date; another night, deleted since, may have had this id."""
        return (table.started_at, table.changes) == (started_at, changes)

    table = cache.get(night_id, is_current)
    _lookups.count(table is not None)
    if table is None:
        # The session may hold an older copy of the night; reread it. Rows being written are never read here.
        night = db.session.get(Night, night_id, populate_existing=True)
        if night is None:
            return None
        table = cache.put(night_id, Table(night, changes), is_current)
    return Screen(table, hand or 0, entries or 0)


def _version_columns() -> tuple[ColumnElement[Any], ...]:
    """Return the columns of a night's version: its id, changes, last hand and that hand's entries, and its start."""
    last = select(func.max(Hand.number)).where(Hand.night_id == Night.id).correlate(Night).scalar_subquery()
    hand = select(Hand.id).where(Hand.night_id == Night.id, Hand.number == last).correlate(Night).scalar_subquery()
    entries = select(func.max(Entry.number)).where(Entry.hand_id == hand).correlate(Night).scalar_subquery()
    columns = (Night.id, Night.changes, last.label("hand"), entries.label("entries"), Night.started_at)
    return cast(tuple[ColumnElement[Any], ...], columns)


def _of_phone(seat_id: Select[Any]) -> Select[Any]:
    """Return the query for a phone: its night's version, its seat, and a row for each device of its player."""
    of_person = and_(DeviceRole.role == PHONE, DeviceRole.of_id == Seat.player_id)
    query = select(*_version_columns(), Seat.id.label("seat_id"), *COLUMNS).select_from(Seat)
    query = query.join(Night).outerjoin(DeviceRole, of_person).outerjoin(Device)
    return query.where(Seat.id == seat_id.scalar_subquery()).order_by(DeviceRole.at)


_NIGHT = select(*_version_columns())
# Compiled once.
_BY_ID = _NIGHT.where(Night.id == bindparam("id"))
_BY_IDS = _NIGHT.where(Night.id.in_(bindparam("ids", expanding=True)))
_BY_KEY = _NIGHT.where(Night.key == bindparam("key"))
_BY_WATCH_KEY = _NIGHT.where(or_(Night.watch_key == bindparam("key"), Night.watch_key == bindparam("small")))
_PHONES = tuple(_of_phone(seat) for seat in SEATS_OF_LINK)
_LAST_HAND = (
    select(Hand.id, Hand.number, Hand.game_name, Hand.started_at, Hand.finished_at, Hand.cleared, Hand.outcome)
    .add_columns(Hand.setup["names"].label("names"))
    .where(Hand.night_id == bindparam("night"))
    .order_by(Hand.number.desc())
    .limit(1)
)
