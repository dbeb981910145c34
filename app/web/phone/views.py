"""A player's phone, by the link of their seat and without an account: what they see, and what they answer in secret."""

from __future__ import annotations

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app import night as store
from app.night import Broken, Late, LiveHand, Posted, Refused, Repeated, Seat
from app.web.pad.tap import Tapped, Wrong, number, read_tap
from app.web.phone.page import own_seat

blueprint = Blueprint("phone", __name__, url_prefix="/p/<key>")

OVER = "That hand is over. This is the table now."
NOT_IN = "You are not in this hand."
MENDING = "The dealer is mending this hand. Wait a moment."
NO_ANSWER = "That is no answer to this question."


@blueprint.get("")
def page(key: str) -> Response:
    """The phone of a seat; for htmx the parts of it that change."""
    return _show(key, _seat(key))


@blueprint.get("/answer")
def back(key: str) -> Response:
    """Whoever reloads the page that a refused answer has brought sees their phone again."""
    _seat(key)
    return redirect(url_for("phone.page", key=key), 303)


@blueprint.post("/answer")
def answer(key: str) -> Response:
    """Take the player's answer to the sealed question that their phone has shown."""
    seat = _seat(key)
    hand_id, question = number(request.form, "hand"), number(request.form, "question")
    hand = store.current_hand(store.night_of_seat(seat))
    if hand is None or hand.id != hand_id:
        return _show(key, seat, OVER, 409)
    found = store.live_hand(hand_id)
    if isinstance(found, Broken):
        return _show(key, seat, MENDING, 409)
    if seat.id not in found.hand.seat_ids:
        return _show(key, seat, NOT_IN, 409)
    return _answer(key, seat, found, question)


def _answer(key: str, seat: Seat, found: LiveHand, question: int) -> Response:
    said = read_tap(found.state, request.form)
    if isinstance(said, Wrong):
        return _show(key, seat, said.reason, 422)
    if not isinstance(said, Tapped) or len(said.lines) != 1:
        return _show(key, seat, NO_ANSWER, 422)
    taken = store.answer_sealed(found.hand.id, question, found.hand.seat_ids.index(seat.id), said.lines[0])
    match taken:
        case Posted() | Repeated():
            if "HX-Request" in request.headers:
                return _show(key, seat)
            return redirect(url_for("phone.page", key=key), 303)
        case Late(reason=reason):
            return _show(key, seat, _sentence(reason), 409)
        case Refused(reason=reason):
            return _show(key, seat, _sentence(reason), 422)
        case _:
            return _show(key, seat, MENDING, 409)


def _seat(key: str) -> Seat:
    return store.seat_by_key(key) or abort(404)


def _show(key: str, seat: Seat, wrong: str = "", status: int = 200) -> Response:
    """The page, or for htmx its parts, with what was wrong with an answer, if anything."""
    name = "phone/_parts.html" if "HX-Request" in request.headers else "phone/page.html"
    typed = request.form.get("amount", "").strip()[:9] if wrong else ""
    return make_response(
        render_template(name, phone=own_seat(key, seat), wrong=wrong, typed=typed, answered=request.method == "POST"),
        status,
    )


def _sentence(reason: str) -> str:
    return f"{reason[:1].upper()}{reason[1:]}."
