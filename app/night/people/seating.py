"""Seating: players join and leave between hands, sit out, change seats and buy chips."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.night.db import db, writing
from app.night.models import Ledger, Night, Player, Seat
from app.night.nights import between_hands
from app.night.people.seats import seats_of, stacks
from app.night.validation import MOST_SEATS, Problem, check_chips, clean_name
from app.night.version import mark_table_changed


def known_names(limit: int = 50) -> list[str]:
    """List the names of players of earlier nights, the most recent first, without those of examples."""
    latest = func.max(Seat.id)
    query = select(Player.name).join(Seat, Seat.player_id == Player.id).group_by(Player.id)
    query = query.join(Night, Night.id == Seat.night_id).where(~Night.example)
    return list(db.session.scalars(query.order_by(latest.desc()).limit(limit)))


def add_player(night: Night, name: str, buy_in: int = 0, place: int | None = None) -> Seat | Problem:
    """Seat a player at the end, or at a place, shifting the others by one. A player who has left may return."""
    night_id, cleaned = night.id, clean_name(name)
    if isinstance(cleaned, Problem):
        return cleaned
    if problem := check_chips(buy_in, "buy_in"):
        return problem
    with writing() as session:
        if problem := between_hands(session, night_id):
            return problem
        seats = seats_of(session, night_id)
        if len(seats) >= MOST_SEATS:
            return Problem("name", f"there are {MOST_SEATS} seats, and all are taken")
        player = session.scalar(select(Player).where(Player.folded == cleaned.casefold()))
        if player is not None and any(seat.player_id == player.id for seat in seats):
            return Problem("name", f"{player.name} has a seat already")
        if player is None:
            player = Player(name=cleaned, folded=cleaned.casefold())
            session.add(player)
            session.flush()
        seat = _take_seat(session, night_id, player, place)
        if buy_in:
            _record_buy_in(session, night_id, player.id, buy_in)
        mark_table_changed(session, night_id)
    return seat


def buy_in(night: Night, seat_id: int, amount: int) -> Problem | None:
    """Record that a player buys chips."""
    if problem := check_chips(amount, "buy_in", 1):
        return problem
    night_id = night.id
    with writing() as session:
        seat = _seat_between_hands(session, night_id, seat_id)
        if isinstance(seat, Problem):
            return seat
        _record_buy_in(session, night_id, seat.player_id, amount)
        mark_table_changed(session, night_id)
    return None


def leave(night: Night, seat_id: int) -> Problem | None:
    """Cash a player out. Their seat stays as a gap, so that the deal passes on as it would have."""
    night_id = night.id
    with writing() as session:
        seat = _seat_between_hands(session, night_id, seat_id)
        if isinstance(seat, Problem):
            return seat
        seat.left, seat.sitting_out = True, False
        if stack := stacks(session, night_id).get(seat.player_id, 0):
            session.add(Ledger(night_id=night_id, player_id=seat.player_id, kind="cash-out", amount=-stack, why="left"))
        mark_table_changed(session, night_id)
    return None


def sit_out(night: Night, seat_id: int) -> Problem | None:
    """Deal this player no cards until they come back."""
    return _set_sitting_out(night.id, seat_id, out=True)


def come_back(night: Night, seat_id: int) -> Problem | None:
    """Deal this player in again."""
    return _set_sitting_out(night.id, seat_id, out=False)


def move_seats(night: Night, order: Sequence[int]) -> Problem | None:
    """Rearrange the seats: all seat ids, clockwise. The dealer's button stays with its player."""
    night_id = night.id
    with writing() as session:
        if problem := between_hands(session, night_id):
            return problem
        seats = seats_of(session, night_id)
        if sorted(order) != sorted(seat.id for seat in seats):
            return Problem("order", "name every seat once")
        current = session.get_one(Night, night_id)
        dealer = next((seat for seat in seats if seat.place >= current.dealer_place), seats[0] if seats else None)
        for place, seat_id in enumerate(order):
            session.get_one(Seat, seat_id).place = place
        if dealer is not None:
            current.dealer_place = dealer.place
        mark_table_changed(session, night_id)
    return None


def set_dealer(night: Night, place: int) -> Problem | None:
    """Give the dealer's button to the seat at this place."""
    night_id = night.id
    with writing() as session:
        if problem := between_hands(session, night_id):
            return problem
        if all(seat.place != place for seat in seats_of(session, night_id)):
            return Problem("place", "nobody sits there")
        session.get_one(Night, night_id).dealer_place = place
        mark_table_changed(session, night_id)
    return None


def _seat_between_hands(session: Session, night_id: int, seat_id: int) -> Seat | Problem:
    if problem := between_hands(session, night_id):
        return problem
    seat = next((seat for seat in seats_of(session, night_id) if seat.id == seat_id), None)
    return seat or Problem("seat", "nobody sits there")


def _set_sitting_out(night_id: int, seat_id: int, *, out: bool) -> Problem | None:
    with writing() as session:
        seat = _seat_between_hands(session, night_id, seat_id)
        if isinstance(seat, Problem):
            return seat
        seat.sitting_out = out
        mark_table_changed(session, night_id)
    return None


def _take_seat(session: Session, night_id: int, player: Player, place: int | None) -> Seat:
    """Give a player a seat. The gaps of players who have left count as places, and are shifted with the rest."""
    everyone = list(session.scalars(select(Seat).where(Seat.night_id == night_id)))
    taken = [seat for seat in everyone if seat.player_id != player.id]
    end = max((seat.place for seat in taken), default=-1) + 1
    chosen = end if place is None else min(max(place, 0), end)
    night = session.get_one(Night, night_id)
    if any(other.place == chosen for other in taken):
        for other in taken:
            other.place += other.place >= chosen
        night.dealer_place += night.dealer_place >= chosen
    seat = next((seat for seat in everyone if seat.player_id == player.id), None)
    if seat is None:
        seat = Seat(night_id=night_id, player_id=player.id, place=chosen)
        session.add(seat)
    seat.place, seat.left, seat.sitting_out = chosen, False, False
    session.flush()
    return seat


def _record_buy_in(session: Session, night_id: int, player_id: int, amount: int) -> None:
    session.add(Ledger(night_id=night_id, player_id=player_id, kind="buy-in", amount=amount, why="bought"))
