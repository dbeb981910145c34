"""Starting a night like an earlier one: the same people, seats, stakes and chips."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.night.acts.people import Join
from app.night.acts.requests import seat_players
from app.night.db import db
from app.night.models import Act, Night, Player, Seat, random_key
from app.night.next_evening import absent_people
from app.night.nights import start_once
from app.night.people.seats import buy_ins
from app.night.rotation import restarted_rotation
from app.night.validation import MAX_NIGHT_NAME_LENGTH, MAX_SEATS, Problem, clean_name

#: The columns that the new night copies from the earlier one.
_COPIED = ("stakes_raw", "house", "tracked", "currency", "worth", "chips", "asks_dealer", "all_in_odds")


def night_to_repeat(nights: Sequence[Night]) -> tuple[Night, dict[Seat, int]] | None:
    """Return the first of these nights with two or more players, skipping examples, and :func:`returning_players`."""
    for night in nights:
        if not night.example and len(players := returning_players(db.session(), night)) > 1:
            return night, players
    return None


def repeat_night(last: Night, name: str, *, key: str = "") -> Night | Problem:
    """Start a night like another one: its players take their seats again, and the deal continues from there.

    Pass a ``key`` as for :func:`app.night.nights.start_night`.
    """
    cleaned = clean_name(name, longest=MAX_NIGHT_NAME_LENGTH)
    if isinstance(cleaned, Problem):
        return cleaned
    last_id = last.id
    return start_once(key, lambda session: _add_like(session, last_id, cleaned, key or random_key()))


def returning_players(session: Session, night: Night) -> dict[Seat, int]:
    """Return the seats to take again, clockwise, each with the chips of its player's first buy-in.

    As many as fit at a table, preferring players who stayed to the end. People who said that they are not coming are
    left out.
    """
    unseated, absent = _unseated(session, night.id), absent_people(session)
    query = select(Seat).join(Player).where(Seat.night_id == night.id, ~Player.removed, Player.id.not_in(absent))
    seats = [seat for seat in session.scalars(query.order_by(Seat.left, Seat.place)) if seat.id not in unseated]
    bought = buy_ins(session, night.id, night.started_at)
    stayed = sorted(seats[:MAX_SEATS], key=lambda seat: seat.place)
    return {seat: bought.first(seat.player_id) for seat in stayed}


def _add_like(session: Session, last_id: int, name: str, key: str) -> Night | Problem:
    last = session.get_one(Night, last_id)
    copied = {column: getattr(last, column) for column in _COPIED}
    night = Night(**copied, key=key, name=name, rotation=restarted_rotation(last.rotation))
    session.add(night)
    session.flush()
    players = returning_players(session, last)
    back = enumerate(players.items())
    joins = [Join(seat.player.name, chips if night.tracked else 0, place) for place, (seat, chips) in back]
    if isinstance(result := seat_players(session, night.id, joins), Problem):
        return result
    night.dealer_place = next((place for place, seat in enumerate(players) if seat.place >= last.dealer_place), 0)
    return night


def _unseated(session: Session, night_id: int) -> set[int]:
    """Return the seats of players who joined and were removed again by Undo."""
    joins = select(Act).where(Act.night_id == night_id, Act.kind == Join.kind, Act.status.in_(("done", "undone")))
    latest = {join.seat_id: join.status for join in session.scalars(joins.order_by(Act.id))}
    return {seat for seat, status in latest.items() if seat is not None and status == "undone"}
