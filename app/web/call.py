"""Calling a game: finding it, reading its rules aloud, choosing how it is played, and the deal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app import night as store
from app.games.catalog import GameInfo, catalog
from app.night import Called, LiveHand, Night, Problem
from app.web.calling import Call, called_query, compact_query, find_games, fits, read_call
from app.web.controls import Typed, sentence
from app.web.forms import house_groups
from app.web.lookup import hand_running, night_of, people, players_of, stakes_words

blueprint = Blueprint("call", __name__, url_prefix="/n/<key>/call")

#: A screenful; whoever does not find the game in it searches.
SHOWN = 24
OFFERED = 6

#: What to offer where nothing has been called yet, in this order, as far as the library has it.
FIRST = ("seven-card-stud", "five-card-stud", "follow-the-queen", "baseball", "chicago", "stud-eight-or-better")

#: Tags that narrow nothing down, and words for those that need other ones.
_NO_FILTER = frozenset({"stud"})
_TAG_WORDS = {"wild": "Wild cards", "split": "Split pot", "roll": "Rolled", "low": "Low wins"}
_MOST_FILTERS = 8


@dataclass(frozen=True, slots=True)
class Card:
    """A game in a list: where its sheet is, and how it was played last time."""

    info: GameInfo
    url: str
    how: str = ""


@blueprint.get("")
def page(key: str) -> str:
    """Favourites and what was played lately; a search, and filters."""
    night = night_of(key)
    players = players_of(night)
    query = request.args.get("q", "")[:60]
    chosen = request.args.getlist("tag")[:20]
    fitting, everything = request.args.get("fits") == "1", request.args.get("all") == "1"
    searching = bool(query.strip() or chosen or fitting or everything)
    games = catalog()
    found = find_games(games.values(), query, chosen, players if fitting else None) if searching else []
    favourites = _cards(night, [one for one in store.favourite_games(OFFERED) if one.times > 1])
    known = {card.url for card in favourites}
    lately = [*store.recent_games(night, OFFERED), *store.recent_games(None, OFFERED)]
    recent = [card for card in _cards(night, lately) if card.url not in known][:OFFERED]
    named = {card.info.id for card in (*favourites, *recent)}
    others = [Card(games[one], _url(night, one)) for one in FIRST if one in games and one not in named]
    shown = len(found) if everything else SHOWN
    return render_template(
        "call/page.html",
        night=night,
        here=url_for("call.page", key=key),
        table=f"/n/{key}/",
        hand_running=hand_running(night),
        players=players,
        players_words=people(players),
        stakes_words=stakes_words(night),
        fits=fits,
        query=query,
        chosen=chosen,
        fitting=fitting,
        tags=_filters(),
        searching=searching,
        found=[Card(info, _url(night, info.id)) for info in found[:shown]],
        found_words=f"{len(found)} game{'' if len(found) == 1 else 's'}",
        more=max(0, len(found) - shown),
        favourites=favourites,
        recent=recent,
        others=others[: max(3, OFFERED - len(favourites) - len(recent))],
        total=len(games),
    )


@blueprint.get("/<game>")
def game(key: str, game: str) -> Response:
    """The rule sheet of a game, which follows what is chosen beside it."""
    night, info = night_of(key), _info(game)
    call = _read(night, info, request.args)
    response = _show(night, call)
    if "HX-Request" in request.headers:
        response.headers["HX-Replace-Url"] = _url(night, game, compact_query(call))
    return response


@blueprint.post("/<game>")
def deal(key: str, game: str) -> Response:
    """Deal the game as chosen, or, without a script, bring its rules up to date."""
    night, info = night_of(key), _info(game)
    call = _read(night, info, request.form)
    if request.form.get("do") == "update":
        return redirect(_url(night, game, compact_query(call)), 303)
    if call.refusals:
        return _show(night, call, 422)
    last = store.current_hand(night)
    if last is not None and last.finished_at is not None:
        store.next_hand(night)
    dealt = store.call_game(night, game, call.options.values, call.entries, call.house_changes)
    if isinstance(dealt, Problem) and not _just_dealt(night, game):
        return _show(night, call, 409 if dealt.field in ("hand", "night") else 422, f"{sentence(dealt.text)}.")
    return redirect(f"/n/{key}/", 303)


def _read(night: Night, info: GameInfo, typed: Typed) -> Call:
    return read_call(info, typed, players_of(night), night.house_rules, night.stakes)


def _show(night: Night, call: Call, status: int = 200, problem: str = "") -> Response:
    page = render_template(
        "call/game.html",
        night=night,
        call=call,
        here=_url(night, call.info.id),
        table=f"/n/{night.key}/",
        players_words=people(players_of(night)),
        stakes_words=stakes_words(night),
        hand_running=hand_running(night),
        house=house_groups(call.house),
        problem=problem,
    )
    return make_response(page, status)


def _just_dealt(night: Night, game: str) -> bool:
    """Whether the game lies on the table untouched: then this was the same tap twice."""
    hand = store.current_hand(night)
    found = store.live(hand.id) if hand is not None and hand.game_id == game else None
    return isinstance(found, LiveHand) and not found.number


def _info(game: str) -> GameInfo:
    return catalog().get(game) or abort(404)


def _url(night: Night, game: str, query: list[tuple[str, str]] | None = None) -> str:
    address = url_for("call.game", key=night.key, game=game)
    return f"{address}?{urlencode(query)}" if query else address


def _cards(night: Night, called: list[Called]) -> list[Card]:
    """Games as they were called, each once; one that is no longer in the library is left out."""
    cards: dict[str, Card] = {}
    for one in called:
        if info := catalog().get(one.game_id):
            query, how = called_query(info, one.options, one.modifiers)
            url = _url(night, one.game_id, query)
            cards.setdefault(url, Card(info, url, how))
    return list(cards.values())


def _filters() -> list[tuple[str, str]]:
    """The tags that narrow a search most usefully: those of more than one game, the commonest first."""
    count = Counter(tag for info in catalog().values() for tag in info.tags if tag not in _NO_FILTER)
    common = [tag for tag, games in count.most_common(_MOST_FILTERS) if games > 1]
    return [(tag, _TAG_WORDS.get(tag, sentence(tag))) for tag in common]
