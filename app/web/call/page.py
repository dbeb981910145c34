"""The page objects of the call screen: the table between hands, the games, a game's sheet, and a change of game."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from flask import request, url_for

from app.dataclass import dataclass, replace
from app.games.catalog import Catalog, GameInfo, catalog
from app.games.definition import Game
from app.games.search import Match, Piece
from app.night.history.hands import CalledGame, favourite_games, past_hands, recent_games
from app.night.log.corrections import Correction
from app.night.models import Night, OwnGame, ShownRules
from app.night.play import games
from app.night.play.call import cleared_hand
from app.night.play.games import MAX_OWN_NAME_LENGTH, named_game
from app.night.play.rotation import NextGame, next_game
from app.night.play.taps import closed_to_corrections
from app.night.rotation import over_limit
from app.night.screens import Table, screen_of
from app.text import count_word, counted, listing, sentence, whole_number
from app.web.call.calling import Call
from app.web.call.search import (
    YOUR_WAY,
    Filter,
    Found,
    Search,
    find_games,
    first_letter,
    offered,
    own_entry,
    surprise,
    tag_text,
)
from app.web.forms.game import CHIPS_ONLY, CalledQuery, called_query
from app.web.forms.stakes import LIMITS_OF_A_GAME, house_groups
from app.web.http import lookup
from app.web.http.addresses import game_address, with_query
from app.web.http.browser import NightChoices, is_host
from app.web.http.pages import take_messages
from app.words.actions import describe

#: Longer lists have letters to jump to; the short lists have this many saved games and game files.
LONG_LIST = 24

#: Games per page, by name and in a search for words.
BY_NAME, BY_WORDS = 100, 40

#: Hands listed until all are requested.
SHOWN_HANDS = 50

#: Games in a short list.
SHORT_LIST = 6

#: The games to suggest while few have been called, in this order.
FIRST_GAMES = ("seven-card-stud", "five-card-stud", "follow-the-queen", "baseball", "chicago", "stud-eight-or-better")

#: The last line of each night's log whose chips have been handed out.
handed_out = NightChoices("given-marks")


class BetweenHands:
    """The table between two hands, on a page that follows it.

    ``title``: whose call it is. ``last_pot``: who won the last hand, and what is in the pot already. ``asked``: the
    requests from phones. ``broke``: the players out of chips. ``to_hand_out``: the chips bought since the last hand,
    in words, up to line ``hand_out_line`` of the log. ``television``: what televisions show instead of the table.
    ``back``: the hand that Undo returns to, unless there is a ``final_reason`` against it. ``after``: the number of the
    last hand, posted with Deal.
    """

    def __init__(self, night: Night, here: str) -> None:
        screen = screen_of(night.id)
        self.following, table, self.after = lookup.Following(night.key, screen, here), screen.table, screen.hand
        self.night, self.table_now = night, table
        self.seats, self.players = table.seats, lookup.count_in_play(table)
        self.title, self.last_pot = call_title(table), _last_pot(table)
        self.problem = take_messages("problem")
        self.back, self.final_reason = cleared_hand(night)
        self.hand_running = lookup.running_game(table)
        self.asked, self.failed_requests = lookup.phone_requests(table), lookup.failed_requests(table)
        self.broke = [] if self.hand_running else lookup.out_of_chips(table)
        self.to_hand_out, self.hand_out_line = _chips_to_hand_out(table)
        self.television, self.on_television = lookup.shown_text(table), isinstance(table.on_television, ShownRules)
        self.players_text, self.stakes_text = lookup.players_text(self.players), lookup.stakes_text(night)


class CallPage(BetweenHands):
    """The list of games: the results of a search, all games, or the short lists.

    ``turn``: the next game of the rotation. ``surprise``: a random game. ``another_surprise``: the address of another.
    ``searching``: whether ``found`` games replace the short lists of ``favourites``, ``recent`` games, and ``others``
    to try. ``more``: the address of a longer list. ``letters``: links to the games of each letter. ``notes`` and
    ``unknown``: as in :class:`Found`. ``search_status``: the notes and the number of games. ``chips_only``: the address
    that deals an unknown game for chips alone. ``shapes``: the games that follow the table's own rules. ``hands``: the
    latest of the ``hands_played``, or all. ``chips``: the filters, by group. ``count_ids``: the elements with their
    counts, as a selector. ``player_counts``: the other numbers of players to filter by.
    """

    def __init__(self, night: Night, search: Search, args: Mapping[str, str]) -> None:
        self.here, self.table = url_for("call.page", key=night.key), url_for("dealer.table", key=night.key)
        super().__init__(night, self.here)
        table = self.table_now
        all_games, own = games.games_at(night), games.own_games_at(night)
        self.search = search
        self.total, self.searching = len(all_games), search.narrows or args.get("all") == "1"
        # htmx fetches the results alone, at each letter typed.
        next_turn = next_game(night) if "HX-Request" not in request.headers else None
        self.turn = NextTurn(next_turn) if next_turn is not None else None
        self.surprise, self.another_surprise = None, ""
        if pick := args.get("surprise", "")[:20]:
            picked, again = surprise(search, all_games, self.players, pick)
            self.surprise = library_row(night.key, picked, self.players) if picked is not None else None
            filters = [pair for pair in search.pairs if pair[0] != "q"]
            self.another_surprise = with_query(self.here, [*filters, ("surprise", again)])
        self.hands_played, all_hands = table.hands_played, args.get("hands") == "all"
        self.hands = [] if self.searching else past_hands(night, None if all_hands else SHOWN_HANDS)
        results = find_games(search, all_games, own, self.players)
        self.chips = {
            title: [Chip(each, words, results.counts[each], on=each in search.filters) for each, words in group.items()]
            for title, group in offered(all_games, self.players).items()
        }
        self.count_ids = ",".join(f"#{chip.id}" for group in self.chips.values() for chip in group)
        others = [number for number in range(2, 11) if number != self.players]
        self.player_counts = [
            (str(number), count_word(number), Filter("fits", str(number)) in search.filters) for number in others
        ]
        self.notes, self.unknown = results.notes, results.unknown
        self.search_status = " ".join([*results.notes, counted(len(results.library) + len(results.own), "game")])
        by_words = bool(search.text.strip())
        self._list_found(results, args, by_words=by_words)
        self.own = [own_row(table, game).found_by(results.matches.get(own_entry(game))) for game in results.own]
        self.refused = all_games.refused[:LONG_LIST] if is_host() else ()
        self.chips_only = game_address(night.key, CHIPS_ONLY) if by_words else ""
        shapes = [info for info in catalog().values() if YOUR_WAY in info.tags and info.id != CHIPS_ONLY]
        self.shapes = [library_row(night.key, info, self.players) for info in shapes if by_words]
        self.favourites: list[Row] = []
        self.recent: list[Row] = []
        self.others: list[Row] = []
        if not self.searching:
            self._list_short(table, all_games, own)

    def _list_found(self, results: Found, args: Mapping[str, str], *, by_words: bool) -> None:
        """List a page of the games found: the best matches of words, or the games from a letter on."""
        found, most = results.library, BY_WORDS if by_words else BY_NAME
        self.found_words, self.long = counted(len(found), "game"), len(found) > LONG_LIST and not by_words
        pairs = self.search.pairs if self.search.narrows else [("all", "1")]
        initials = [] if by_words else [first_letter(info.name) for info in found]
        letter = args.get("from", "") if len(found) > most else ""
        first = initials.index(letter) if letter in initials else 0
        last = first + max(most, whole_number(args.get("show", ""), 4) or 0) if self.searching else 0
        key, matches = self.night.key, results.matches
        rows = [library_row(key, info, self.players).found_by(matches.get(info.id)) for info in found[first:last]]
        self.found = rows if by_words else with_letters(rows)
        here = set(initials[first:last])
        elsewhere = {each: with_query(self.here, [*pairs, ("from", each)]) for each in set(initials) - here}
        self.letters = {each: f"{elsewhere.get(each, '')}#letter-{each.lower()}" for each in dict.fromkeys(initials)}
        longer = [*pairs, *([("from", letter)] if first else []), ("show", str(last - first + most))]
        self.more = with_query(self.here, longer) if rows and last < len(found) else ""
        self.more_words = f"Show {min(len(found) - last, most)} more"

    def _list_short(self, table: Table, all_games: Catalog, own: list[OwnGame]) -> None:
        """List favourites, other recent games and, if these are few, more games to try."""
        night = self.night
        files = [info for info in all_games.values() if info.yours]
        if len(files) > LONG_LIST:
            files = [info for info in files if info.problem][:LONG_LIST]
        self.own += [library_row(night.key, info, self.players) for info in files]
        # A stranger may be playing the example, and must not learn what is played here.
        often, late = ([], []) if night.example else (favourite_games(LONG_LIST), recent_games(None, SHORT_LIST))
        favourites = called_rows(table, own, [game for game in often if game.times > 1])
        self.favourites = fitting_first(favourites)
        called = called_rows(table, own, [*recent_games(night, SHORT_LIST), *late])
        listed = {row.url for row in self.favourites} | {own_address(night.key, game) for game in own}
        self.recent = fitting_first([row for row in called if row.url not in listed])
        names = {row.name for row in (*self.favourites, *self.recent)}
        first = [library_row(night.key, all_games[game], self.players) for game in FIRST_GAMES]
        others = fitting_first([row for row in first if row.name not in names])
        self.others = others[: max(3, SHORT_LIST - len(self.favourites) - len(self.recent))]


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter with its label, how many games it leaves, and whether it is ``on``."""

    filter: Filter
    words: str
    count: int
    on: bool

    @property
    def id(self) -> str:
        """The id of the element with the count."""
        return f"{self.filter.name}-{self.filter.value}".replace(" ", "-")


class NextTurn:
    """The next game of a rotation in words: ``progress`` like ``hand 3 of 8``, and the game after it (``then``).

    ``at`` and ``hand``: the values to post with its button.
    """

    def __init__(self, coming: NextGame) -> None:
        game, turn = coming.game, coming.turn
        self.name, self.at, self.hand, self.problem = game.name, turn.at, coming.hand, sentence(coming.problem)
        self.progress = ""
        if turn.of > 1 and len(coming.rotation.games) > 1:
            by_time = coming.rotation.moves == "minutes"
            self.progress = f"{turn.done} of {turn.of} minutes" if by_time else f"hand {turn.done + 1} of {turn.of}"
        self.notes = [coming.stakes] if coming.stakes else []
        if coming.sit_out:
            verb = "sits" if len(coming.sit_out) == 1 else "sit"
            self.notes.append(f"{listing(coming.sit_out)} {verb} out: too many for this game")
        self.then = coming.then if len(coming.rotation.games) > 1 else ""
        self.rotation = coming.rotation.name


class GamePage(BetweenHands):
    """The rule sheet of a game beside its choices.

    ``own_name``: the name typed to save it as the table's own, at most ``longest`` letters. ``own_error``: what is
    wrong with that. ``may_save``: whether this device may save it.
    """

    longest, limits = MAX_OWN_NAME_LENGTH, LIMITS_OF_A_GAME

    def __init__(self, night: Night, call: Call, *, problem: str, own_name: str, own_error: str) -> None:
        self.here, self.table = game_address(night.key, call.info.id), url_for("dealer.table", key=night.key)
        super().__init__(night, self.here)
        self.call, self.own_name, self.own_error = call, own_name, own_error
        self.problem = problem or self.problem
        self.house, self.may_save = house_groups(call.house), is_host()


class ChangePage:
    """A preview of the hand on the table played as another game: the ``trial``.

    ``later``: the action that no longer fits, in ``later_words``. ``keep``: whether actions that only break a house
    rule stand by the dealer's ruling. ``closed``: why the change cannot be made. ``problem``: why it was not made.
    """

    def __init__(self, night: Night, call: Call, trial: Correction, *, keep: bool, problem: str) -> None:
        self.night, self.call, self.trial, self.keep, self.problem = night, call, trial, keep, problem
        self.start = game_address(night.key, call.info.id, call.query)
        self.later = trial.misfit
        self.later_words = "" if self.later is None else describe(trial.trial.state, self.later.text)
        self.closed = "" if self.later is not None else sentence(closed_to_corrections(trial.live, trial.trial))


@dataclass(frozen=True, slots=True)
class Row:
    """A game in a list.

    ``how``: its options and modifiers. ``also``, ``tag`` or ``excerpt``: the other name, the tag or the rules that a
    search matched. ``letter``: its first letter, on the first game of each letter. ``limit``: how many can play, if the
    table does not fit. ``judged``: what the dealer has to judge. ``problem``: what is wrong in its file.
    """

    name: str
    about: str
    url: str
    also: str = ""
    how: str = ""
    letter: str = ""
    limit: str = ""
    judged: str = ""
    problem: str = ""
    tag: str = ""
    excerpt: tuple[Piece, ...] = ()

    def found_by(self, match: Match | None) -> Row:
        """Return the row with the words that a search matched."""
        if match is None:
            return self
        return replace(self, also=match.also, tag=tag_text(match.tag) if match.tag else "", excerpt=match.excerpt)


def library_row(key: str, info: GameInfo, players: int) -> Row:
    """Return the row of a game for a table of this many players."""
    limit, address = limit_text(info, players), game_address(key, info.id)
    return Row(info.name, info.about, address, limit=limit, judged=info.summary.judged, problem=info.problem)


def limit_text(info: GameInfo, players: int, called: CalledGame | OwnGame | None = None) -> str:
    """Return how many can play a game, as usual or as it was called; empty if this many can, or nobody."""
    if called is not None and info.fits(players) and (called.options or called.modifiers):
        game = named_game(info.id, called.options, called.modifiers, "")
        return f"at most {game.players[1]} players" if isinstance(game, Game) and over_limit(players, game) else ""
    return "" if info.problem or info.fits(players) else info.players_text


def fitting_first(rows: list[Row]) -> list[Row]:
    """Return the first rows of a list, with games that do not fit the table last."""
    return sorted(rows, key=lambda row: bool(row.limit))[:SHORT_LIST]


def own_query(info: GameInfo, own: OwnGame) -> CalledQuery:
    """Return the query that restores one of the table's own games, and its game and choices in words."""
    called = called_query(info, own.options, own.modifiers, own.house, own.id)
    return CalledQuery(called.pairs, ", ".join(filter(None, (info.name, called.words))))


def own_address(key: str, own: OwnGame) -> str:
    """Return the address of one of the table's own games, with everything set."""
    info = games.all_games().get(own.game_id)
    if info is None:
        return url_for("call.own", key=key, own=own.id)
    return game_address(key, info.id, own_query(info, own).pairs)


def own_row(table: Table, own: OwnGame) -> Row:
    """Return the row of one of the table's own games."""
    info = games.all_games().get(own.game_id)
    address = own_address(table.key, own)
    if info is None:
        return Row(own.name, "Its game is no longer in the library.", address)
    limit = limit_text(info, lookup.count_in_play(table), own)
    return Row(own.name, "", address, how=own_query(info, own).words, limit=limit, problem=info.problem)


def called_rows(table: Table, own: list[OwnGame], called: list[CalledGame]) -> list[Row]:
    """Return a row for each different call, without games that are no longer in the library."""
    own_by_name = {(game.name, game.game_id): game for game in own}
    players = lookup.count_in_play(table)
    rows: dict[str, Row] = {}
    for call in called:
        info = games.all_games().get(call.game_id)
        if info is None:
            continue
        if own_game := own_by_name.get((call.game_name, call.game_id)):
            row = own_row(table, own_game)
        else:
            query = called_query(info, call.options, call.modifiers, name=call.game_name)
            name = dict(query.pairs).get("called", info.name)
            address = game_address(table.key, call.game_id, query.pairs)
            limit = limit_text(info, players, call)
            row = Row(name, info.about, address, how=sentence(query.words), limit=limit, problem=info.problem)
        rows.setdefault(row.url, row)
    return list(rows.values())


def with_letters(rows: list[Row]) -> list[Row]:
    """Return rows, which are sorted by name, with each letter set on its first row."""
    seen: set[str] = set()
    marked = []
    for row in rows:
        letter = first_letter(row.name)
        marked.append(row if letter in seen else replace(row, letter=letter))
        seen.add(letter)
    return marked


def call_title(table: Table) -> str:
    """Return who calls: ``Bob calls``; ``Call a game`` without a dealer, and before the deal has passed on."""
    dealer = next((seat.name for seat in table.seats if seat.dealer and table.hand is None), "")
    return f"{dealer} calls" if dealer else "Call a game"


def _last_pot(table: Table) -> str:
    """Return who won the last hand and what it left: ``Dee won 63 at Chicago``, ``14 in the pot already``.

    Empty before the first hand, or if nobody won and nothing is left.
    """
    hand, parts = table.last_hand, []
    if hand is not None and hand.winners:
        won = ", ".join(f"{name} won {amount}" for name, amount in hand.winners)
        parts.append(f"{won} at {hand.game_name}")
    if table.carried:
        parts.append(f"{table.carried} in the pot already")
    return " · ".join(parts)


def _chips_to_hand_out(table: Table) -> tuple[list[str], int]:
    """Return which chips to hand to whom, in words, and the last line of the log that sold any.

    Before the first hand everyone obviously gets chips, so only their colours are worth a line.
    """
    if table.last_hand is None and table.played_for.chip_set is None:
        return [], 0
    sold = {line: act for line, act in table.bought.items() if line > handed_out.get(table.key, 0)}
    chips = Counter[str]()
    for act in sold.values():
        chips[act.name] += act.chips
    names = defaultdict[int, list[str]](list)
    for name, number in chips.items():
        names[number].append(name)
    present = {seat.name for seat in table.seats}
    words = [
        f"Give {_listed(names[number], present)} {number}{' each' if 1 < len(names[number]) < len(present) else ''}"
        f"{lookup.hand_out_text(table, number)}"
        for number in names
    ]
    return words, max(sold, default=0)


def _listed(names: list[str], present: set[str]) -> str:
    return "everybody" if len(names) > 1 and set(names) == present else listing(names)
