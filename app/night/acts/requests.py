"""Requests about players and stakes, one function each, from the dealer and from phones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, cast, func, select
from sqlalchemy.orm import Session

from app.games.house import HouseRules, Stakes, house_rules
from app.night import models
from app.night.acts.act import Act
from app.night.acts.activity import ActLine, line_of
from app.night.acts.people import Button, Buy, ComeBack, Give, Join, Leave, Rearrange, SitOut
from app.night.acts.queue import Done, Waits, do, enter, locked_night
from app.night.acts.table import NewHouse, NewStakes
from app.night.db import db, retry_conflicts, writing
from app.night.models import Hand, Night, Seat
from app.night.people.seats import seats_of
from app.night.validation import Problem, check_chips, clean_name, validate_house, validate_stakes
from app.night.version import mark_table_changed
from app.text import listing

Answer = Done | Waits | Problem


def add_player(
    night: Night,
    name: str,
    buy_in: int = 0,
    place: int | None = None,
    *,
    by: str = "",
    ask: bool = False,
    form: str = "",
) -> Seat | Waits | Problem:
    """Seat a player at the end, or at a place, shifting the others by one. One who left gets the old seat back."""
    cleaned = clean_name(name)
    if isinstance(cleaned, Problem):
        return cleaned
    if problem := check_chips(buy_in, "buy_in"):
        return problem
    answer = do(night, Join(cleaned, buy_in, place), by=by, ask=ask, form=form)
    if not isinstance(answer, Done):
        return answer
    return db.session.get_one(Seat, db.session.get_one(models.Act, answer.line).seat_id)


def buy_in(night: Night, seat_id: int, amount: int, *, by: str = "", ask: bool = False, form: str = "") -> Answer:
    """Sell a player chips."""
    if problem := check_chips(amount, "buy_in", 1):
        return problem
    return do(night, Buy(seat_id, seat_name(night, seat_id), amount), by=by, ask=ask, form=form)


def give_chips(night: Night, seat_id: int, to: int, chips: int, *, owed: bool = True, form: str = "") -> Answer:
    """Hand chips of one player to another, to be settled with everything else or settled already."""
    act = Give(seat_id, seat_name(night, seat_id), to, seat_name(night, to), chips, owed)
    return do(night, act, form=form)


def leave(night: Night, seat_id: int, *, now: bool = False) -> Answer:
    """Cash a player out. Their seat stays as a gap, so that the deal passes on as it would have.

    With ``now`` the hand that they are in is folded as soon as it is their turn.
    """
    return do(night, Leave(seat_id, seat_name(night, seat_id), now))


def sit_out(night: Night, seat_id: int, *, by: str = "", ask: bool = False) -> Answer:
    """Deal this player no cards until they come back."""
    return do(night, SitOut(seat_id, seat_name(night, seat_id)), by=by, ask=ask)


def come_back(night: Night, seat_id: int, *, by: str = "", ask: bool = False) -> Answer:
    """Deal this player in again."""
    return do(night, ComeBack(seat_id, seat_name(night, seat_id)), by=by, ask=ask)


def move_seats(night: Night, order: Sequence[int]) -> Answer:
    """Rearrange the seats: all seat ids, clockwise. The dealer's button stays with its player."""
    without = [seat.player.name for seat in seats_of(db.session(), night.id) if seat.id not in order]
    if without:
        return Problem("order", f"say where {listing(without)} {'sits' if len(without) == 1 else 'sit'} as well")
    return do(night, Rearrange(tuple(order), tuple(seat_name(night, seat_id) for seat_id in order)))


def set_dealer(night: Night, place: int) -> Answer:
    """Give the dealer's button to the seat at this place."""
    seat = db.session.scalar(select(Seat).where(Seat.night_id == night.id, Seat.place == place, ~Seat.left))
    if seat is None:
        return Problem("place", "nobody sits there")
    return do(night, Button(place, seat.player.name, seat.id))


def set_table(night: Night, stakes: Stakes, house: Mapping[str, Any], now: tuple[Stakes, HouseRules]) -> Answer | None:
    """Play for these stakes and under these house rules from the next hand on, both or neither.

    ``now`` are those that hold now or are on their way; None if nothing else is wanted.
    """
    raw, rules = validate_stakes(stakes), validate_house(house)
    for value in (raw, rules):
        if isinstance(value, Problem):
            return value
    assert not isinstance(raw, Problem)
    assert not isinstance(rules, Problem)
    after, acts = house_rules(rules), list[Act]()
    if stakes != now[0]:
        acts.append(NewStakes(raw, stakes.words(after.last_bet)))
    if after != now[1]:
        acts.append(NewHouse(rules))
    return do(night, *acts) if acts else None


def seat_name(night: Night, seat_id: int) -> str:
    """Return who sits at a seat of the night; empty where nobody does."""
    seat = db.session.get(Seat, seat_id)
    return seat.player.name if seat is not None and seat.night_id == night.id else ""


#: The note of a request that its player has taken back; one that the dealer has refused has none.
WITHDRAWN = "act: withdrawn"

#: The seat that an act is about; null where it is about none.
_seat: ColumnElement[int] = cast(models.Act.data["seat"].as_string(), BigInteger)


@dataclass(frozen=True, slots=True)
class SeatWishes:
    """Requests about a seat that are ``pending``, and the last one if it was ``refused`` since the last hand was dealt.

    ``seen`` is the last line about the seat in the night's log, which a request carries so that it counts once.
    """

    pending: tuple[ActLine, ...]
    refused: ActLine | None
    seen: int

    def waits_for(self, kind: type[Act]) -> bool:
        """Return whether an act of a kind is pending."""
        return any(isinstance(line.act, kind) for line in self.pending)


@dataclass(frozen=True, slots=True)
class WishesOfAll:
    """Requests of a night by seat: the last one where it was ``refused``, and the last line ``seen`` about the seat."""

    refused: Mapping[int, ActLine]
    seen: Mapping[int, int]

    def of(self, seat_id: int, lines: Sequence[ActLine]) -> SeatWishes:
        """Return the requests about one seat; ``lines`` is the queue of the night."""
        pending = tuple(line for line in lines if getattr(line.act, "seat", None) == seat_id)
        return SeatWishes(pending, self.refused.get(seat_id), self.seen.get(seat_id, 0))


def wishes_of_all(night_id: int) -> WishesOfAll:
    """Return the requests about all seats of a night."""
    seen = select(_seat, func.max(models.Act.id)).where(models.Act.night_id == night_id, _seat.is_not(None))
    last = {row[0]: row[1] for row in db.session.execute(seen.group_by(_seat))}
    latest = select(func.max(models.Act.id)).where(models.Act.night_id == night_id, models.Act.by != "")
    requests = select(models.Act).where(models.Act.id.in_(latest.group_by(_seat)))
    dealt = _last_dealt(night_id)
    refused = {}
    for request in db.session.scalars(requests):
        if (seat_id := request.data.get("seat")) is not None and (line := _refused_line(request, dealt)) is not None:
            refused[seat_id] = line
    return WishesOfAll(refused, last)


def buy_from_phone(night: Night, seat_id: int, chips: int, seen: int) -> Done | Waits | Problem:
    """Ask for more chips. ``seen`` is the last line about this seat that the phone knew of."""
    if problem := check_chips(chips, "chips", 1):
        return problem
    return _request(night, Buy(seat_id, _name(seat_id), chips), seat_id, seen)


def sit_out_from_phone(night: Night, seat_id: int, seen: int) -> Done | Waits | Problem:
    """Ask to be dealt no cards from the next hand on."""
    return _request(night, SitOut(seat_id, _name(seat_id)), seat_id, seen)


def come_back_from_phone(night: Night, seat_id: int, seen: int) -> Done | Waits | Problem:
    """Ask to be dealt in again."""
    return _request(night, ComeBack(seat_id, _name(seat_id)), seat_id, seen)


@retry_conflicts
def withdraw(night: Night, seat_id: int, line: int) -> Problem | None:
    """Take back a request of this seat's phone that has not been done yet."""
    night_id = night.id
    with writing() as session:
        stored = session.get(models.Act, line)
        if stored is None or stored.night_id != night_id or not stored.by or stored.data.get("seat") != seat_id:
            return Problem("act", "you have not asked for that")
        if stored.status not in ("asked", "waiting"):
            return Problem("act", "it has already been answered")
        stored.status, stored.note = "dropped", WITHDRAWN
        mark_table_changed(session, night_id)
    return None


@retry_conflicts
def set_asks_dealer(night: Night, asks: bool) -> None:
    """Set whether requests from phones wait for the dealer's yes, or are done without asking."""
    night_id = night.id
    with writing() as session:
        session.get_one(Night, night_id).asks_dealer = asks
        mark_table_changed(session, night_id)


@retry_conflicts
def _request(night: Night, act: Act, seat_id: int, seen: int) -> Done | Waits | Problem:
    night_id = night.id
    with writing() as session:
        asks = locked_night(session, night_id).asks_dealer
        if _last_line(session, night_id, seat_id) != seen:
            return Problem("seen", "something about your seat has changed: this is how it is now")
        return enter(session, night_id, act, by=_name(seat_id), ask=asks)


def _name(seat_id: int) -> str:
    return db.session.get_one(Seat, seat_id).player.name


def _last_dealt(night_id: int) -> datetime | None:
    """Return when the last hand of a night was dealt."""
    dealt = select(Hand.started_at).where(Hand.night_id == night_id)
    return db.session.scalar(dealt.order_by(Hand.number.desc()).limit(1))


def _refused_line(last: models.Act, dealt: datetime | None) -> ActLine | None:
    if last.status not in ("dropped", "failed") or last.note == WITHDRAWN:
        return None
    if dealt is not None and (last.done_at or last.at) < dealt:
        return None
    return line_of(last)


def _last_line(session: Session, night_id: int, seat_id: int) -> int:
    query = select(func.max(models.Act.id)).where(models.Act.night_id == night_id)
    return session.scalar(query.where(_seat == seat_id)) or 0
