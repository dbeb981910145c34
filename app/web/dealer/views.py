"""The dealer's screen: shows what is next, takes what is tapped, and takes it back."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, abort, flash, g, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.night import (
    Answer,
    Broken,
    LiveHand,
    Night,
    Posted,
    Refused,
    Stale,
    current_hand,
    last_hand,
    live_hand,
    night_by_key,
    night_version_at,
    post_from_dealer,
    redo,
    undo,
    undo_call,
)
from app.night import next_hand as clear_hand
from app.web.call.rows import hand_url
from app.web.dealer.page import Notice, screen
from app.web.http.redirect import go
from app.web.pad.focus import Look, read_look
from app.web.pad.tap import Held, Wrong, number, read_tap
from app.web.table.layout import nearest, turn, turn_back

blueprint = Blueprint("dealer", __name__, url_prefix="/n/<key>")

BEHIND = "Something else was entered first. This is the table now."


@blueprint.get("/")
def table(key: str) -> Response:
    """The table of a night: its hand under way, or the way to call a game."""
    hand = current_hand(_night(key))
    if hand is None:
        return go(url_for("call.page", key=key))
    found = live_hand(hand.id)
    if isinstance(found, Broken):
        return _broken(key, found)
    asked = request.args
    look = read_look(*(asked.get(name, "") for name in ("arm", "held", "rule", "log")))
    return _show(key, found, look)


@blueprint.post("/tap")
def tap(key: str) -> Response:
    """Enter what was tapped."""
    found = _posted_hand(key)
    if not isinstance(found, LiveHand):
        return found
    look = _posted_look()
    said = read_tap(found.state, request.form)
    if isinstance(said, Wrong):
        return _show(key, found, look, Notice(said.reason), 422)
    if isinstance(said, Held):
        return _look_at(key, found, replace(look, arm=said.seat, held=said.cards))
    return _answer(key, post_from_dealer(found.hand.id, number(request.form, "seen"), said.lines), look, said.lines)


@blueprint.post("/undo")
def take_back(key: str) -> Response:
    """Take back the last tap: a card that is only held first, else the last action, else the call of the game."""
    found = _posted_hand(key, mending=True)
    if not isinstance(found, LiveHand):
        return found
    look = _posted_look()
    if look.held:
        return _look_at(key, found, replace(look, held=look.held[:-1]))
    seen = number(request.form, "seen")
    if found.can_undo:
        return _answer(key, undo(found.hand.id, seen), look)
    if answer := undo_call(found.hand.id, seen):
        return _answer(key, answer, look)
    flash(f"{found.hand.game_name} is taken back", "said")
    return go(hand_url(_night(key), found.hand))


@blueprint.post("/redo")
def bring_back(key: str) -> Response:
    """Bring back what was taken back."""
    found = _posted_hand(key)
    if not isinstance(found, LiveHand):
        return found
    return _answer(key, redo(found.hand.id, number(request.form, "seen")), _posted_look())


@blueprint.post("/next")
def next_hand(key: str) -> Response:
    """On to the next game."""
    found = _posted_hand(key)
    if not isinstance(found, LiveHand):
        return found
    problem = clear_hand(_night(key))
    if problem is not None:
        return _show(key, found, Look(), Notice(problem.text[:1].upper() + problem.text[1:]), 422)
    return go(url_for("call.page", key=key))


@blueprint.post("/turn")
def turn_table(key: str) -> Response:
    """Turn the table by one seat on this device, or back so that the dealer is nearest. The hand stays as it is."""
    found = _posted_hand(key)
    if not isinstance(found, LiveHand):
        return found
    if request.form.get("turn") == "back":
        turn_back(key)
    else:
        turn(key, found.hand.seat_ids)
    return _look_at(key, found, _posted_look())


def _night(key: str) -> Night:
    night = night_by_key(key)
    if night is None:
        abort(404)
    # Read before the hand is: a screen may think itself older than it is, never newer.
    g.changes = night.changes
    return night


def _posted_hand(key: str, mending: bool = False) -> LiveHand | Response:
    """The hand that the form is about: the latest, cleared or not. Any other gets the table as it is.

    A hand that cannot go on is only to be mended.
    """
    hand = last_hand(_night(key))
    wanted = number(request.form, "hand")
    if hand is None:
        return go(url_for("call.page", key=key))
    found = live_hand(hand.id)
    if isinstance(found, Broken):
        if not mending or found.live is None:
            return _broken(key, found)
        found = found.live
    if wanted != hand.id and hand.cleared:
        return go(url_for("call.page", key=key))
    if wanted != hand.id:
        return _show(key, found, Look(), Notice(BEHIND), 409)
    return found


def _posted_look() -> Look:
    form = request.form
    return read_look(form.get("looking", ""), form.get("held", ""), "", form.get("log", ""))


def _answer(key: str, answer: Answer, look: Look, lines: tuple[str, ...] = ()) -> Response:
    if isinstance(answer, Broken):
        return _broken(key, answer)
    if isinstance(answer, Refused):
        text = answer.reason[:1].upper() + answer.reason[1:]
        ruling = ""
        if answer.overrulable:
            ruling = "\n".join(
                f"{line} !" if len(lines) == 1 or " ".join(line.split()) == answer.line else line for line in lines
            )
        return _show(key, answer.live, look, Notice(text, ruling), 422)
    if isinstance(answer, Stale):
        return _show(key, answer.live, Look(log=look.log), Notice(BEHIND), 409)
    if isinstance(answer, Posted):
        return _look_at(key, answer.live, Look(log=look.log))
    return _show(key, answer.live, Look(log=look.log))


def _look_at(key: str, found: LiveHand, look: Look) -> Response:
    if "HX-Request" in request.headers:
        return _show(key, found, look)
    address = url_for("dealer.table", key=key)
    return redirect(f"{address}?{look.query}" if look.query else address, 303)


def _show(key: str, found: LiveHand, look: Look, notice: Notice | None = None, status: int = 200) -> Response:
    """The screen: whole, or for htmx the part that changes, with the announcement unless only the look has changed."""
    name = "dealer/page.html"
    if "HX-Request" in request.headers:
        name = (
            "dealer/_screen.html" if request.method == "GET" and "seen" not in request.args else "dealer/_answer.html"
        )
    near = nearest(key, found.hand.seat_ids)
    shown = screen(key, night_version_at(g.changes, found), found, look, notice, near)
    return make_response(render_template(name, screen=shown), status)


def _broken(key: str, found: Broken) -> Response:
    response = make_response(render_template("dealer/broken.html", key=key, broken=found), 409)
    if "HX-Request" in request.headers:
        response.headers["HX-Refresh"] = "true"
    return response
