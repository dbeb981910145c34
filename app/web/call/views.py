"""Calling a game: finding it, reading its rules aloud, choosing how it is played, keeping that, and the deal."""

from __future__ import annotations

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
from werkzeug.wrappers import Response

from app import night as store
from app.games.catalog import GameInfo, catalog
from app.night import LiveHand, Night, NoHandError, OwnGame, Problem
from app.web.call.finding import alias_of, filters, find_games, find_own, lettered, letters, row
from app.web.call.queries import compact_query, own_query
from app.web.call.reading import Call, read_call
from app.web.call.rows import called_rows, game_url, own_row, own_url
from app.web.forms.controls import Typed, sentence
from app.web.forms.house import house_groups
from app.web.http.lookup import hand_running, night_of, people, players_of, stakes_words
from app.web.pad.tap import number

blueprint = Blueprint("call", __name__, url_prefix="/n/<key>/call")

#: A list that is longer has letters to go by.
SHOWN = 24
OFFERED = 6

#: What to offer where nothing has been called yet, in this order, as far as the library has it.
FIRST = ("seven-card-stud", "five-card-stud", "follow-the-queen", "baseball", "chicago", "stud-eight-or-better")

#: Ids in the database are no larger.
_LARGEST_ID = 2**31


@blueprint.get("")
def page(key: str) -> str:
    """Favourites and what was played lately, the table's own games; a search, and filters."""
    night = night_of(key)
    players = players_of(night)
    query = request.args.get("q", "")[:60]
    chosen = request.args.getlist("tag")[:20]
    fitting, everything = request.args.get("fits") == "1", request.args.get("all") == "1"
    narrowed = bool(query.strip() or chosen or fitting)
    searching = narrowed or everything
    games, own = catalog(), store.own_games()
    asked = players if fitting else None
    found = find_games(games.values(), query, chosen, asked) if searching else []
    rows = [row(info, game_url(night, info.id), players, alias_of(info, query)) for info in found]
    favourites = called_rows(night, own, [one for one in store.favourite_games(OFFERED) if one.times > 1])
    known = {one.url for one in favourites}
    lately = [*store.recent_games(night, OFFERED), *store.recent_games(None, OFFERED)]
    known |= {own_url(night, one) for one in own}
    recent = [one for one in called_rows(night, own, lately) if one.url not in known][:OFFERED]
    named = {one.name for one in (*favourites, *recent)}
    others = [row(games[one], game_url(night, one), players) for one in FIRST if one in games]
    others = [one for one in others if one.name not in named]
    return render_template(
        "call/page.html",
        night=night,
        here=url_for("call.page", key=key),
        table=f"/n/{night.key}/",
        said=_said(),
        problem=_said("problem"),
        back=store.cleared_hand(night),
        hand_running=hand_running(night),
        players=players,
        players_words=people(players),
        stakes_words=stakes_words(night),
        query=query,
        chosen=chosen,
        fitting=fitting,
        tags=filters(),
        searching=searching,
        narrowed=narrowed,
        found=rows if query.strip() else lettered(rows),
        found_words=_count(len(rows), "game"),
        long=len(rows) > SHOWN and not query.strip(),
        own=[own_row(night, one) for one in (find_own(own, query, chosen, asked) if narrowed else own)],
        favourites=favourites,
        recent=recent,
        others=others[: max(3, OFFERED - len(favourites) - len(recent))],
        letters=letters(),
        total=len(games),
        hands=store.past_hands(night),
    )


@blueprint.post("/undo")
def undo(key: str) -> Response:
    """Reopen the hand that was cleared last, with its settlement as it was."""
    night = night_of(key)
    if problem := store.reopen_hand(night, number(request.form, "hand")):
        flash(f"{sentence(problem.text)}.", "problem")
        return redirect(url_for("call.page", key=key), 303)
    return redirect(url_for("dealer.table", key=key), 303)


@blueprint.app_errorhandler(NoHandError)
def look_again(_error: NoHandError) -> Response:
    """The call of a hand was taken back in the moment in which another screen asked for the hand: show what is now."""
    if "HX-Request" in request.headers:
        response = make_response("", 200)
        response.headers["HX-Refresh"] = "true"
        return response
    # Every address of a night begins with its kind and its key, and is then the page to look at.
    return redirect(request.url if request.method == "GET" else "/".join(request.path.split("/")[:3]), 303)


@blueprint.get("/<game>")
def game(key: str, game: str) -> Response:
    """The rule sheet of a game, which follows what is chosen beside it."""
    night, info = night_of(key), _info(game)
    call = _read(night, info, request.args)
    response = _show(night, call, own_name=request.args.get("own_name", "")[:100])
    if "HX-Request" in request.headers:
        response.headers["HX-Replace-Url"] = game_url(night, game, compact_query(call))
    return response


@blueprint.post("/<game>")
def deal(key: str, game: str) -> Response:
    """Deal the game as chosen, or save it, or, without a script, bring its rules up to date."""
    night, info = night_of(key), _info(game)
    call = _read(night, info, request.form)
    does, own_name = request.form.get("do"), request.form.get("own_name", "")[:100]
    if does == "save" or (does == "enter" and own_name.strip()):
        return _save(night, call, own_name)
    if does in ("update", "enter"):
        typed = [("own_name", own_name)] if own_name.strip() else []
        return redirect(game_url(night, game, compact_query(call) + typed), 303)
    if call.refusals:
        return _show(night, call, 422, own_name=own_name)
    last = store.current_hand(night)
    if last is not None and last.finished_at is not None:
        store.next_hand(night)
    name = call.name if call.is_own else ""
    dealt = store.call_game(night, game, call.options.values, call.entries, call.house_changes, name=name)
    if isinstance(dealt, Problem) and not _just_dealt(night, game):
        return _show(night, call, 409 if dealt.field in ("hand", "night") else 422, f"{sentence(dealt.text)}.")
    return redirect(f"/n/{key}/", 303)


@blueprint.get("/own/<int:own>")
def own(key: str, own: int) -> Response:
    """A game of the table's own with everything set; where its game has gone from the library, the way to remove it."""
    night, found = night_of(key), _own(own)
    info = catalog().get(found.game_id)
    return redirect(own_url(night, found)) if info is not None else _removing(night, found)


@blueprint.get("/own/<int:own>/remove")
def ask_to_remove(key: str, own: int) -> Response:
    """Whether a game of the table's own is to go."""
    return _removing(night_of(key), _own(own))


@blueprint.post("/own/<int:own>/remove")
def remove(key: str, own: int) -> Response:
    """Remove a game of the table's own. Twice is once."""
    night_of(key)
    found = store.own_game(own) if own < _LARGEST_ID else None
    name = found.name if found is not None else ""
    if found is not None and store.remove_own_game(own):
        flash(f"{name} is no longer among your games", "said")
    return redirect(url_for("call.page", key=key), 303)


def _read(night: Night, info: GameInfo, typed: Typed) -> Call:
    number = typed.get("own", "")
    known = number.isascii() and number.isdigit() and len(number) < 10
    own = store.own_game(int(number)) if known else None
    return read_call(info, typed, players_of(night), night.house_rules, night.stakes, own)


def _save(night: Night, call: Call, name: str) -> Response:
    """Keep the game as it is called now, under a name of the table's own; nothing is dealt."""
    if call.clashes:
        return _show(night, call, 422, own_name=name, own_error="What does not go together cannot be saved")
    saved = store.save_own_game(name, call.info.id, call.options.values, call.entries, call.house_changes)
    if isinstance(saved, Problem):
        return _show(night, call, 422, own_name=name, own_error=sentence(saved.text))
    flash(f"{saved.name} is saved among your games", "said")
    return redirect(own_url(night, saved), 303)


def _show(
    night: Night, call: Call, status: int = 200, problem: str = "", *, own_name: str = "", own_error: str = ""
) -> Response:
    page = render_template(
        "call/game.html",
        night=night,
        call=call,
        here=game_url(night, call.info.id),
        table=f"/n/{night.key}/",
        said=_said() if "HX-Request" not in request.headers else "",
        players_words=people(players_of(night)),
        stakes_words=stakes_words(night),
        hand_running=hand_running(night),
        back=store.cleared_hand(night),
        house=house_groups(call.house),
        problem=problem,
        own_name=own_name,
        own_error=own_error,
        longest=store.LONGEST_OWN_NAME,
    )
    return make_response(page, status)


def _removing(night: Night, own: OwnGame) -> Response:
    info = catalog().get(own.game_id)
    made_of = own_query(info, own)[1] if info is not None else ""
    back = own_url(night, own) if info is not None else url_for("call.page", key=night.key)
    return make_response(render_template("call/remove.html", night=night, own=own, made_of=made_of, back=back))


def _just_dealt(night: Night, game: str) -> bool:
    """Whether the game lies on the table untouched: then this was the same tap twice."""
    hand = store.current_hand(night)
    found = store.live_hand(hand.id) if hand is not None and hand.game_id == game else None
    return isinstance(found, LiveHand) and not found.number


def _info(game: str) -> GameInfo:
    return catalog().get(game) or abort(404)


def _own(own: int) -> OwnGame:
    return (store.own_game(own) if own < _LARGEST_ID else None) or abort(404)


def _said(category: str = "said") -> str:
    return ". ".join(map(str, get_flashed_messages(category_filter=[category])))


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
