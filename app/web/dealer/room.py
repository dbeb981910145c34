"""The room on the dealer's screen: what phones ask for, and what is to become of players without chips."""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from app.night.access import phones
from app.night.acts import queue, requests
from app.night.log.replay import LiveHand
from app.night.people.seats import SeatInfo
from app.night.table import Table
from app.night.validation import Problem
from app.text import sentence, whole_number
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import (
    Asked,
    Broke,
    answers_coming,
    asked_for,
    get_night_or_404,
    get_seat_or_404,
    out_of_chips,
    shown_words,
    table_of,
)

blueprint = GuardedBlueprint("room", __name__, Who.DEALER)


@dataclass(frozen=True, slots=True)
class Room:
    """What the room wants of the dealer beside the hand.

    ``asked`` is what phones ask for. At the settlement ``broke`` are the players who are out of chips, and ``answered``
    says what becomes of those of them who have decided. ``television`` is what televisions show instead of the table,
    in words.
    """

    asked: tuple[Asked, ...] = ()
    broke: tuple[Broke, ...] = ()
    answered: tuple[str, ...] = ()
    television: str = ""


def room_of(table: Table, live: LiveHand) -> Room:
    """Return what the room wants of the dealer; seats are only read when somebody has lost all their chips."""
    asked, lost, television = asked_for(table), _without_chips(live), shown_words(table)
    if not lost or table.ended_at is not None:
        return Room(asked, television=television)
    seats = [seat for seat in table.everybody if seat.id in lost]
    broke, coming = out_of_chips(table, seats), answers_coming(table.waiting)
    undecided = {player.seat for player in broke}
    decided = [seat for seat in seats if seat.id not in undecided]
    answered = tuple(_answer(seat, coming.get(seat.id, "")) for seat in decided)
    return Room(asked, tuple(broke), answered, television)


@blueprint.post("/n/<key>/room")
def answer(key: str) -> Response:
    """Grant or refuse what a phone asks for, or settle what becomes of a player without chips; then show the table."""
    night = get_night_or_404(key)
    what, numbers = _read(request.form.get("room", ""))
    if what in ("yes", "no"):
        answered = queue.grant(night, numbers[0]) if what == "yes" else queue.drop(night, numbers[0])
    elif what in ("let-in", "keep-out"):
        person = get_seat_or_404(night, numbers[0]).player_id
        answered = phones.answer_device(person, numbers[1], yes=what == "let-in")
    elif all(player.seat != numbers[0] for player in out_of_chips(table_of(night))):
        answered = None  # the same tap, sent twice
    elif what == "buy":
        answered = requests.buy_in(night, *numbers)
    else:
        answered = requests.sit_out(night, numbers[0]) if what == "sit-out" else requests.leave(night, numbers[0])
    if isinstance(answered, Problem) and answered.field not in ("act", "device"):
        flash(f"{sentence(answered.text)}.", "problem")
    return redirect(url_for("dealer.table", key=key), 303)


def _read(text: str) -> tuple[str, list[int]]:
    """Return what was tapped, and its numbers: a line; or a seat, with the chips it buys or a device that asks."""
    what, *words = text.split()[:3] or [""]
    numbers = [number for word in words if (number := whole_number(word)) is not None]
    wanted = {"yes": 1, "no": 1, "let-in": 2, "keep-out": 2, "buy": 2, "sit-out": 1, "leave": 1}.get(what)
    return (what, numbers) if wanted == len(numbers) == len(words) else abort(400)


def _without_chips(live: LiveHand) -> frozenset[int]:
    """Return the seats of those who have lost all their chips in a hand that is over."""
    if not live.over:
        return frozenset()
    dealt = zip(live.hand.seat_ids, live.state.players, strict=True)
    return frozenset(seat for seat, player in dealt if player.stack == 0)


def _answer(seat: SeatInfo, coming: str) -> str:
    if coming and not seat.stack and not seat.left:
        return f"{coming}, from the next hand"
    if seat.left:
        return f"{seat.name} has gone home"
    return f"{seat.name} sits out" if seat.sitting_out else f"{seat.name} has {seat.stack}"
