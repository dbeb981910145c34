"""The list of games: what a menu shows and a search finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from app.games.definition import Game, Option
from app.games.load import inherited, library, options_of, resolve


@dataclass(frozen=True, slots=True)
class GameInfo:
    """One game of the library, without being dealt: names, limits, tags, the options it offers."""

    id: str
    name: str
    about: str
    aliases: tuple[str, ...]
    document: str
    players: tuple[int, int]
    tags: tuple[str, ...]
    options: tuple[Option, ...]
    cards: int

    def matches(self, text: str) -> bool:
        """Return whether every word of a search is in the id, names or tags; an empty search finds every game."""
        wanted = text.casefold().split()
        words = " ".join((self.id, self.name, *self.aliases, *self.tags)).casefold()
        return all(word in words for word in wanted)


@lru_cache(maxsize=1)
def catalog() -> Mapping[str, GameInfo]:
    """Return every game of the library by id, sorted by name. Raises GameError when a game file is wrong."""
    infos = [_info(game_id) for game_id in library()]
    return {info.id: info for info in sorted(infos, key=lambda info: info.name)}


def needs(game: Game, players: int) -> tuple[int, int]:
    """Return how many cards the game deals to this many players, and how many the deck holds."""
    return players * game.held, len(game.deck.cards())


def _info(game_id: str) -> GameInfo:
    raw = inherited(game_id, library())
    game = resolve(game_id)
    return GameInfo(
        id=game_id,
        name=game.name,
        about=game.about,
        aliases=tuple(raw.get("aliases", ())),
        document=raw.get("document", ""),
        players=game.players,
        tags=tuple(raw.get("tags", ())),
        options=tuple(options_of(raw, f"{game_id}.toml").values()),
        cards=game.held,
    )
