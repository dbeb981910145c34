"""The values on the pages of the call screen: the list of games, a game's sheet, and removing one's own game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import request, url_for

from app.games.catalog import catalog
from app.games.search import Match
from app.night.history.hands import PastHand, favourite_games, past_hands, recent_games
from app.night.models import Night, OwnGame
from app.night.play import games
from app.night.play.call import ClearedHand, cleared_hand
from app.night.play.games import LONGEST_OWN_NAME
from app.night.play.television import ShownRules, shown_instead
from app.night.table import Table
from app.text import counted
from app.web.call.calling import Call
from app.web.call.indexes import own_entry
from app.web.call.rows import Row, called_rows, library_row, own_address, own_query, own_row, with_letters
from app.web.call.search import Found, Search, filters, find_games, letters, tag_words
from app.web.forms.fields import Control
from app.web.forms.stakes import house_groups
from app.web.http.addresses import game_address
from app.web.http.lookup import (
    Asked,
    Broke,
    asked_for,
    count_in_play,
    not_done,
    out_of_chips,
    players_words,
    running_game,
    shown_words,
    stakes_words,
    table_of,
)
from app.web.http.pages import take_messages
from app.web.http.rights import is_host

#: A longer list has letters to jump by.
LONG_LIST = 24

#: So many hands are listed, the latest first, until all are asked for.
SHOWN_HANDS = 50

#: How many games the short lists hold.
SHORT_LIST = 6

#: What to offer where little has been called yet, in this order, as far as the library has it.
FIRST_GAMES = ("seven-card-stud", "five-card-stud", "follow-the-queen", "baseball", "chicago", "stud-eight-or-better")


@dataclass(frozen=True, slots=True)
class CallPage:
    """The list of games: what a search finds, or the short lists of favourites, recent games and others to try.

    ``title`` says whose call it is. ``searching`` shows what was ``found`` in place of the short lists; ``narrowed``
    tells that it is not all games. ``instead``: nothing was found, and this is offered in its place; ``read_as`` says
    what mistyped words were taken for.
    ``asked`` is what phones ask for, ``broke`` are the players out of chips, ``not_done`` what of the room failed.
    ``television`` is what televisions show instead of the table, in words.
    ``hands`` are the latest of the ``hands_played``, or all where these are asked for; none while searching.
    ``query``, ``chosen`` and ``fitting`` are the search as it was entered, ``tags`` the filters. ``back`` is the hand
    that Undo leads back to. ``message`` says what has just been done, ``problem`` why something was not.
    """

    night: Night
    title: str
    here: str
    table: str
    message: str
    problem: str
    back: ClearedHand | None
    asked: tuple[Asked, ...]
    broke: list[Broke]
    not_done: list[str]
    television: str
    hand_running: str
    players: int
    players_words: str
    stakes_words: str
    query: str
    chosen: tuple[str, ...]
    fitting: bool
    tags: tuple[tuple[str, str], ...]
    searching: bool
    narrowed: bool
    found: list[Row]
    found_words: str
    instead: str
    read_as: str
    long: bool
    own: list[Row]
    favourites: list[Row]
    recent: list[Row]
    others: list[Row]
    letters: tuple[str, ...]
    total: int
    hands: Sequence[PastHand]
    hands_played: int


@dataclass(frozen=True, slots=True)
class GamePage:
    """The rule sheet of a game beside what can be chosen.

    ``own_name`` is the name typed for a game of the table's own, ``own_error`` what is wrong with it, ``longest`` how
    long it may be; ``may_save``: a host keeps such games. ``back`` is the hand that Undo leads back to.
    ``on_television``: the television shows rules that the dealer has sent there.
    """

    night: Night
    call: Call
    here: str
    table: str
    message: str
    players_words: str
    hand_running: str
    back: ClearedHand | None
    house: list[tuple[str, list[Control]]]
    problem: str
    own_name: str
    own_error: str
    longest: int
    may_save: bool
    on_television: bool


@dataclass(frozen=True, slots=True)
class RemovePage:
    """Whether a game of the table's own is to go: what it is made of, and the page to go back to."""

    night: Night
    own: OwnGame
    made_of: str
    back: str


@dataclass(frozen=True, slots=True)
class _ShortLists:
    """Favourites, other games played lately, and games to try; all empty while something is searched for."""

    favourites: list[Row] = field(default_factory=list)
    recent: list[Row] = field(default_factory=list)
    others: list[Row] = field(default_factory=list)


def call_page(night: Night, search: Search, *, everything: bool, all_hands: bool = False) -> CallPage:
    """Return the list of games: what the search finds, all games if ``everything`` is asked for, or the short lists."""
    table = table_of(night)
    players, own = count_in_play(table), [] if night.example else games.own_games()
    searching = search.narrows or everything
    found = find_games(search, own, players) if searching else Found(own=own)
    rows = [_found(library_row(night.key, info, players), found.matches.get(info.id)) for info in found.library]
    by_words = bool(search.text.strip())
    short = _ShortLists() if searching else _short_lists(night, table, own, players)
    return CallPage(
        night=night,
        title=call_title(table),
        here=url_for("call.page", key=night.key),
        table=url_for("dealer.table", key=night.key),
        message=take_messages("done"),
        problem=take_messages("problem"),
        back=cleared_hand(night),
        asked=asked_for(table),
        broke=out_of_chips(table),
        not_done=not_done(table),
        television=shown_words(table),
        hand_running=running_game(table),
        players=players,
        players_words=players_words(players),
        stakes_words=stakes_words(night),
        query=search.text,
        chosen=search.tags,
        fitting=search.players is not None,
        tags=filters(),
        searching=searching,
        narrowed=search.narrows,
        found=rows if by_words else with_letters(rows),
        found_words=counted(len(rows), "game"),
        instead=found.instead,
        read_as=found.read_as,
        long=len(rows) > LONG_LIST and not by_words,
        own=[_found(own_row(table, game), found.matches.get(own_entry(game))) for game in found.own],
        favourites=short.favourites,
        recent=short.recent,
        others=short.others,
        letters=letters(),
        total=len(catalog()),
        hands=[] if searching else past_hands(night, None if all_hands else SHOWN_HANDS),
        hands_played=table.hands_played,
    )


def call_title(table: Table) -> str:
    """Return who calls: ``Bob calls``. While nobody can be dealt in, nobody does."""
    dealer = next((seat.name for seat in table.seats if seat.dealer), "")
    return f"{dealer} calls" if dealer else "Call a game"


def game_page(night: Night, call: Call, *, problem: str = "", own_name: str = "", own_error: str = "") -> GamePage:
    """Return the rule sheet of a game as it is being called."""
    table = table_of(night)
    return GamePage(
        night=night,
        call=call,
        here=game_address(night.key, call.info.id),
        table=url_for("dealer.table", key=night.key),
        message=take_messages("done") if "HX-Request" not in request.headers else "",
        players_words=players_words(count_in_play(table)),
        hand_running=running_game(table),
        back=cleared_hand(night),
        house=house_groups(call.house),
        problem=problem,
        own_name=own_name,
        own_error=own_error,
        longest=LONGEST_OWN_NAME,
        may_save=is_host(),
        on_television=isinstance(shown_instead(table), ShownRules),
    )


def remove_page(night: Night, own: OwnGame) -> RemovePage:
    """Return the page that asks whether a game of the table's own is to go."""
    info = catalog().get(own.game_id)
    if info is None:
        return RemovePage(night, own, "", url_for("call.page", key=night.key))
    return RemovePage(night, own, own_query(info, own).words, own_address(night.key, own))


def _found(row: Row, match: Match | None) -> Row:
    return row.found_by(match, tag_words(match.tag) if match is not None and match.tag else "")


def _short_lists(night: Night, table: Table, own: list[OwnGame], players: int) -> _ShortLists:
    """Return favourites, other recent games, and games to try, of which there are more where the others are few."""
    # Whoever plays an example may be a stranger, who learns nothing of what is played here.
    often, late = ([], []) if night.example else (favourite_games(SHORT_LIST), recent_games(None, SHORT_LIST))
    favourites = called_rows(table, own, [game for game in often if game.times > 1])
    called = called_rows(table, own, [*recent_games(night, SHORT_LIST), *late])
    listed = {row.url for row in favourites} | {own_address(night.key, game) for game in own}
    recent = [row for row in called if row.url not in listed][:SHORT_LIST]
    names = {row.name for row in (*favourites, *recent)}
    first = [library_row(night.key, catalog()[game], players) for game in FIRST_GAMES if game in catalog()]
    others = [row for row in first if row.name not in names]
    return _ShortLists(favourites, recent, others[: max(3, SHORT_LIST - len(favourites) - len(recent))])
