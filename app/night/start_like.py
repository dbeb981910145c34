"""The same again: a night with the people, the seats, the stakes and the chips of an earlier one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.night.acts.people import Join
from app.night.acts.queue import enter
from app.night.db import db, retry_conflicts, writing
from app.night.models import Act, Night, Player, Seat
from app.night.nights import new_key, night_by_key
from app.night.people.seats import buy_ins, usual_buy_in
from app.night.validation import LONGEST_NIGHT_NAME, MOST_SEATS, Problem, clean_name, too_many


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who sat at an earlier night: their place there, and the chips they bought first."""

    player: Player
    place: int
    chips: int


@dataclass(frozen=True, slots=True)
class LastTime:
    """The night that can be had again, and its people clockwise as they sat."""

    night: Night
    guests: tuple[Guest, ...]


def last_time(nights: Sequence[Night]) -> LastTime | None:
    """Return the first of these nights at which two or more people sat; examples are passed over."""
    for night in nights:
        if not night.example and len(guests := guests_of(db.session(), night)) > 1:
            return LastTime(night, guests)
    return None


@retry_conflicts
def start_again(last: Night, name: str, *, key: str = "") -> Night | Problem:
    """Start a night as another one was: who sat there sits down again, and the deal goes on where it was.

    Pass a ``key`` as for :func:`app.night.nights.start_night`.
    """
    cleaned = clean_name(name, longest=LONGEST_NIGHT_NAME)
    if isinstance(cleaned, Problem):
        return cleaned
    last_id = last.id
    try:
        with writing() as session:
            return _start(session, session.get_one(Night, last_id), cleaned, key or new_key())
    except IntegrityError:
        started = night_by_key(key)
        if started is None:
            raise
        return started


def guests_of(session: Session, night: Night) -> tuple[Guest, ...]:
    """Return who sat at a night, clockwise, at most as many as have room: whoever stayed to the end goes first."""
    unseated = _unseated(session, night.id)
    query = select(Seat).join(Player).where(Seat.night_id == night.id, ~Player.removed)
    seats = [seat for seat in session.scalars(query.order_by(Seat.left, Seat.place)) if seat.id not in unseated]
    bought = buy_ins(session, night.id)
    firsts = {player_id: chips[0] for player_id, chips in bought.items() if chips}
    usual = usual_buy_in(bought)
    stayed = sorted(seats[:MOST_SEATS], key=lambda seat: seat.place)
    return tuple(Guest(seat.player, seat.place, firsts.get(seat.player_id, usual)) for seat in stayed)


def _start(session: Session, last: Night, name: str, key: str) -> Night | Problem:
    if full := too_many(session, "nights", Night.id, ~Night.example):
        return full
    night = Night(
        key=key,
        name=name,
        stakes_raw=dict(last.stakes_raw),
        house=dict(last.house),
        tracked=last.tracked,
        currency=last.currency,
        worth=last.worth,
        chips=list(last.chips),
        asks_dealer=last.asks_dealer,
    )
    session.add(night)
    session.flush()
    guests = guests_of(session, last)
    for place, guest in enumerate(guests):
        joined = enter(session, night.id, Join(guest.player.name, guest.chips if night.tracked else 0, place))
        if isinstance(joined, Problem):
            return joined
    night.dealer_place = next((place for place, guest in enumerate(guests) if guest.place >= last.dealer_place), 0)
    return night


def _unseated(session: Session, night_id: int) -> set[int]:
    """Return the seats whose players were taken away again by Undo before they had played."""
    joins = select(Act).where(Act.night_id == night_id, Act.kind == Join.kind, Act.status.in_(("done", "undone")))
    latest = {join.seat_id: join.status for join in session.scalars(joins.order_by(Act.id))}
    return {seat for seat, status in latest.items() if seat is not None and status == "undone"}
