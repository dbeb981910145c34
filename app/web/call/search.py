"""Searching the library's games and the table's own, and picking one at random."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Any

from app.dataclass import dataclass
from app.games.catalog import Catalog, GameInfo
from app.games.definition import Game
from app.games.modifiers import Modifier, read_modifier
from app.games.search import Match, SearchedGame, index_of, read_words, rule_lines, searched_game
from app.night.models import OwnGame
from app.night.rotation import READY_NAMES
from app.text import listing, sentence, whole_number
from app.web.forms.game import called_query
from app.web.http.lookup import players_text

#: The tags and facts offered as filters, if a game has them: families, the most wanted, and others.
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

#: Labels of tags that are unclear on their own.
_TAG_WORDS = {"wild": "Wild cards", "split": "Split pot", "roll": "Rolled", "twist": "Twists"}

#: The prefix of the ids that the table's own games have in the index.
_OWN = "own:"

#: Seeds are drawn below this number.
_SEEDS = 10**6


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on games, as the ``name`` and ``value`` of its form field."""

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


#: The filters for games without wild cards, and for the table's own.
NO_WILD, YOURS = Filter("wild", "no"), Filter("own", "1")


@dataclass(frozen=True, slots=True)
class Search:
    """A search: words, and filters that a game has to meet, all of them."""

    text: str = ""
    filters: tuple[Filter, ...] = ()

    @property
    def narrows(self) -> bool:
        """Whether the search excludes any games."""
        return bool(self.text.strip() or self.filters)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The search as the fields of a query string."""
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

    ``matches``: how each game matches the words, by its id in the index. ``counts``: how many games each filter on
    offer would leave. ``unknown``: whether no game has the words. ``notes``: which words were corrected, and what is
    listed if nothing was found.
    """

    library: Sequence[GameInfo] = ()
    own: Sequence[OwnGame] = ()
    matches: Mapping[str, Match] = field(default_factory=dict)
    counts: Mapping[Filter, int] = field(default_factory=dict)
    unknown: bool = False
    notes: Sequence[str] = ()


def find_games(search: Search, infos: Catalog, own: Sequence[OwnGame], players: int) -> Found:
    """Return the games that match a search; if it has words, games that fit this many players come first."""
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

    index = index_of(infos, tuple(_searched_own(infos, *each) for each in saved))
    notes = []
    result = index.search(search.text, fits_table, allowed.__contains__)
    if not result.matches and len(allowed) < len(of_entry):
        anywhere = index.search(search.text, fits_table)
        if anywhere.matches:
            result = anywhere
            notes = ["No game has these words and fits the filters. Without the filters:"]
    if result.nearest:
        notes = [f"No game has {'all of these words' if ' ' in search.text.strip() else 'this word'}. Nearest:"]
    if result.corrections:
        typed = listing((f'"{word}"' for word in result.corrections), "or")
        taken = listing(f'"{word}"' for word in result.corrections.values())
        notes.insert(0, f"Nothing found for {typed}. Searched for {taken}.")
    for name in READY_NAMES:
        if _joined(search.text).startswith(_joined(name)):
            notes.insert(0, f"{name} is a rotation of games: tap Rotation to play it.")
    matches = {match.id: match for match in result.matches or result.nearest}
    return Found(
        [infos[entry] for entry in matches if entry in infos],
        [owned[entry] for entry in matches if entry in owned],
        matches,
        counts(matches),
        not result.matches,
        notes,
    )


def _joined(name: str) -> str:
    """Return a name as one word, numbers as figures: ``8game`` for ``Eight-Game``."""
    return "".join(word.text for word in read_words(name))


@lru_cache(maxsize=256)
def _filtered(games: Catalog, filters: tuple[Filter, ...]) -> frozenset[str]:
    if len(filters) == 1:
        return frozenset(info.id for info in games.values() if filters[0].allows(info))
    return frozenset(games).intersection(*(_filtered(games, (each,)) for each in filters))


@lru_cache(maxsize=32)
def offered(games: Catalog, players: int) -> Mapping[str, Mapping[Filter, str]]:
    """Return the filters offered to a table of this many players, with their labels, by group."""
    tags = [
        {each: tag_text(each.value) for each in (Filter("tag", tag) for tag in group) if _filtered(games, (each,))}
        for group in (FAMILIES, ASKED, OTHERS)
    ]
    fits = {Filter("fits", str(players)): f"Fits {players_text(players)}"} if players > 1 else {}
    yours = {YOURS: "Your games"} if _filtered(games, (YOURS,)) else {}
    return {"Families": tags[0], "Filters": {**fits, NO_WILD: "No wild cards", **tags[1]}, "More": {**tags[2], **yours}}


def own_entry(own: OwnGame) -> str:
    """Return the id in the index of one of the table's own games."""
    return f"{_OWN}{own.id}"


class _SavedGame(GameInfo):
    """One of the table's own games, as it was saved."""

    def __init__(self, info: GameInfo, games: Catalog, options: dict[str, Any], entries: list[str | dict[str, Any]]):
        super().__init__(info.id, games.tables, info.own, info.file_problem)
        self._saved_as = options, entries

    def resolve(self, options: Mapping[str, Any] | None = None, called: Iterable[Modifier] = ()) -> Game:
        chosen, entries = self._saved_as
        added = [read_modifier(entry, "modifier") for entry in entries]
        return super().resolve({**chosen, **(options or {})}, [*added, *called])


@lru_cache(maxsize=256)
def _saved(games: Catalog, _own_id: int, _name: str, game_id: str, saved: str) -> GameInfo | None:
    """Return one of the table's own games as saved; None if its game is no longer in the library."""
    options, modifiers, _house = json.loads(saved)
    return _SavedGame(games[game_id], games, options, modifiers) if game_id in games else None


@lru_cache(maxsize=256)
def _searched_own(games: Catalog, own_id: int, name: str, game_id: str, saved: str) -> SearchedGame:
    """Return the index entry of one of the table's own games: its name, its game's names, and the rules as saved."""
    info = _saved(games, own_id, name, game_id, saved)
    if info is None:
        return searched_game(f"{_OWN}{own_id}", name)
    choices = called_query(games[game_id], *json.loads(saved)).words
    rules = [] if info.problem else rule_lines(info.usual)
    names = (info.name, *info.aliases)
    return searched_game(f"{_OWN}{own_id}", name, names, info.tags, info.about, [*filter(None, [choices]), *rules])


def tag_text(tag: str) -> str:
    """Return the label of a tag."""
    return _TAG_WORDS.get(tag, sentence(tag))


def first_letter(name: str) -> str:
    """Return the letter under which a name is listed; ``0`` if it begins with anything else."""
    return name[:1].upper() if name[:1].isalpha() else "0"


def surprise(search: Search, games: Catalog, players: int, pick: str) -> tuple[GameInfo | None, str]:
    """Return a random game that a search allows, that fits this many players and has rules of its own; None if none.

    With it comes the ``pick`` of the next one.

    ``pick`` is the seed of a random order, and how many games of it to skip, as in ``7-2``; anything else draws a seed.
    """
    seed_text, _, passed_text = pick.partition("-")
    seed, passed = whole_number(seed_text), whole_number(passed_text) or 0
    if seed is None:
        seed = secrets.randbelow(_SEEDS)
    fits = (info for info in games.values() if YOUR_WAY not in info.tags and info.fits(players) and search.allows(info))
    fitting = sorted(fits, key=lambda info: info.id)
    order = random.Random(seed).sample(fitting, len(fitting))
    return (order[passed % len(order)] if order else None), f"{seed}-{passed + 1}"
