"""Searching for a game by name, by tag, and by the number of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from app.games.catalog import GameInfo, catalog
from app.night import OwnGame
from app.text import sentence
from app.web.call.rows import first_letter, fits

#: The tags to filter by, in this order, as far as more than one game has them; and words where the tag says too little.
FILTERS = (
    "high-low",
    "wild",
    "roll",
    "draw",
    "no peek",
    "declare",
    "cards speak",
    "split",
    "discard",
    "twist",
    "two hands",
)
_TAG_WORDS = {"wild": "Wild cards", "split": "Split pot", "roll": "Rolled", "twist": "Twists"}


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched for: words, tags, and a number of players where only games that fit them count."""

    text: str = ""
    tags: tuple[str, ...] = ()
    players: int | None = None

    @property
    def narrows(self) -> bool:
        """Whether anything is searched for."""
        return bool(self.text.strip() or self.tags or self.players is not None)

    def allows(self, info: GameInfo) -> bool:
        """Return whether a game has the tags and fits the players."""
        return set(self.tags) <= set(info.tags) and (self.players is None or fits(info, self.players))


def find_games(games: Iterable[GameInfo], search: Search) -> list[GameInfo]:
    """Return the games that match: first those whose name begins with the text, then those named so elsewhere."""
    matches = [info for info in games if info.matches(search.text) and search.allows(info)]
    text = " ".join(search.text.casefold().split())

    def rank(info: GameInfo) -> tuple[bool, bool, bool, str]:
        names = (info.name, *info.aliases)
        return (
            not info.name.casefold().startswith(text),
            text not in info.name.casefold(),
            not any(text in name.casefold() for name in names),
            info.name,
        )

    return sorted(matches, key=rank)


def matching_alias(info: GameInfo, text: str) -> str:
    """Return the other name of a game that matches a search, where its name does not hold all the words."""
    words = text.casefold().split()
    missing = [word for word in words if word not in info.name.casefold()]
    if not missing:
        return ""
    whole = [name for name in info.aliases if all(word in name.casefold() for word in words)]
    part = [name for name in info.aliases if any(word in name.casefold() for word in missing)]
    return next(iter([*whole, *part]), "")


def find_own_games(own: Iterable[OwnGame], search: Search) -> list[OwnGame]:
    """Return the table's own games that match, by their names or by the game that they are made of."""
    return [game for game in own if _matches(game, catalog().get(game.game_id), search)]


def _matches(game: OwnGame, info: GameInfo | None, search: Search) -> bool:
    if info is None and (search.tags or search.players is not None):
        return False
    if info is not None and not search.allows(info):
        return False
    names = (game.name, info.name, *info.aliases) if info else (game.name,)
    text = " ".join(names).casefold()
    return all(word in text for word in search.text.casefold().split())


@lru_cache(maxsize=1)
def letters() -> tuple[str, ...]:
    """Return the letters that names of games begin with."""
    return tuple(sorted({first_letter(info.name) for info in catalog().values()}))


@lru_cache(maxsize=1)
def filters() -> tuple[tuple[str, str], ...]:
    """Return the tags to filter by, with their words."""
    count = Counter(tag for info in catalog().values() for tag in info.tags)
    return tuple((tag, _TAG_WORDS.get(tag, sentence(tag))) for tag in FILTERS if count[tag] > 1)
