"""What a player asks for from their phone: more chips, to sit out, to come back; and what has become of it.

It waits for the dealer's yes, or is done without asking where the night has it so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import BigInteger, ColumnElement, cast, func, select
from sqlalchemy.orm import Session

from app.evening.acts import Act, Buy, ComeBack, SitOut, read_act
from app.night import models
from app.night.acts.doing import Done, Waits, enter, locked_night
from app.night.acts.lines import ActLine
from app.night.db import db, retry_conflicts, writing
from app.night.models import Hand, Night, Seat
from app.night.validation import Problem, check_chips
from app.night.version import mark_table_changed

#: What is noted of a wish that its owner has taken back; of one that the dealer has refused nothing is.
WITHDRAWN = "act: withdrawn"

#: The seat that an act is about; null where it is about none.
_seat: ColumnElement[int] = cast(models.Act.data["seat"].as_string(), BigInteger)


@dataclass(frozen=True, slots=True)
class SeatWishes:
    """What is to happen to a seat and has not yet, and ``refused``: what will not, since the last hand was dealt.

    ``seen`` is the last line about the seat in the night's log, which a wish carries so that it counts once.
    """

    pending: tuple[ActLine, ...]
    refused: ActLine | None
    seen: int

    def waits_for(self, kind: type[Act]) -> bool:
        """Return whether something of a kind is to happen already."""
        return any(isinstance(line.act, kind) for line in self.pending)


@dataclass(frozen=True, slots=True)
class WishesOfAll:
    """What has become of everybody's wishes: by seat the line that was ``refused``, and the last one ``seen``."""

    refused: Mapping[int, ActLine]
    seen: Mapping[int, int]

    def of(self, seat_id: int, lines: Sequence[ActLine]) -> SeatWishes:
        """Return what is to happen to a seat, given what waits for the next hand."""
        pending = tuple(line for line in lines if _is_about(line, seat_id))
        return SeatWishes(pending, self.refused.get(seat_id), self.seen.get(seat_id, 0))


def wishes_of_all(night_id: int) -> WishesOfAll:
    """Return what has become of the wishes of all seats of a night."""
    seen = select(_seat, func.max(models.Act.id)).where(models.Act.night_id == night_id, _seat.is_not(None))
    last = {row[0]: row[1] for row in db.session.execute(seen.group_by(_seat))}
    wished = select(func.max(models.Act.id)).where(models.Act.night_id == night_id, models.Act.by != "")
    wishes = select(models.Act).where(models.Act.id.in_(wished.group_by(_seat)))
    dealt = _last_dealt(night_id)
    refused = {}
    for wish in db.session.scalars(wishes):
        if (seat_id := wish.data.get("seat")) is not None and (line := _refused_line(wish, dealt)) is not None:
            refused[seat_id] = line
    return WishesOfAll(refused, last)


def buy_from_phone(night: Night, seat_id: int, chips: int, seen: int) -> Done | Waits | Problem:
    """Ask for more chips. ``seen`` is the last line about this seat that the phone knew of."""
    if problem := check_chips(chips, "chips", 1):
        return problem
    return _wish(night, Buy(seat_id, _name(seat_id), chips), seat_id, seen)


def sit_out_from_phone(night: Night, seat_id: int, seen: int) -> Done | Waits | Problem:
    """Ask to be dealt no cards from the next hand on."""
    return _wish(night, SitOut(seat_id, _name(seat_id)), seat_id, seen)


def come_back_from_phone(night: Night, seat_id: int, seen: int) -> Done | Waits | Problem:
    """Ask to be dealt in again."""
    return _wish(night, ComeBack(seat_id, _name(seat_id)), seat_id, seen)


@retry_conflicts
def withdraw(night: Night, seat_id: int, line: int) -> Problem | None:
    """Take back what this seat's phone has asked for and has not been done yet."""
    night_id = night.id
    with writing() as session:
        stored = session.get(models.Act, line)
        if stored is None or stored.night_id != night_id or not stored.by or stored.data.get("seat") != seat_id:
            return Problem("act", "you have not asked for that")
        if stored.status not in ("asked", "waiting"):
            return Problem("act", "it has been answered already")
        stored.status, stored.note = "dropped", WITHDRAWN
        mark_table_changed(session, night_id)
    return None


@retry_conflicts
def set_asks_dealer(night: Night, asks: bool) -> None:
    """Let phones ask the dealer for what they want, or do it without asking."""
    night_id = night.id
    with writing() as session:
        session.get_one(Night, night_id).asks_dealer = asks
        mark_table_changed(session, night_id)


@retry_conflicts
def _wish(night: Night, act: Act, seat_id: int, seen: int) -> Done | Waits | Problem:
    night_id = night.id
    with writing() as session:
        asks = locked_night(session, night_id).asks_dealer
        if _last_line(session, night_id, seat_id) != seen:
            return Problem("seen", "something about your seat has changed: this is how it is now")
        return enter(session, night_id, act, by=_name(seat_id), ask=asks)


def _name(seat_id: int) -> str:
    return db.session.get_one(Seat, seat_id).player.name


def _is_about(line: ActLine, seat_id: int) -> bool:
    return getattr(line.act, "seat", None) == seat_id


def _last_dealt(night_id: int) -> datetime | None:
    """Return when the last hand of a night was dealt."""
    dealt = select(Hand.started_at).where(Hand.night_id == night_id)
    return db.session.scalar(dealt.order_by(Hand.number.desc()).limit(1))


def _refused_line(last: models.Act, dealt: datetime | None) -> ActLine | None:
    if last.status not in ("dropped", "failed") or last.note == WITHDRAWN:
        return None
    if dealt is not None and (last.done_at or last.at) < dealt:
        return None
    return ActLine(last.id, read_act(last.kind, last.data), last.status, last.by, last.at, last.note.partition(": ")[2])


def _last_line(session: Session, night_id: int, seat_id: int) -> int:
    query = select(func.max(models.Act.id)).where(models.Act.night_id == night_id)
    return session.scalar(query.where(_about(seat_id))) or 0


def _about(seat_id: int) -> ColumnElement[bool]:
    return _seat == seat_id
