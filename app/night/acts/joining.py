"""Requests by the table's join code, for a seat or for a seated player's page.

The dealer answers, and the phone is redirected to its player's own link.
"""

from __future__ import annotations

from sqlalchemy import select, tuple_
from sqlalchemy.orm import Session

from app.night.access import grants
from app.night.access.rights import PHONE, is_recent, phones_asking
from app.night.acts.activity import waiting
from app.night.acts.people import Join
from app.night.acts.queue import act_of_form, enter
from app.night.acts.stored import read_act
from app.night.db import db
from app.night.models import LATEST_FIRST, Act, Night, Player, Seat
from app.night.people.roster import Person, all_people, link_digest, spellings
from app.night.people.seats import SeatInfo, seats
from app.night.validation import MAX_SEATS, Problem, clean_name, composed
from app.night.version import night_transaction

#: The fewest letters that find a name, and the most names shown at once.
MIN_LETTERS, MAX_FOUND = 3, 5


class SeatRequest:
    """A request for a seat.

    ``answer`` is the status of its act while the night goes on; ``seated`` once it is done, with the person's own link
    as ``key``; or ``over``: the link was renewed, or the night ended. ``why`` is the reason for a failure.
    """

    def __init__(self, act: Act) -> None:
        self.line, self.name, self.chips, self.why = act.id, act.data["name"], act.data["chips"], act.reason
        self.night = db.session.get_one(Night, act.night_id)
        self.answer, self.key = _answer(act, self.night)


def players_of_previous_night(night: Night) -> list[Person]:
    """Return the players of the previous night who have no seat and have not asked for one, by name."""
    before = tuple_(Night.started_at, Night.id) < (night.started_at, night.id)
    played = select(Night.id).join(Seat).join(Player).where(~Night.example, ~Player.removed, before)
    last = db.session.scalar(played.order_by(*LATEST_FIRST).limit(1))
    free = _without_seat(night, [person for person in all_people() if last in person.nights])
    return sorted(free, key=lambda person: person.name.casefold())


def find_unseated_people(night: Night, typed: str) -> list[Person]:
    """Return unseated people with a name in which a word begins with the typed letters, at least three.

    Recent players come first, and only the first few are returned, so that a guest cannot list everybody.
    """
    letters = " ".join(composed(typed).casefold().split())
    if len(letters) < MIN_LETTERS:
        return []
    named = [person for person in all_people() if f" {letters}" in f" {person.name.casefold()}"]
    return _without_seat(night, named)[:MAX_FOUND]


def _without_seat(night: Night, people: list[Person]) -> list[Person]:
    taken = {seat.player_id for seat in seats(night)}
    asked = _requested_names(night.id)
    return [person for person in people if person.id not in taken and person.name.casefold() not in asked]


@night_transaction
def ask_for_seat(session: Session, night_id: int, name: str, chips: int, *, form: str = "") -> int | Problem:
    """Ask the dealer for a seat, even if phones need no approval otherwise; return the id of the act.

    See :func:`app.night.acts.queue.do` for ``form``.
    """
    cleaned = clean_name(name)
    if isinstance(cleaned, Problem):
        return cleaned
    asked, act, before = _requested_names(night_id), Join(cleaned, chips), act_of_form(session, night_id, form)
    if before is None or read_act(before.kind, before.data) != act:
        if cleaned.casefold() in asked:
            return Problem("name", f"a seat for {cleaned} has been asked for already")
        if problem := _too_many(len(asked)):
            return problem
    result = enter(session, night_id, act, by=cleaned, ask=True, form=form)
    return result if isinstance(result, Problem) else result.line


def players_without_phone(night: Night) -> list[SeatInfo]:
    """Return the players at the table whose phone link nobody has claimed, clockwise."""
    seated = seats(night)
    access = grants.access_by_id(PHONE, [seat.player_id for seat in seated])
    return [seat for seat in seated if not access[seat.player_id].claimed]


def seat_named(night: Night, name: str) -> SeatInfo | None:
    """Return the seat of the player at the table with this name, however its accents are typed or stored."""
    return next((seat for seat in seats(night) if seat.name.casefold() in spellings(composed(name))), None)


def ask_for_page(night: Night, seat: SeatInfo, token: str, label: str) -> str | Problem:
    """Ask to open a seated player's page on the device with this token; return its token from now on."""
    if problem := _too_many(sum(is_recent(phone.at) for phone in phones_asking(night.id))):
        return problem
    return grants.ask(PHONE, seat.player_id, token, label)


def seat_request(line: int) -> SeatRequest | None:
    """Return a request for a seat by the id of its act; None if there is no such request."""
    act = db.session.get(Act, line)
    return SeatRequest(act) if act is not None and act.kind == Join.kind and act.by else None


def _answer(act: Act, night: Night) -> tuple[str, str]:
    if act.status == "done":
        key = db.session.scalar(select(Player.key).join(Seat).where(Seat.id == act.seat_id)) or ""
        # Only the host hands out a renewed link.
        return ("seated", key) if (act.before or {}).get("link") == link_digest(key) else ("over", "")
    if act.status in ("asked", "waiting") and night.ended_at is not None:
        return "over", ""
    return act.status, ""


def _too_many(asking: int) -> Problem | None:
    return Problem("name", f"{asking} others wait for an answer: ask the dealer") if asking >= MAX_SEATS else None


def _requested_names(night_id: int) -> set[str]:
    return {line.act.name.casefold() for line in waiting(night_id) if isinstance(line.act, Join)}
