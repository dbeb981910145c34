"""The players of a night and what it is played for: who sits where, buy-ins, stakes, house rules."""

from __future__ import annotations

from dataclasses import replace

from flask import abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from app.night import nights
from app.night.acts import activity, queue, requests
from app.night.acts.queue import Done, Waits
from app.night.models import Night
from app.night.people import seats
from app.night.play import call
from app.night.validation import Problem
from app.text import sentence
from app.web.forms.fields import read_number
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import coins_of, get_night_or_404, get_seat_or_404
from app.web.http.pages import redirect_to
from app.web.http.security import form_token, posted_number
from app.web.players.page import (
    BuyForm,
    Refused,
    hand_out_words,
    read_player,
    remember_buy_in,
    rules_form,
    show_players,
)
from app.web.players.seats import player_rows

blueprint = GuardedBlueprint("players", __name__, Who.DEALER, url_prefix="/n/<key>/night")

#: Said after what is done only when the hand on the table has been put away.
FROM_THE_NEXT_HAND = ", from the next hand"


@blueprint.get("")
def page(key: str) -> Response:
    """Show the players as they sit, and everything that can be changed between hands."""
    return show_players(get_night_or_404(key))


@blueprint.post("/seats")
def add(key: str) -> Response:
    """Seat a player: a name typed, or one of those offered."""
    night = get_night_or_404(key)
    form = read_player(request.form, chips_needed=night.tracked)
    if form.errors:
        return show_players(night, 422, Refused(player=form))
    added = requests.add_player(night, form.name, form.chips, form=form_token())
    if isinstance(added, Problem):
        if added.field not in ("name", "buy_in"):
            return _refuse(night, added, Refused(player=form))
        return show_players(night, 422, Refused(player=replace(form, errors={added.field: sentence(added.text)})))
    if night.tracked:
        remember_buy_in(night, form.chips)
    words = f"{form.name} joins with the next hand" if isinstance(added, Waits) else f"{form.name} sits down"
    flash(words, "done" if request.form.get("quick") else "added")
    return _back(key)


@blueprint.post("/seats/<int:seat>/sit-out")
def sit_out(key: str, seat: int) -> Response:
    """Sit a player out of the next hands."""
    night = get_night_or_404(key)
    name = get_seat_or_404(night, seat).name
    return _done(night, requests.sit_out(night, seat), f"{name} sits out")


@blueprint.post("/seats/<int:seat>/come-back")
def come_back(key: str, seat: int) -> Response:
    """Deal a player in again."""
    night = get_night_or_404(key)
    name = get_seat_or_404(night, seat).name
    return _done(night, requests.come_back(night, seat), f"{name} is back")


@blueprint.post("/seats/<int:seat>/leave")
def leave(key: str, seat: int) -> Response:
    """Send a player home with their chips: after the hand being played, or out of it."""
    night = get_night_or_404(key)
    player = get_seat_or_404(night, seat)
    when = request.form.get("when", "")
    if when:
        return _done(night, call.leave_now(night, seat, out_of_turn=when == "now"), f"{player.name} leaves")
    words = "leaves" if player.stack is None else f"leaves with {player.stack}, having bought {player.bought}"
    answer = requests.leave(night, seat)
    return _done(night, answer, f"{player.name} {'leaves' if isinstance(answer, Waits) else words}")


@blueprint.post("/seats/<int:seat>/buy")
def buy(key: str, seat: int) -> Response:
    """Sell a player more chips."""
    night = get_night_or_404(key)
    player = get_seat_or_404(night, seat)
    text = request.form.get("chips", "")
    chips, error = read_number(text, 1, 0)
    bought = None if error else requests.buy_in(night, seat, chips, form=form_token())
    if isinstance(bought, Problem) and bought.field != "buy_in":
        return _refuse(night, bought)
    if isinstance(bought, Problem):
        error = sentence(bought.text)
    if error:
        return show_players(night, 422, Refused(opened=seat, buy=BuyForm(text[:12], error)))
    remember_buy_in(night, chips)
    handed_out = hand_out_words(night, chips, len(seats.seats(night)))
    waits = FROM_THE_NEXT_HAND if isinstance(bought, Waits) else ""
    flash(f"{player.name} buys {chips} more{waits}{handed_out}", "done")
    return _back(key)


@blueprint.post("/seats/<int:seat>/give")
def give(key: str, seat: int) -> Response:
    """Hand chips of one player to another."""
    night = get_night_or_404(key)
    giver = get_seat_or_404(night, seat)
    receiver = get_seat_or_404(night, request.form.get("to", type=int) or abort(400))
    text, owed = request.form.get("chips", ""), "settled" not in request.form
    chips, error = read_number(text, 1, 0)
    given = None if error else requests.give_chips(night, giver.id, receiver.id, chips, owed=owed, form=form_token())
    if isinstance(given, Problem) and given.field == "give":
        error = sentence(given.text)
    if error:
        return show_players(night, 422, Refused(opened=seat, give=BuyForm(text[:12], error)))
    return _done(night, given, f"{giver.name} {'lends' if owed else 'gives'} {receiver.name} {chips}")


@blueprint.post("/seats/<int:seat>/move")
def move(key: str, seat: int) -> Response:
    """Move a player one place up or down the list: counter-clockwise or clockwise."""
    night = get_night_or_404(key)
    get_seat_or_404(night, seat)
    step = {"up": -1, "down": 1}.get(request.form.get("way", "")) or abort(400)
    order = _order(night)
    place = order.index(seat)
    return _swap(night, order, place, min(max(place + step, 0), len(order) - 1))


@blueprint.post("/seats/<int:seat>/swap")
def swap(key: str, seat: int) -> Response:
    """Swap the seats of two players."""
    night = get_night_or_404(key)
    other = request.form.get("with", type=int) or abort(400)
    first, second = get_seat_or_404(night, seat), get_seat_or_404(night, other)
    order = _order(night)
    return _swap(night, order, order.index(first.id), order.index(second.id))


@blueprint.post("/dealer")
def dealer(key: str) -> Response:
    """Give a player the dealer's button."""
    night = get_night_or_404(key)
    return _done(night, requests.set_dealer(night, posted_number("place")))


@blueprint.post("/rules")
def rules(key: str) -> Response:
    """Play for other stakes and under other house rules from the next hand on, and go on to where the form leads."""
    night = get_night_or_404(key)
    form = rules_form(night, activity.waiting(night.id), request.form)
    if not form.ok:
        return show_players(night, 422, Refused(rules=form))
    if not form.unchanged:
        assert form.stakes.stakes is not None
        answer = requests.set_table(night, form.stakes.stakes, form.house_values, form.now)
        if isinstance(answer, Problem):
            return _refuse(night, answer, Refused(rules=form))
        if answer is not None:
            words = form.stakes.stakes.words(form.stakes.house["last_bet"])
            flash(f"From the next hand: {words}", "done")
    return _way_on(key, request.form.get("then", ""))


@blueprint.post("/acts/<int:line>/yes")
def grant(key: str, line: int) -> Response:
    """Grant a phone's request."""
    night = get_night_or_404(key)
    words = _words(night, line)
    return _done(night, queue.grant(night, line), words)


@blueprint.post("/acts/<int:line>/no")
def refuse(key: str, line: int) -> Response:
    """Refuse a phone's request."""
    night = get_night_or_404(key)
    words = _words(night, line)
    return _done(night, queue.drop(night, line), f"Not done: {words}")


@blueprint.post("/acts/<int:line>/remove")
def remove(key: str, line: int) -> Response:
    """Remove what waits for the next hand."""
    night = get_night_or_404(key)
    words = _words(night, line)
    return _done(night, queue.drop(night, line), f"Removed: {words}")


@blueprint.post("/acts/<int:line>/undo")
def undo(key: str, line: int) -> Response:
    """Undo an act, or say why it can no longer be undone."""
    night = get_night_or_404(key)
    words = _words(night, line)
    return _done(night, queue.undo_act(night, line, words), f"Taken back: {words}")


@blueprint.post("/phones")
def phones(key: str) -> Response:
    """Set whether phones buy and sit out without asking the dealer."""
    night = get_night_or_404(key)
    free = request.form.getlist("free")[-1:] == ["1"]
    requests.set_asks_dealer(night, not free)
    flash("Phones buy and sit out without asking" if free else "Phones ask the dealer", "done")
    return _back(key)


@blueprint.post("/end")
def end(key: str) -> Response:
    """End the night."""
    night = get_night_or_404(key)
    return _done(night, nights.end_night(night))


@blueprint.post("/reopen")
def reopen(key: str) -> Response:
    """Play on in a night that was ended."""
    night = get_night_or_404(key)
    return _done(night, nights.reopen_night(night))


def _done(night: Night, answer: Done | Waits | Problem | None, message: str = "") -> Response:
    """Go back to the page with a message, or show why nothing was done."""
    if isinstance(answer, Problem):
        return _refuse(night, answer)
    if message:
        flash(message + (FROM_THE_NEXT_HAND if isinstance(answer, Waits) else ""), "done")
    return _back(night.key)


def _refuse(night: Night, problem: Problem, refused: Refused | None = None) -> Response:
    """Show the page with the reason; a hand under way, or a night that is over, is a conflict."""
    status = 409 if problem.field in ("hand", "night", "act") else 422
    return show_players(night, status, replace(refused or Refused(), problem=f"{sentence(problem.text)}."))


def _words(night: Night, line: int) -> str:
    """Return an act of the night's log in words."""
    entry = activity.act_line_by_id(night.id, line) or abort(404)
    return entry.act.line(coins_of(night))


def _way_on(key: str, then: str) -> Response:
    """Go to the page that a form was to lead to; back to the players by default."""
    ways = {"call": "call.page", "table": "dealer.table", "links": "links.page"}
    if then == "home":
        return redirect_to(url_for("home.page"))
    return redirect_to(url_for(ways[then], key=key)) if then in ways else _back(key)


def _order(night: Night) -> list[int]:
    """Return the seats as they are going to be, clockwise."""
    return [row.seat.id for row in player_rows(night, seats.seats(night), None, activity.waiting(night.id))]


def _swap(night: Night, order: list[int], first: int, second: int) -> Response:
    """Swap two seats, unless the form was made for another order: it was sent twice, or others have moved."""
    now = "-".join(map(str, order))
    if request.form.get("order", now) != now:
        return _back(night.key)
    order[first], order[second] = order[second], order[first]
    return _done(night, requests.move_seats(night, order))


def _back(key: str) -> Response:
    return redirect(url_for("players.page", key=key), 303)
