"""Searching the library's games, and the table's own beside them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from app.games.catalog import Catalog, GameInfo
from app.games.errors import GameError
from app.games.modifiers import read_modifier
from app.games.search import Match, Result, SearchedGame, SearchIndex, rule_lines, searched_game, searched_games
from app.night.models import OwnGame
from app.text import listing, sentence
from app.web.forms.game import called_query

#: The tags to filter by, families first, as far as more than one game has them.
FILTERS = (
    "stud",
    "common cards",
    "draw",
    "pass",
    "high-low",
    "wild",
    "roll",
    "no peek",
    "declare",
    "cards speak",
    "split",
    "discard",
    "twist",
    "two hands",
)

#: The tag of the games that follow the table's own rules.
YOUR_WAY = "your way"

#: Words of the tags that say too little by themselves.
_TAG_WORDS = {"wild": "Wild cards", "split": "Split pot", "roll": "Rolled", "twist": "Twists"}

#: What an own game goes by in the index, before its number.
_OWN = "own:"

#: An own game as it is saved, for as long as it stays so: its number, name, game, and the rest as JSON.
_Saved = tuple[int, str, str, str]


@dataclass(frozen=True, slots=True)
class Search:
    """A search: words, tags, a number of players if only games for that many count, and whether none may be wild."""

    text: str = ""
    tags: tuple[str, ...] = ()
    players: int | None = None
    no_wild: bool = False

    @property
    def narrows(self) -> bool:
        """Whether anything is searched for."""
        return bool(self.text.strip() or self.tags or self.players is not None or self.no_wild)

    def allows(self, info: GameInfo | None) -> bool:
        """Return whether a game has the tags and fits the players."""
        if info is None:
            return not self.tags and self.players is None and not self.no_wild
        if self.no_wild and has_wild_cards(info):
            return False
        return set(self.tags) <= set(info.tags) and (self.players is None or fits(info, self.players))


@dataclass(frozen=True, slots=True)
class Found:
    """The results of a search: games of the library and of the table's own, each the best first.

    ``matches`` show by what each was found, by its id in the index, if words were searched for. ``unknown``: no game
    has the words. ``instead`` says that nothing was found, and what is offered in its place; ``read_as`` what mistyped
    words were taken for.
    """

    library: Sequence[GameInfo] = ()
    own: Sequence[OwnGame] = ()
    matches: Mapping[str, Match] = field(default_factory=dict)
    unknown: bool = False
    instead: str = ""
    read_as: str = ""


def find_games(search: Search, infos: Catalog, own: Sequence[OwnGame], players: int) -> Found:
    """Return the games that a search finds; of words, those first that fit so many players."""
    owned = {own_entry(game): game for game in own}
    of_entry: dict[str, GameInfo | None] = {
        **infos,
        **{entry: infos.get(game.game_id) for entry, game in owned.items()},
    }
    allowed = {entry for entry, info in of_entry.items() if search.allows(info)}
    if not search.text.strip():
        library = [info for info in infos.values() if info.id in allowed]
        return Found(library, [game for entry, game in owned.items() if entry in allowed])

    def fits_table(entry: str) -> bool:
        info = of_entry[entry]
        return info is not None and fits(info, players)

    saved = [(game.id, game.name, game.game_id, json.dumps([game.options, game.modifiers, game.house])) for game in own]
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
        not result.matches,
        instead,
        _read_as_words(result),
    )


def _read_as_words(result: Result) -> str:
    """Return what mistyped words were taken for: ``No game says “chigaco”. Searched for “chicago”.``"""
    if not result.read_as:
        return ""
    typed = listing((f"“{word}”" for word in result.read_as), "or")
    taken = listing(f"“{word}”" for word in result.read_as.values())
    return f"No game says {typed}. Searched for {taken}."


@lru_cache(maxsize=4)
def letters(games: Catalog) -> tuple[str, ...]:
    """Return the letters that names of games begin with."""
    return tuple(sorted({first_letter(info.name) for info in games.values()}))


@lru_cache(maxsize=4)
def filters(games: Catalog) -> tuple[tuple[str, str], ...]:
    """Return the tags to filter by, with their words."""
    count = Counter(tag for info in games.values() for tag in info.tags)
    return tuple((tag, tag_words(tag)) for tag in FILTERS if count[tag] > 1)


def own_entry(own: OwnGame) -> str:
    """Return the id of an own game in the index."""
    return f"{_OWN}{own.id}"


@lru_cache(maxsize=32)
def _index(games: Catalog, own: tuple[_Saved, ...]) -> SearchIndex:
    """Return the index of all games, and of those that the table has saved."""
    return SearchIndex([*searched_games(games), *(_searched_own(games, *saved) for saved in own)])


@lru_cache(maxsize=256)
def _searched_own(games: Catalog, own_id: int, name: str, game_id: str, saved: str) -> SearchedGame:
    """Return an own game, to be found by its own name, its game's names, and the rules as they were saved."""
    info = games.get(game_id)
    if info is None:
        return searched_game(f"{_OWN}{own_id}", name)
    options, modifiers, house = json.loads(saved)
    choices = called_query(info, options, modifiers, house).words
    return searched_game(
        f"{_OWN}{own_id}",
        name,
        (info.name, *info.aliases),
        info.tags,
        info.about,
        [*filter(None, [choices]), *_rules(info, options, modifiers)],
    )


def _rules(info: GameInfo, options: dict[str, Any], modifiers: list[str | dict[str, Any]]) -> list[str]:
    """Return the rules as the game is played; none where the library no longer has what it was made of."""
    try:
        return rule_lines(info.resolve(options, [read_modifier(entry, "modifier") for entry in modifiers]))
    except GameError:
        return []


def fits(info: GameInfo, players: int) -> bool:
    """Return whether this many players can play a game."""
    least, most = info.players
    return least <= players <= most


def has_wild_cards(info: GameInfo) -> bool:
    """Return whether a game has wild cards or jokers, as it is usually played."""
    return not info.problem and bool(info.usual.wild or info.usual.deck.jokers)


def tag_words(tag: str) -> str:
    """Return a tag in words."""
    return _TAG_WORDS.get(tag, sentence(tag))


def first_letter(name: str) -> str:
    """Return the letter that a name is listed under; ``0`` for all that begin with something else."""
    return name[:1].upper() if name[:1].isalpha() else "0"
