"""The table of a night for screens: read once a change, and not once a screen. Nothing that writes takes it from here.

A night counts its changes in ``Night.changes``; a tap in the middle of a hand is none, since it changes the hand's log
alone. Whoever shows a table asks for the count and takes the :class:`Table` of that count from the cache of this
process. Its parts are read when they are first asked for, after the count was: they may be newer than their count, and
a screen is then told of the next one, but they are never older.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from threading import RLock
from typing import Any, Generic, TypeVar, cast

from sqlalchemy import bindparam, select

from app.games.house import HouseRules, Stakes
from app.money.worth import Worth
from app.night.access.phones import AskingPhone, all_phones_asking, still_asking
from app.night.acts.activity import ActLine, failed, waiting
from app.night.acts.requests import SeatWishes, WishesOfAll, wishes_of_all
from app.night.db import db
from app.night.models import Hand, Night
from app.night.people.seats import (
    SeatInfo,
    Standing,
    bought_and_cashed,
    buy_ins,
    hands_played,
    last_buys,
    seat_infos,
    stacks,
    standings_of,
    usual_buy_in,
)
from app.night.play.settle import winners_of

T = TypeVar("T")


class _Part(Generic[T]):
    """A part of a table: read when it is first asked for, by one thread while the others wait for it."""

    def __init__(self, read: Callable[[Any], T]) -> None:
        self._read = read
        self.__doc__ = read.__doc__

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, table: Table, _owner: type) -> T:
        parts = table.parts
        if self._name not in parts:
            with table.lock:
                if self._name not in parts:
                    parts[self._name] = self._read(table)
        return cast(T, parts[self._name])


@dataclass(frozen=True, slots=True)
class TableHand:
    """The last hand of a night: which one it is and how it stands, without what it was dealt under.

    ``winners`` have their chips, largest first; none before it is over. ``cleared``: the table has moved on from it.
    """

    id: int
    number: int
    game_name: str
    started_at: datetime
    finished: bool
    cleared: bool
    winners: tuple[tuple[str, int], ...]


class Table:
    """Everything about a night but the log of its hand, as it is after so many changes. Safe to use from any thread."""

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
        self.shown_hand_id, self.shown_step, self.shown_rules = night.shown_hand_id, night.shown_step, night.shown_rules
        self.stakes: Stakes = night.stakes
        self.house_rules: HouseRules = night.house_rules
        self.played_for: Worth = night.played_for

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
        """The hand on the table, running or settled; None between hands."""
        return None if self.last_hand is None or self.last_hand.cleared else self.last_hand

    @_Part
    def stacks(self) -> dict[int, int]:
        """The chips in front of each player, by player id."""
        return stacks(db.session(), self.id)

    @_Part
    def everybody(self) -> tuple[SeatInfo, ...]:
        """The players of the night, clockwise, and then those who have left."""
        chips = self.stacks if self.tracked else {}
        return tuple(seat_infos(db.session(), self, chips, self._bought))

    @property
    def seats(self) -> list[SeatInfo]:
        """The players at the table, clockwise."""
        return [seat for seat in self.everybody if not seat.left]

    @_Part
    def waiting(self) -> tuple[ActLine, ...]:
        """What waits for the next hand and what phones have asked for, in the order entered."""
        return tuple(waiting(self.id))

    @_Part
    def failed(self) -> tuple[ActLine, ...]:
        """What could not be done when the last hand was put away, until the next is dealt."""
        return tuple(failed(self.id))

    @property
    def phones_asking(self) -> list[AskingPhone]:
        """The devices that ask for pages of the players at the table; a question is forgotten after a while."""
        return still_asking(self._phones_asking)

    def wishes(self, seat_id: int) -> SeatWishes:
        """Return what is to happen to a seat."""
        return self._wishes.of(seat_id, self.waiting)

    @_Part
    def last_buys(self) -> dict[int, int]:
        """How many chips each player bought last, by player id."""
        return last_buys(self.id)

    def proposed_buy_in(self, player_id: int) -> int:
        """Return the chips to propose: what this player bought last tonight, or else what most bought first."""
        own = self._purchases.get(player_id)
        return own[-1] if own else usual_buy_in(self._purchases)

    @_Part
    def standings(self) -> tuple[Standing, ...]:
        """Everyone who played: the largest win first, or who has won most hands."""
        return tuple(standings_of(self, self.everybody))

    @_Part
    def hands_played(self) -> int:
        """How many hands have come to their end."""
        return hands_played(self.id)

    @_Part
    def _purchases(self) -> dict[int, list[int]]:
        return buy_ins(db.session(), self.id)

    @_Part
    def _bought(self) -> dict[int, Counter[str]]:
        return bought_and_cashed(db.session(), self.id)

    @_Part
    def _wishes(self) -> WishesOfAll:
        return wishes_of_all(self.id)

    @_Part
    def _phones_asking(self) -> list[tuple[AskingPhone, datetime]]:
        return all_phones_asking(self.id)


_LAST_HAND = (
    select(Hand.id, Hand.number, Hand.game_name, Hand.started_at, Hand.finished_at, Hand.cleared, Hand.outcome)
    .add_columns(Hand.setup["names"].label("names"))
    .where(Hand.night_id == bindparam("night"))
    .order_by(Hand.number.desc())
    .limit(1)
)
