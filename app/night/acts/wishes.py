"""What a table wishes of its people and stakes, each as one call; see :func:`app.night.acts.doing.do`.

Each returns :class:`Done`, :class:`Waits` while a hand is played, or the :class:`Problem` of a form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from app.evening.acts import Act, Button, Buy, ComeBack, Give, Join, Leave, NewHouse, NewStakes, Rearrange, SitOut
from app.games.house import HouseRules, Stakes, house_rules
from app.night import models
from app.night.acts.doing import Done, Waits, do, do_together
from app.night.acts.perform import Before
from app.night.db import db
from app.night.models import Night, Seat
from app.night.people.seats import seats_of
from app.night.validation import Problem, check_chips, clean_name, validate_house, validate_stakes
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
    """Seat a player at the end, or at a place, shifting the others by one. Who has left gets their old seat back."""
    cleaned = clean_name(name)
    if isinstance(cleaned, Problem):
        return cleaned
    if problem := check_chips(buy_in, "buy_in"):
        return problem
    answer = do(night, Join(cleaned, buy_in, place), by=by, ask=ask, form=form)
    if not isinstance(answer, Done):
        return answer
    before: Before | None = db.session.get_one(models.Act, answer.line).before
    assert before is not None
    return db.session.get_one(Seat, before["seat"])


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


def set_stakes(night: Night, stakes: Stakes) -> Answer:
    """Play for these stakes from the next hand on."""
    raw = validate_stakes(stakes)
    return raw if isinstance(raw, Problem) else do(night, NewStakes(raw, stakes.words()))


def set_house(night: Night, house: Mapping[str, Any]) -> Answer:
    """Play under these house rules from the next hand on."""
    rules = validate_house(house)
    return rules if isinstance(rules, Problem) else do(night, NewHouse(rules))


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
    return do_together(night, acts) if acts else None


def seat_name(night: Night, seat_id: int) -> str:
    """Return who sits at a seat of the night; empty where nobody does."""
    seat = db.session.get(Seat, seat_id)
    return seat.player.name if seat is not None and seat.night_id == night.id else ""
