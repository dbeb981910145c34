"""The dealer's screen: shows what is next, takes what is tapped, and takes it back."""

from __future__ import annotations

from dataclasses import replace

from flask import abort, flash, g, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.night.acts.activity import leaving_seats
from app.night.log.replay import Answer, Answered, Broken, LiveHand, Posted, Refused, Stale
from app.night.play.call import next_hand as go_on
from app.night.play.call import undo_call
from app.night.play.taps import post_from_dealer, redo, undo
from app.night.screens import Screen, screen_by_key, screen_of
from app.night.table import Table
from app.night.version import night_version_at
from app.text import listing, sentence
from app.web.dealer import turned_table
from app.web.dealer.called_again import call_again_address
from app.web.dealer.page import Notice, dealer_page
from app.web.dealer.room import room_of
from app.web.http.addresses import with_query
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_night_or_404
from app.web.http.pages import redirect_to
from app.web.http.security import posted_number
from app.web.pad.focus import EVEN, Focus, read_focus
from app.web.pad.ruling import taken_back
from app.web.pad.splitting import typed_parts
from app.web.pad.tap import Naming, NotATap, read_tap

blueprint = GuardedBlueprint("dealer", __name__, Who.DEALER, url_prefix="/n/<key>")

BEHIND = "Someone else entered that first. This is the table now."


@blueprint.get("/")
def table(key: str) -> Response:
    """Show the hand on the table, or the way to call a game."""
    screen = _screen(key)
    if screen.table.hand is None:
        return redirect_to(url_for("call.page", key=key))
    loaded = screen.live(screen.table.hand)
    if isinstance(loaded, Broken):
        return _show_broken(key, loaded)
    focus = read_focus(*(request.args.get(name, "") for name in ("arm", "held", "rule", "log", "split")))
    return _show(key, loaded, focus)


@blueprint.post("/tap")
def tap(key: str) -> Response:
    """Enter what was tapped."""
    hand = _posted_hand(key)
    if not isinstance(hand, LiveHand):
        return hand
    focus = _posted_focus()
    tapped = read_tap(hand.state, request.form)
    if isinstance(tapped, NotATap):
        return _show(key, hand, focus, Notice(tapped.reason), 422)
    if isinstance(tapped, Naming):
        return _look_at(key, hand, replace(focus, arm=tapped.seat, held=tapped.cards))
    leaving = leaving_seats(g.screen.table.waiting)
    answer = post_from_dealer(hand.hand.id, posted_number("seen"), tapped.lines, leaving)
    return _show_answer(key, answer, focus, tapped.lines)


@blueprint.post("/undo")
def take_back(key: str) -> Response:
    """Take back the last tap: a card that is only held, else the last action, else the call of the game."""
    hand = _posted_hand(key, broken_too=True)
    if not isinstance(hand, LiveHand):
        return hand
    focus = _posted_focus()
    if focus.held:
        return _look_at(key, hand, replace(focus, held=focus.held[:-1]))
    if focus.ruling:
        return _look_at(key, hand, replace(focus, ruling=taken_back(focus.ruling)))
    if focus.split:
        return _look_at(key, hand, replace(focus, split=""))
    seen = posted_number("seen")
    if hand.can_undo:
        return _show_answer(key, undo(hand.hand.id, seen), focus)
    if refused := undo_call(hand.hand.id, seen):
        return _show_answer(key, refused, focus)
    flash(f"{hand.hand.game_name} is taken back", "done")
    return redirect_to(call_again_address(get_night_or_404(key), hand.hand))


@blueprint.post("/redo")
def bring_back(key: str) -> Response:
    """Bring back what was taken back."""
    hand = _posted_hand(key)
    if not isinstance(hand, LiveHand):
        return hand
    return _show_answer(key, redo(hand.hand.id, posted_number("seen")), _posted_focus())


@blueprint.post("/next")
def next_hand(key: str) -> Response:
    """Go on to the next hand."""
    hand = _posted_hand(key)
    if not isinstance(hand, LiveHand):
        return hand
    if problem := go_on(get_night_or_404(key)):
        return _show(key, hand, Focus(), Notice(sentence(problem.text)), 422)
    return redirect_to(url_for("call.page", key=key))


@blueprint.get("/called")
def called(key: str) -> Response:
    """Lead to the game of the hand as it was called, to change what was called wrong."""
    screen = _screen(key)
    live = screen.live(screen.table.hand) if screen.table.hand is not None else None
    if not isinstance(live, LiveHand):
        return redirect_to(url_for("dealer.table", key=key))
    return redirect(call_again_address(get_night_or_404(key), live.hand))


@blueprint.post("/turn")
def turn_table(key: str) -> Response:
    """Turn the table by one seat on this device, or let the tablet go round or stay. The hand stays as it is."""
    hand = _posted_hand(key)
    if not isinstance(hand, LiveHand):
        return hand
    match request.form.get("turn"):
        case "back":
            turned_table.go_round(key)
        case "stay":
            turned_table.stay(key, hand.hand.seat_ids)
        case _:
            turned_table.turn(key, hand.hand.seat_ids)
    return _look_at(key, hand, _posted_focus())


def _screen(key: str) -> Screen:
    """Return the night as it is when it is asked for, and remember it to be shown."""
    screen = screen_by_key(key) or abort(404)
    g.screen, g.was_over = screen, False
    return screen


def _posted_hand(key: str, broken_too: bool = False) -> LiveHand | Response:
    """Return the hand that the form is about, or the response that shows the table as it is now.

    That is the latest hand, even if the table has gone on from it. A hand that cannot go on can only be mended: it is
    returned where ``broken_too`` is set.
    """
    screen = _screen(key)
    last = screen.table.last_hand
    posted_id = posted_number("hand")
    if last is None:
        return redirect_to(url_for("call.page", key=key))
    loaded = screen.live(last)
    if isinstance(loaded, Broken):
        if not broken_too or loaded.live is None:
            return _show_broken(key, loaded)
        loaded = loaded.live
    if posted_id == last.id:
        g.was_over = loaded.over
        return loaded
    if last.cleared:
        return redirect_to(url_for("call.page", key=key))
    return _show(key, loaded, Focus(), Notice(BEHIND), 409)


def _posted_focus() -> Focus:
    form = request.form
    split = typed_parts(form.items()) or EVEN if "split" in form else ""
    return read_focus(form.get("looking", ""), form.get("held", ""), form.get("rule", ""), form.get("log", ""), split)


def _show_answer(key: str, answer: Answer | Answered, focus: Focus, lines: tuple[str, ...] = ()) -> Response:
    """Show the table after a tap was entered, refused or too late."""
    match answer:
        case Broken():
            return _show_broken(key, answer)
        case Refused():
            return _show(key, answer.live, focus, Notice(sentence(answer.reason), _ruling(answer, lines)), 422)
        case Stale():
            return _show(key, answer.live, Focus(log=focus.log), Notice(BEHIND), 409)
        case Answered():
            names = [answer.live.state.name(seat) for seat in answer.seats]
            who = f"{listing(names)} {'has' if len(names) == 1 else 'have'}"
            return _show(key, answer.live, Focus(log=focus.log), Notice(f"{who} answered already. That stands."))
        case Posted():
            return _look_at(key, answer.live, Focus(log=focus.log))
        case _:
            return _show(key, answer.live, Focus(log=focus.log))


def _ruling(refused: Refused, lines: tuple[str, ...]) -> str:
    """Return what to post so that a refused tap stands by the dealer's ruling; empty where it cannot."""
    if not refused.overrulable:
        return ""
    return "\n".join(
        f"{line} !" if len(lines) == 1 or " ".join(line.split()) == refused.line else line for line in lines
    )


def _look_at(key: str, hand: LiveHand, focus: Focus) -> Response:
    if "HX-Request" in request.headers:
        return _show(key, hand, focus)
    return redirect(with_query(url_for("dealer.table", key=key), focus.query), 303)


def _show(key: str, hand: LiveHand, focus: Focus, notice: Notice | None = None, status: int = 200) -> Response:
    """Show the screen: whole, or for htmx the part that changes."""
    nearest = turned_table.nearest_seat(key, hand.hand.seat_ids)
    if request.method == "POST" and (hand.over or g.was_over):
        g.screen = screen_of(g.screen.table.id)  # the end of a hand changes the table, too
    night: Table = g.screen.table
    # Its changes were counted before the hand was read: a screen may seem older than it is, never newer.
    version = night_version_at(night.changes, hand)
    page = dealer_page(key, version, hand, focus, night, notice, nearest, room_of(night, hand))
    if not hand.number and not page.board.announcement and not turned_table.is_chosen(key):
        page = replace(page, asks_if_round=True)
    return make_response(render_template(_template(), screen=page), status)


def _template() -> str:
    """Return the template to render; the announcement comes with it unless only the focus has changed."""
    if "HX-Request" not in request.headers:
        return "dealer/page.html"
    only_look = request.method == "GET" and "seen" not in request.args
    return "dealer/_screen.html" if only_look else "dealer/_answer.html"


def _show_broken(key: str, broken: Broken) -> Response:
    response = make_response(render_template("dealer/broken.html", key=key, broken=broken), 409)
    if "HX-Request" in request.headers:
        response.headers["HX-Refresh"] = "true"
    return response
