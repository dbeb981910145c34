"""The call screen: find a game, read its rules, choose its options, save it as the table's own, and deal it."""

from __future__ import annotations

from dataclasses import asdict

from flask import abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from app.games.catalog import GameInfo
from app.night.log import corrections, loading
from app.night.log.replay import Broken, LiveHand, Posted, Refused, Repeated, Stale
from app.night.models import ABOVE_ALL_IDS, Night, OwnGame
from app.night.nights import current_hand, last_number
from app.night.play import games, taps, television
from app.night.play.call import call_game, clear_finished, make_call, reopen_hand, untouched_hand
from app.night.play.rotation import change_games
from app.night.rotation import RotationGame
from app.night.validation import Problem
from app.text import full_sentence, sentence, whole_number
from app.web.call.calling import Call
from app.web.call.page import CallPage, ChangePage, GamePage, handed_out, own_address, own_query
from app.web.call.search import read_search
from app.web.forms.fields import FormData
from app.web.http.addresses import game_address
from app.web.http.browser import is_host
from app.web.http.gate import FOR_THE_HOST, GuardedBlueprint, Who, only_for, turn_away
from app.web.http.lookup import count_in_play, deal_order, get_night_or_404, table_of
from app.web.http.pages import back_to, back_to_referrer, render, render_page
from app.web.http.security import form_token, posted_number

blueprint = GuardedBlueprint("call", __name__, Who.DEALER, url_prefix="/n/<key>/call")

BEHIND = Problem("hand", "someone else changed the table first: this is how it is now")


@blueprint.get("")
def page(key: str) -> Response:
    """Show the games to call, with a search and filters, or the players once the night is over."""
    night = get_night_or_404(key)
    if night.ended_at is not None:
        return back_to("players.page", key=key)
    search = read_search(request.args.items(multi=True), count_in_play(table_of(night)))
    return render_page("call/page.html", CallPage(night, search, request.args))


@blueprint.post("/undo")
def undo(key: str) -> Response:
    """Put the previous hand back on the table, with its settlement as it was."""
    night = get_night_or_404(key)
    if problem := reopen_hand(night, posted_number("hand")):
        flash(full_sentence(problem.text), "problem")
        return back_to("call.page", key=key)
    return _to_table(key)


@blueprint.post("/given")
def hand_out(key: str) -> Response:
    """Note that the chips bought have been handed out, so that they are no longer shown."""
    get_night_or_404(key)
    handed_out.put(key, max(posted_number("line"), handed_out.get(key, 0)))
    return back_to_referrer(("call.page",), "call.page", key=key)


@blueprint.get("/<game>")
def game(key: str, game: str) -> Response:
    """Show the rule sheet of a game as chosen beside it."""
    night = get_night_or_404(key)
    info = _game_or_404(night, game)
    if info.problem:
        return _show_problem(night, info)
    call = _read_call(night, info, request.args)
    response = _show(night, call, own_name=request.args.get("own_name", "")[:100])
    if "HX-Request" in request.headers:
        response.headers["HX-Replace-Url"] = game_address(key, game, call.query)
    return response


@blueprint.post("/<game>")
def deal(key: str, game: str) -> Response:
    """Deal the game as chosen, save it, show its rules on televisions, or update them without a script."""
    night = get_night_or_404(key)
    info = _game_or_404(night, game)
    if info.problem:
        return _show_problem(night, info, 422)
    call = _read_call(night, info, request.form)
    action, own_name = request.form.get("do"), request.form.get("own_name", "")[:100]
    if action == "save" or (action == "enter" and own_name.strip()):
        return _save(night, call, own_name)
    if action == "show" and call.clashes:
        return _show(night, call, 422, own_name=own_name)
    if action == "show":
        _on_television(night, call)
    if action == "hide":
        television.show_table(night)
        flash("The television shows the table", "done")
    if action in ("update", "enter", "show", "hide"):
        typed = [("own_name", own_name)] if own_name.strip() else []
        return redirect(game_address(key, game, call.query + typed), 303)
    if action == "rotation" and not call.clashes:
        return _into_rotation(night, call)
    if call.refusals:
        return _show(night, call, 422, own_name=own_name)
    return _change(night, call, action) if action in ("change", "keep", "correct") else _deal(night, call)


@blueprint.get("/own/<int:own>")
def own(key: str, own: int) -> Response:
    """Redirect to one of the table's own games with its choices made; if its game is gone, ask whether to remove it."""
    night = get_night_or_404(key)
    own_game = _own_game_or_404(night, own)
    if own_game.game_id in games.all_games():
        return redirect(own_address(key, own_game))
    return _confirm_remove(night, own_game)


@blueprint.get("/own/<int:own>/remove")
@only_for(Who.HOST)
def confirm_remove(key: str, own: int) -> Response:
    """Ask whether to remove one of the table's own games."""
    night = get_night_or_404(key)
    return _confirm_remove(night, _own_game_or_404(night, own))


@blueprint.post("/own/<int:own>/remove")
@only_for(Who.HOST)
def remove(key: str, own: int) -> Response:
    """Remove one of the table's own games. Doing so twice has no further effect."""
    own_game = _own_game(get_night_or_404(key), own)
    name = own_game.name if own_game is not None else ""
    removed = own_game is not None and games.remove_own_game(own)
    return back_to("call.page", f"{name} is no longer among your games" if removed else "", key=key)


def _read_call(night: Night, info: GameInfo, form: FormData) -> Call:
    own = whole_number(form.get("own", ""))
    own_game = None if own is None else _own_game(night, own)
    asking, hand, order = request.method == "GET", current_hand(night), deal_order(table_of(night))
    propose = asking
    if hand is not None and hand.finished_at is None:  # called again, for those dealt in
        order, propose = [seat for seat in order if seat.id in hand.setup["seats"]], False
    return Call(info, form, order, night.house_rules, night.stakes, own_game, propose=propose, asking=asking)


def _deal(night: Night, call: Call) -> Response:
    """Deal after the hand that the form was shown after, which is cleared; once, even if the form is sent twice."""
    dealt: LiveHand | Problem = BEHIND
    if posted_number("after") == last_number(night.id):
        clear_finished(night)
        dealt = call_game(night, *call.chosen, stakes=call.own_stakes, name=call.name, out=call.sit_out.out)
    if isinstance(dealt, Problem) and ((lies := untouched_hand(night)) is None or lies.game_id != call.info.id):
        status = 409 if dealt.field in ("hand", "night") else 422
        return _show(night, call, status, problem=full_sentence(dealt.text))
    return _to_table(night.key)


def _change(night: Night, call: Call, action: str) -> Response:
    """Preview how the hand on the table changes if it is played as this game, or make the change."""
    hand = current_hand(night)
    live = loading.live_hand(hand.id) if hand is not None else None
    if not isinstance(live, LiveHand):
        return _to_table(night.key)
    cut = whole_number(request.form.get("cut", ""))
    game = make_call(night, *call.chosen, call.name)
    if isinstance(game, Problem):
        return _show(night, call, 422, problem=full_sentence(game.text))
    keep = action == "keep" or request.form.get("keep") == "1"
    ruled = corrections.kept_by_ruling(live, game, cut) if keep else {}
    problem, status = "", 200
    if action == "correct":
        if posted_number("hand") != live.hand.id:
            return _to_table(night.key)
        result = taps.correct(live.hand.id, posted_number("seen"), ruled, cut, game)
        if isinstance(result, Posted | Repeated):
            return _to_table(night.key)
        if isinstance(result, Stale):
            live, problem, status = result.live, full_sentence(BEHIND.text), 409
    trial = taps.preview_correction(live.hand.id, ruled, cut, game)
    if isinstance(trial, Refused):
        return _show(night, call, 422, problem=full_sentence(trial.reason))
    if isinstance(trial, Broken):
        return _to_table(night.key)
    page = ChangePage(night, call, trial, keep=keep, problem=problem)
    return render("corrections/change.html", status, page=page)


def _on_television(night: Night, call: Call) -> None:
    game, options, modifiers, house = call.chosen
    rules = {"game": game, "name": call.name, "options": options, "modifiers": modifiers, "house": house}
    own = {"stakes": asdict(call.own_stakes)} if call.own_stakes is not None else {}
    television.show_rules(night, {**rules, **own})
    flash("The television shows the rules", "done")


def _save(night: Night, call: Call, name: str) -> Response:
    if call.clashes:
        return _show(night, call, 422, own_name=name, own_error="Fix what clashes before you save it")
    if night.example:
        return _show(night, call, 422, own_name=name, own_error="The example saves no games")
    if not is_host():
        return turn_away(*FOR_THE_HOST)
    saved = games.save_own_game(name, *call.chosen)
    if isinstance(saved, Problem):
        return _show(night, call, 422, own_name=name, own_error=sentence(saved.text))
    flash(f"{saved.name} is saved among your games", "done")
    return redirect(own_address(night.key, saved), 303)


def _into_rotation(night: Night, call: Call) -> Response:
    game, options, modifiers, house = call.chosen
    called = RotationGame(game, call.name, options, tuple(modifiers), house, call.own_stakes)
    words = f"{call.name} is in the rotation"
    added = change_games(night, lambda games: games.append(called), words, form=form_token())
    if isinstance(added, Problem):
        return _show(night, call, 422, problem=full_sentence(added.text))
    return back_to("rotation.page", words, key=night.key)


def _show(
    night: Night, call: Call, status: int = 200, *, problem: str = "", own_name: str = "", own_error: str = ""
) -> Response:
    page = GamePage(night, call, problem=problem, own_name=own_name, own_error=own_error)
    return render_page("call/game.html", page, status)


def _confirm_remove(night: Night, own_game: OwnGame) -> Response:
    info = games.all_games().get(own_game.game_id)
    made_of = own_query(info, own_game).words if info is not None else ""
    back = own_address(night.key, own_game) if info is not None else url_for("call.page", key=night.key)
    return render("call/remove.html", night=night, own=own_game, made_of=made_of, back=back)


def _to_table(key: str) -> Response:
    return back_to("dealer.table", key=key)


def _show_problem(night: Night, info: GameInfo, status: int = 200) -> Response:
    """Show what is wrong in the file of a game, which cannot be dealt until it is fixed."""
    return render("call/problem.html", status, night=night, info=info)


def _game_or_404(night: Night, game_id: str) -> GameInfo:
    return games.games_at(night).get(game_id) or abort(404)


def _own_game(night: Night, own_id: int) -> OwnGame | None:
    """Return one of the table's own games; None for an example, which anybody may play."""
    return games.own_game(own_id) if own_id < ABOVE_ALL_IDS and not night.example else None


def _own_game_or_404(night: Night, own_id: int) -> OwnGame:
    return _own_game(night, own_id) or abort(404)
