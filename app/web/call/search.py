"""Searching the library's games and the table's own, and picking one at random."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from threading import Lock
from typing import Any

from app.dataclass import dataclass
from app.games.catalog import Catalog, GameInfo
from app.games.definition import Game
from app.games.modifiers import Modifier, read_modifier
from app.games.search import Match, Result, SearchedGame, SearchIndex, rule_lines, searched_game, searched_games
from app.night.models import OwnGame
from app.text import listing, sentence, whole_number
from app.web.forms.game import called_query
from app.web.http.lookup import players_words

#: The tags and facts to filter by, if a game has them: families, what tables ask for first, and the rest.
FAMILIES = ("stud", "common cards", "draw", "pass", "guts")
ASKED = (
    "high only",
    "high-low",
    "everybody stays in",
    "two betting rounds at most",
    "no peek",
    "nothing for you to judge",
)
OTHERS = ("wild", "roll", "declare", "cards speak", "split", "discard", "twist", "two hands")

#: The tag of the games that follow the table's own rules.
YOUR_WAY = "your way"

#: Labels of tags that say too little by themselves.
_TAG_WORDS = {"wild": "Wild cards", "split": "Split pot", "roll": "Rolled", "twist": "Twists"}

#: Before the number of one of the table's own games, its id in the index.
_OWN = "own:"

#: Drawn seeds are below this.
_SEEDS = 10**6

#: One of the table's own games as saved, to cache by: its number, name, game, and the rest as JSON.
_Saved = tuple[int, str, str, str]


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on the games of a list, as the ``name`` and ``value`` of its field on the form."""

    name: str
    value: str

    def allows(self, info: GameInfo) -> bool:
        """Return whether a game meets the condition."""
        match self.name:
            case "wild":
                return "no wild cards" in info.summary.facts
            case "fits":
                return info.fits(int(self.value))
            case "own":
                return info.yours or isinstance(info, _SavedGame)
        return self.value in info.tags or self.value in info.summary.facts


#: The games without wild cards, and the table's own.
NO_WILD, YOURS = Filter("wild", "no"), Filter("own", "1")


@dataclass(frozen=True, slots=True)
class Search:
    """A search: words, and filters that all have to be met."""

    text: str = ""
    filters: tuple[Filter, ...] = ()

    @property
    def narrows(self) -> bool:
        """Whether anything is searched for."""
        return bool(self.text.strip() or self.filters)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The query string of the search."""
        return [("q", self.text)] * bool(self.text) + [(each.name, each.value) for each in self.filters]

    def allows(self, info: GameInfo | None) -> bool:
        """Return whether a game meets every filter; a missing game meets none."""
        return not self.filters or (info is not None and all(each.allows(info) for each in self.filters))


def read_search(query: Iterable[tuple[str, str]], players: int) -> Search:
    """Return the search in a query string; ``fits=1`` stands for this many players."""
    text, filters = "", dict[Filter, None]()
    for name, value in query:
        if name == "q":
            text = text or value[:60]
        elif name == "tag" or (name, value) in (("wild", "no"), ("own", "1")):
            filters[Filter(name, value)] = None
        elif name == "fits" and (number := whole_number(value, 2)):
            filters[Filter(name, str(players if number == 1 else number))] = None
    return Search(text, tuple(filters)[:20])


@dataclass(frozen=True, slots=True)
class Found:
    """The results of a search: games of the library and the table's own, each with the best first.

    ``matches`` say how each was found, by its id in the index, if words were searched for. ``counts`` say how many
    games each filter on offer would leave. ``unknown``: no game has the words. ``instead`` says that nothing was found,
    and what is offered in its place; ``read_as`` how mistyped words were read.
    """

    library: Sequence[GameInfo] = ()
    own: Sequence[OwnGame] = ()
    matches: Mapping[str, Match] = field(default_factory=dict)
    counts: Mapping[Filter, int] = field(default_factory=dict)
    unknown: bool = False
    instead: str = ""
    read_as: str = ""


def find_games(search: Search, infos: Catalog, own: Sequence[OwnGame], players: int) -> Found:
    """Return the games that a search finds; for words, games that fit this many players first."""
    owned = {own_entry(game): game for game in own}
    saved = [(game.id, game.name, game.game_id, json.dumps([game.options, game.modifiers, game.house])) for game in own]
    infos_of_own = {entry: _saved(infos, *each) for entry, each in zip(owned, saved, strict=True)}
    of_entry: dict[str, GameInfo | None] = {**infos, **infos_of_own}
    allowed = {entry for entry, info in infos_of_own.items() if search.allows(info)}
    allowed |= _filtered(infos, search.filters)

    def counts(found: Iterable[str]) -> dict[Filter, int]:
        left = frozenset(found)
        groups = offered(infos, players).values()
        return {each: len(left & _filtered(infos, (each,))) for group in groups for each in group}

    if not search.text.strip():
        library = [info for info in infos.values() if info.id in allowed]
        return Found(library, [game for entry, game in owned.items() if entry in allowed], counts=counts(allowed))

    def fits_table(entry: str) -> bool:
        info = of_entry[entry]
        return info is not None and info.fits(players)

    with _INDEXING:
        index, instead = _index(infos, tuple(saved)), ""
    result = index.search(search.text, fits_table, allowed.__contains__)
    if not result.matches and len(allowed) < len(of_entry):
        anywhere = index.search(search.text, fits_table)
        if anywhere.matches:
            result, instead = anywhere, "Nothing has these words with the filters. Without them:"
    if result.nearest:
        instead = f"Nothing has {'all of these words' if ' ' in search.text.strip() else 'this word'}. Nearest:"
    matches = {match.id: match for match in result.matches or result.nearest}
    return Found(
        [infos[entry] for entry in matches if entry in infos],
        [owned[entry] for entry in matches if entry in owned],
        matches,
        counts(matches),
        not result.matches,
        instead,
        _read_as_words(result),
    )


#: One thread at a time builds an index, so that letters typed meanwhile do not each build their own.
_INDEXING = Lock()


@lru_cache(maxsize=256)
def _filtered(games: Catalog, filters: tuple[Filter, ...]) -> frozenset[str]:
    """Return the ids of the games that meet every filter."""
    if len(filters) == 1:
        return frozenset(info.id for info in games.values() if filters[0].allows(info))
    return frozenset(games).intersection(*(_filtered(games, (each,)) for each in filters))


def _read_as_words(result: Result) -> str:
    """Return how mistyped words were read: ``No game says “chigaco”. Searched for “chicago”.``"""
    if not result.corrections:
        return ""
    typed = listing((f"“{word}”" for word in result.corrections), "or")
    taken = listing(f"“{word}”" for word in result.corrections.values())
    return f"Nothing found for {typed}. Searched for {taken}."


@lru_cache(maxsize=32)
def offered(games: Catalog, players: int) -> Mapping[str, Mapping[Filter, str]]:
    """Return the filters on offer, with their words, in groups, for a table of this many players."""
    tags = [
        {each: tag_words(each.value) for each in (Filter("tag", tag) for tag in group) if _filtered(games, (each,))}
        for group in (FAMILIES, ASKED, OTHERS)
    ]
    fits = {Filter("fits", str(players)): f"Fits {players_words(players)}"} if players > 1 else {}
    yours = {YOURS: "Your games"} if _filtered(games, (YOURS,)) else {}
    return {"Families": tags[0], "Filters": {**fits, NO_WILD: "No wild cards", **tags[1]}, "More": {**tags[2], **yours}}


def own_entry(own: OwnGame) -> str:
    """Return the id of an own game in the index."""
    return f"{_OWN}{own.id}"


@lru_cache(maxsize=8)
def _index(games: Catalog, own: tuple[_Saved, ...]) -> SearchIndex:
    """Return the index of all games, including the table's own."""
    return SearchIndex([*searched_games(games), *(_searched_own(games, *saved) for saved in own)])


class _SavedGame(GameInfo):
    """One of the table's own games, with what is known about it as it was saved."""

    def __init__(self, info: GameInfo, games: Catalog, options: dict[str, Any], entries: list[str | dict[str, Any]]):
        super().__init__(info.id, games.tables, info.own)
        self._saved_as = options, entries

    def resolve(self, options: Mapping[str, Any] | None = None, called: Iterable[Modifier] = ()) -> Game:
        chosen, entries = self._saved_as
        added = [read_modifier(entry, "modifier") for entry in entries]
        return super().resolve({**chosen, **(options or {})}, [*added, *called])


@lru_cache(maxsize=256)
def _saved(games: Catalog, _own_id: int, _name: str, game_id: str, saved: str) -> GameInfo | None:
    """Return one of the table's own games as saved; None if the library no longer has its game."""
    options, modifiers, _house = json.loads(saved)
    return _SavedGame(games[game_id], games, options, modifiers) if game_id in games else None


@lru_cache(maxsize=256)
def _searched_own(games: Catalog, own_id: int, name: str, game_id: str, saved: str) -> SearchedGame:
    """Return one of the table's own games, to be found by its own name, its game's names, and its rules as saved."""
    info = _saved(games, own_id, name, game_id, saved)
    if info is None:
        return searched_game(f"{_OWN}{own_id}", name)
    choices = called_query(games[game_id], *json.loads(saved)).words
    rules = [] if info.problem else rule_lines(info.usual)
    names = (info.name, *info.aliases)
    return searched_game(f"{_OWN}{own_id}", name, names, info.tags, info.about, [*filter(None, [choices]), *rules])


def tag_words(tag: str) -> str:
    """Return a tag in words."""
    return _TAG_WORDS.get(tag, sentence(tag))


def first_letter(name: str) -> str:
    """Return the letter that a name is listed under; ``0`` for anything but a letter."""
    return name[:1].upper() if name[:1].isalpha() else "0"


@dataclass(frozen=True, slots=True)
class Surprise:
    """The game picked, None if none fits; ``again`` picks the next one."""

    info: GameInfo | None
    again: str


def surprise(search: Search, games: Catalog, players: int, pick: str) -> Surprise:
    """Pick a game. ``pick`` is a seed, and how many games of its order to skip, as in ``7-2``.

    Anything else draws a seed. No game comes twice before all have come once.
    """
    seed_text, _, passed_text = pick.partition("-")
    seed, passed = whole_number(seed_text), whole_number(passed_text) or 0
    if seed is None:
        seed = secrets.randbelow(_SEEDS)
    fitting = _fitting(search, games, players)
    order = random.Random(seed).sample(fitting, len(fitting))
    return Surprise(order[passed % len(order)] if order else None, f"{seed}-{passed + 1}")


def _fitting(search: Search, games: Catalog, players: int) -> Sequence[GameInfo]:
    """Return the games that a search allows, that fit this many players and bring their own rules, ordered by id."""
    fitting = [
        info for info in games.values() if YOUR_WAY not in info.tags and info.fits(players) and search.allows(info)
    ]
    return sorted(fitting, key=lambda info: info.id)
