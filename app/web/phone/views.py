"""A player's phone, by the link of their seat and without an account: what they see, and what they answer in secret."""

from __future__ import annotations

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app import night as store
from app.night import Broken, Late, LiveHand, Posted, Refused, Repeated, Seat
from app.text import sentence
from app.web.http.form_numbers import posted_number
from app.web.pad.tap import NotATap, Tapped, read_tap
from app.web.phone.page import phone_page

blueprint = Blueprint("phone", __name__, url_prefix="/p/<key>")

OVER = "That hand is over. This is the table now."
NOT_IN = "You are not in this hand."
MENDING = "The dealer is correcting this hand. Wait a moment."
NO_ANSWER = "That does not answer this question."


@blueprint.get("")
def page(key: str) -> Response:
    """Show the phone of a seat; for htmx the parts of it that change."""
    return _show(key, _seat_or_404(key))


@blueprint.get("/answer")
def back(key: str) -> Response:
    """Go back to the phone when someone reloads the page of a refused answer."""
    _seat_or_404(key)
    return redirect(url_for("phone.page", key=key), 303)


@blueprint.post("/answer")
def answer(key: str) -> Response:
    """Take the player's answer to the sealed question that their phone has shown."""
    seat = _seat_or_404(key)
    hand_id, question = posted_number("hand"), posted_number("question")
    hand = store.current_hand(store.night_of_seat(seat))
    if hand is None or hand.id != hand_id:
        return _show(key, seat, OVER, 409)
    live = store.live_hand(hand_id)
    if isinstance(live, Broken):
        return _show(key, seat, MENDING, 409)
    if seat.id not in live.hand.seat_ids:
        return _show(key, seat, NOT_IN, 409)
    return _take_answer(key, seat, live, question)


def _take_answer(key: str, seat: Seat, live: LiveHand, question: int) -> Response:
    tapped = read_tap(live.state, request.form)
    if isinstance(tapped, NotATap):
        return _show(key, seat, tapped.reason, 422)
    if not isinstance(tapped, Tapped) or len(tapped.lines) != 1:
        return _show(key, seat, NO_ANSWER, 422)
    match store.answer_sealed(live.hand.id, question, live.hand.seat_ids.index(seat.id), tapped.lines[0]):
        case Posted() | Repeated():
            if "HX-Request" in request.headers:
                return _show(key, seat)
            return redirect(url_for("phone.page", key=key), 303)
        case Late(reason=reason):
            return _show(key, seat, f"{sentence(reason)}.", 409)
        case Refused(reason=reason):
            return _show(key, seat, f"{sentence(reason)}.", 422)
        case _:
            return _show(key, seat, MENDING, 409)


def _seat_or_404(key: str) -> Seat:
    return store.seat_by_key(key) or abort(404)


def _show(key: str, seat: Seat, wrong: str = "", status: int = 200) -> Response:
    """Show the page, or for htmx its parts, with what was wrong with an answer, if anything."""
    name = "phone/_parts.html" if "HX-Request" in request.headers else "phone/page.html"
    typed = request.form.get("amount", "").strip()[:9] if wrong else ""
    page = render_template(
        name, phone=phone_page(key, seat), wrong=wrong, typed=typed, answered=request.method == "POST"
    )
    return make_response(page, status)
