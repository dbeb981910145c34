"""The players of a night and what it is played for: who sits where, buy-ins, stakes, house rules."""

from __future__ import annotations

from dataclasses import replace

from flask import (
    Blueprint,
    abort,
    flash,
    get_flashed_messages,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask import session as browser
from werkzeug.wrappers import Response

from app import night as store
from app.games.house import changed
from app.night import Night, Problem
from app.web.forms.controls import Entered, Typed, read_number, sentence
from app.web.forms.house import (
    LIMITS,
    WITH_STAKES,
    PlayerForm,
    StakesForm,
    house_form,
    house_groups,
    player_form,
    stakes_form,
)
from app.web.http.lookup import hand_running, night_of, seat_of, stakes_words

blueprint = Blueprint("night", __name__, url_prefix="/n/<key>/night")

USUAL_BUY_IN = 100


@blueprint.get("")
def page(key: str) -> Response:
    """The players as they sit, and everything that can be changed between hands."""
    return _show(night_of(key))


@blueprint.post("/seats")
def add(key: str) -> Response:
    """Seat a player: a name typed, or one of those offered."""
    night = night_of(key)
    typed = Typed(request.form)
    quick = typed.get("quick", "")
    if quick:
        typed["name"] = quick
    form = player_form(typed, chips_needed=night.tracked)
    if not form.errors:
        made = store.add_player(night, form.name, form.chips)
        if not isinstance(made, Problem):
            if night.tracked:
                browser["buy_in"] = form.chips
            flash(f"{form.name} sits down", "said" if quick else "added")
            return _back(key)
        if made.field not in ("name", "buy_in"):
            return _refuse(night, made, player=form)
        form = replace(form, errors={made.field: sentence(made.text)})
    return _show(night, 422, player=form)


@blueprint.post("/seats/<int:seat>/<any('sit-out', 'come-back', leave):what>")
def presence(key: str, seat: int, what: str) -> Response:
    """Sit a player out, deal them in again, or send them home with their chips."""
    night = night_of(key)
    row = seat_of(night, seat)
    does = {"sit-out": store.sit_out, "come-back": store.come_back, "leave": store.leave}[what]
    if problem := does(night, seat):
        return _refuse(night, problem)
    words = {"sit-out": "sits out", "come-back": "is back", "leave": "leaves"}[what]
    if what == "leave" and row.stack is not None:
        words = f"leaves with {row.stack}, having bought {row.bought}"
    flash(f"{row.name} {words}", "said")
    return _back(key)


@blueprint.post("/seats/<int:seat>/buy")
def buy(key: str, seat: int) -> Response:
    """More chips for a player."""
    night = night_of(key)
    row = seat_of(night, seat)
    text = request.form.get("chips", "")
    chips, wrong = read_number(text, 1, 0)
    problem = None if wrong else store.buy_in(night, seat, chips)
    if problem is not None and problem.field != "buy_in":
        return _refuse(night, problem)
    if wrong or problem:
        wrong = wrong or sentence(problem.text if problem else "")
        return _show(night, 422, opened=seat, buy={"value": text[:12], "error": wrong})
    browser["buy_in"] = chips
    flash(f"{row.name} buys {chips} more", "said")
    return _back(key)


@blueprint.post("/seats/<int:seat>/move")
def move(key: str, seat: int) -> Response:
    """One place up or down the list: counter-clockwise or clockwise."""
    night = night_of(key)
    seat_of(night, seat)
    step = {"up": -1, "down": 1}.get(request.form.get("way", "")) or abort(400)
    order = [row.id for row in store.seats(night)]
    at = order.index(seat)
    to = min(max(at + step, 0), len(order) - 1)
    return _reseat(night, order, at, to)


@blueprint.post("/seats/<int:seat>/swap")
def swap(key: str, seat: int) -> Response:
    """Two players change places."""
    night = night_of(key)
    other = request.form.get("with", type=int) or abort(400)
    first, second = seat_of(night, seat), seat_of(night, other)
    order = [row.id for row in store.seats(night)]
    return _reseat(night, order, order.index(first.id), order.index(second.id))


@blueprint.post("/dealer")
def dealer(key: str) -> Response:
    """Give somebody the dealer's button."""
    night = night_of(key)
    place = request.form.get("place", type=int)
    if place is None:
        abort(400)
    if problem := store.set_dealer(night, place):
        return _refuse(night, problem)
    return _back(key)


@blueprint.post("/stakes")
def stakes(key: str) -> Response:
    """Play for other stakes from the next hand on."""
    night = night_of(key)
    form = stakes_form(night.stakes, night.house_rules, request.form)
    if form.stakes is None:
        return _show(night, 422, stakes=form)
    problem = store.set_stakes(night, form.stakes) or store.set_house(night, {**night.house, **form.house})
    if problem is not None:
        return _refuse(night, problem, stakes=form)
    flash(f"From the next hand: {stakes_words(night)}", "said")
    return _back(key)


@blueprint.post("/house")
def house(key: str) -> Response:
    """Play under other house rules from the next hand on."""
    night = night_of(key)
    form = house_form(night.house_rules, request.form, but=WITH_STAKES)
    if not form.ok:
        return _show(night, 422, house=form)
    if problem := store.set_house(night, {**night.house, **form.values}):
        return _refuse(night, problem, house=form)
    flash("The house rules hold from the next hand on", "said")
    return _back(key)


@blueprint.post("/end")
def end(key: str) -> Response:
    """End the night."""
    night = night_of(key)
    if problem := store.end_night(night):
        return _refuse(night, problem)
    return _back(key)


@blueprint.post("/reopen")
def reopen(key: str) -> Response:
    """Play on after all."""
    store.reopen_night(night_of(key))
    return _back(key)


def _show(
    night: Night,
    status: int = 200,
    *,
    problem: str = "",
    player: PlayerForm | None = None,
    stakes: StakesForm | None = None,
    house: Entered | None = None,
    opened: int | None = None,
    buy: dict[str, str] | None = None,
) -> Response:
    everyone = store.seats(night, with_left=True)
    rows = [row for row in everyone if not row.left]
    seated = {row.name for row in rows}
    added = get_flashed_messages(category_filter=["added"])
    said = [*added, *get_flashed_messages(category_filter=["said"])]
    usual = str(browser.get("buy_in", USUAL_BUY_IN))
    picked = request.args.get("swap", type=int) if request.method == "GET" else None
    rules = changed(night.house_rules).keys() - set(WITH_STAKES)
    page = render_template(
        "players/page.html",
        night=night,
        here=url_for("night.page", key=night.key),
        table=f"/n/{night.key}/",
        rows=rows,
        gone=[row for row in everyone if row.left],
        known=[name for name in store.known_names() if name not in seated],
        picked=next((row for row in rows if row.id == picked), None),
        opened=opened or request.args.get("seat", type=int),
        buy=buy or {"value": usual, "error": ""},
        player=player or PlayerForm(buy_in=usual),
        adding=bool(added) or bool(player) or not rows,
        stakes=stakes or stakes_form(night.stakes, night.house_rules),
        stakes_open=stakes is not None,
        stakes_words=stakes_words(night),
        limits=LIMITS,
        house=house_groups(house or house_form(night.house_rules, but=WITH_STAKES)),
        house_open=house is not None,
        house_words=f"{len(rules)} changed" if rules else "as usual",
        hand_running=hand_running(night),
        in_play=sum(row.in_play for row in rows),
        problem=problem,
        said=". ".join(map(str, said)),
    )
    return make_response(page, status)


def _refuse(
    night: Night,
    problem: Problem,
    *,
    player: PlayerForm | None = None,
    stakes: StakesForm | None = None,
    house: Entered | None = None,
) -> Response:
    """The page again with the reason; a hand under way, or a night that is over, is a conflict."""
    status = 409 if problem.field in ("hand", "night") else 422
    text = f"{sentence(problem.text)}."
    return _show(night, status, problem=text, player=player, stakes=stakes, house=house)


def _reseat(night: Night, order: list[int], first: int, second: int) -> Response:
    order[first], order[second] = order[second], order[first]
    if problem := store.move_seats(night, order):
        return _refuse(night, problem)
    return _back(night.key)


def _back(key: str) -> Response:
    return redirect(url_for("night.page", key=key), 303)
