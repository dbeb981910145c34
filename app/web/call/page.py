"""The values on the pages of the call screen: the list of games, a game's sheet, and what a change of game comes to."""

from __future__ import annotations

from flask import request, url_for

from app.games.catalog import catalog
from app.night.history.hands import favourite_games, past_hands, recent_games
from app.night.log.corrections import Correction
from app.night.models import Night, OwnGame, ShownRules
from app.night.play import games
from app.night.play.call import cleared_hand
from app.night.play.games import LONGEST_OWN_NAME
from app.night.play.taps import closed_to_corrections
from app.night.screens import Table
from app.text import counted, sentence
from app.web.call.calling import Call
from app.web.call.rows import Row, called_rows, library_row, own_address, own_query, own_row, with_letters
from app.web.call.search import Found, Search, filters, find_games, letters, own_entry
from app.web.forms.stakes import house_groups
from app.web.http.addresses import game_address
from app.web.http.lookup import (
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
from app.words.actions import describe

#: A longer list has letters to jump by.
LONG_LIST = 24

#: So many hands are listed, the latest first, until all are asked for.
SHOWN_HANDS = 50

#: How many games the short lists hold.
SHORT_LIST = 6

#: What to offer where little has been called yet, in this order, as far as the library has it.
FIRST_GAMES = ("seven-card-stud", "five-card-stud", "follow-the-queen", "baseball", "chicago", "stud-eight-or-better")


class CallPage:
    """The list of games: what a search finds, all games if ``everything`` is asked for, or the short lists.

    ``title`` says whose call it is. ``searching`` shows what was ``found`` in place of the short lists of favourites,
    recent games and others to try; ``narrowed`` tells that it is not all games. ``instead``: nothing was found, and
    this is offered in its place; ``read_as`` says what mistyped words were taken for. ``asked`` is what phones ask for,
    ``broke`` are the players out of chips, ``not_done`` what of the room failed. ``television`` is what televisions
    show instead of the table, in words. ``hands`` are the latest of the ``hands_played``, or all where these are asked
    for; none while searching. ``query``, ``chosen`` and ``fitting`` are the search as it was entered, ``tags`` the
    filters. ``back`` is the hand that Undo leads back to. ``message`` says what has just been done, ``problem`` why
    something was not.
    """

    def __init__(self, night: Night, search: Search, *, everything: bool, all_hands: bool = False) -> None:
        table = table_of(night)
        own = games.own_games_at(night)
        self.night, self.players = night, count_in_play(table)
        self.title = call_title(table)
        self.here, self.table = url_for("call.page", key=night.key), url_for("dealer.table", key=night.key)
        self.message, self.problem = take_messages("done"), take_messages("problem")
        self.back = cleared_hand(night)
        self.asked, self.broke, self.not_done = asked_for(table), out_of_chips(table), not_done(table)
        self.television, self.hand_running = shown_words(table), running_game(table)
        self.players_words, self.stakes_words = players_words(self.players), stakes_words(night)
        self.query, self.chosen, self.fitting = search.text, search.tags, search.players is not None
        self.tags, self.letters, self.total = filters(), letters(), len(catalog())
        self.narrowed, self.searching = search.narrows, search.narrows or everything
        self.hands_played = table.hands_played
        self.hands = [] if self.searching else past_hands(night, None if all_hands else SHOWN_HANDS)
        found = find_games(search, own, self.players) if self.searching else Found(own=own)
        self.instead, self.read_as = found.instead, found.read_as
        matches = found.matches
        rows = [library_row(night.key, info, self.players).found_by(matches.get(info.id)) for info in found.library]
        by_words = bool(search.text.strip())
        self.found, self.found_words = rows if by_words else with_letters(rows), counted(len(rows), "game")
        self.long = len(rows) > LONG_LIST and not by_words
        self.own = [own_row(table, game).found_by(matches.get(own_entry(game))) for game in found.own]
        self.favourites: list[Row] = []
        self.recent: list[Row] = []
        self.others: list[Row] = []
        if not self.searching:
            self._list_short(table, own)

    def _list_short(self, table: Table, own: list[OwnGame]) -> None:
        """List favourites, other recent games, and games to try, of which there are more where the others are few."""
        night = self.night
        # Whoever plays an example may be a stranger, who learns nothing of what is played here.
        often, late = ([], []) if night.example else (favourite_games(SHORT_LIST), recent_games(None, SHORT_LIST))
        self.favourites = called_rows(table, own, [game for game in often if game.times > 1])
        called = called_rows(table, own, [*recent_games(night, SHORT_LIST), *late])
        listed = {row.url for row in self.favourites} | {own_address(night.key, game) for game in own}
        self.recent = [row for row in called if row.url not in listed][:SHORT_LIST]
        names = {row.name for row in (*self.favourites, *self.recent)}
        first = [library_row(night.key, catalog()[game], self.players) for game in FIRST_GAMES if game in catalog()]
        others = [row for row in first if row.name not in names]
        self.others = others[: max(3, SHORT_LIST - len(self.favourites) - len(self.recent))]


def call_title(table: Table) -> str:
    """Return who calls: ``Bob calls``. While nobody can be dealt in, nobody does."""
    dealer = next((seat.name for seat in table.seats if seat.dealer), "")
    return f"{dealer} calls" if dealer else "Call a game"


class GamePage:
    """The rule sheet of a game beside what can be chosen.

    ``own_name`` is the name typed for a game of the table's own, ``own_error`` what is wrong with it, ``longest`` how
    long it may be; ``may_save``: a host keeps such games. ``back`` is the hand that Undo leads back to.
    ``on_television``: the television shows rules that the dealer has sent there.
    """

    longest = LONGEST_OWN_NAME

    def __init__(self, night: Night, call: Call, *, problem: str = "", own_name: str = "", own_error: str = "") -> None:
        table = table_of(night)
        self.night, self.call, self.problem, self.own_name, self.own_error = night, call, problem, own_name, own_error
        self.here, self.table = game_address(night.key, call.info.id), url_for("dealer.table", key=night.key)
        self.message = take_messages("done") if "HX-Request" not in request.headers else ""
        self.players_words, self.hand_running = players_words(count_in_play(table)), running_game(table)
        self.back, self.house, self.may_save = cleared_hand(night), house_groups(call.house), is_host()
        self.on_television = isinstance(table.on_television, ShownRules)


class RemovePage:
    """Whether a game of the table's own is to go: what it is made of, and the page to go back to."""

    def __init__(self, night: Night, own: OwnGame) -> None:
        info = catalog().get(own.game_id)
        self.night, self.own = night, own
        self.made_of = own_query(info, own).words if info is not None else ""
        self.back = own_address(night.key, own) if info is not None else url_for("call.page", key=night.key)


class ChangePage:
    """What it comes to if the hand on the table is played as another game, which is ``trial``.

    ``fields`` bring the call back. ``later`` says which action no longer fits and why, ``cut`` is its number, or where
    the hand is cut; ``dropped`` actions go then. ``keep``: actions that are only ``overrulable`` stand as ruled.
    ``closed`` says why it cannot be kept, ``problem`` why it was not.
    """

    def __init__(self, night: Night, call: Call, trial: Correction, *, keep: bool, problem: str = "") -> None:
        live, misfit = trial.live, trial.misfit
        self.night, self.call, self.trial, self.keep, self.problem = night, call, trial, keep, problem
        self.fields = call.query
        self.start = game_address(night.key, call.info.id, call.query)
        self.was, self.hand, self.seen = live.hand.game_name, live.hand.id, live.number
        self.cut = trial.changes.cut if misfit is None else misfit.number
        self.dropped = len(live.actions) - self.cut + 1 if self.cut is not None else 0
        self.overrulable = misfit is not None and misfit.overrulable
        self.later = "" if misfit is None else f"{describe(trial.trial.state, misfit.text)} – {misfit.reason}"
        self.closed = "" if misfit is not None else sentence(closed_to_corrections(live, trial.trial))
