"""The list of games: what a menu shows and a search finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from app.games.definition import Game, Option
from app.games.load import inherited, library, options_of, resolve
from app.games.streets import burns_before


@dataclass(frozen=True, slots=True)
class GameInfo:
    """One game of the library, without being dealt: names, limits, tags, the options it offers.

    ``seats`` is the number of players it is meant for, or 0; ``players`` are the fewest and most.
    """

    id: str
    name: str
    about: str
    aliases: tuple[str, ...]
    document: str
    players: tuple[int, int]
    seats: int
    tags: tuple[str, ...]
    options: tuple[Option, ...]
    cards: int


@lru_cache(maxsize=1)
def catalog() -> Mapping[str, GameInfo]:
    """Return every game of the library by id, sorted by name. Raises GameError when a game file is wrong."""
    infos = []
    for game_id in library():
        raw = inherited(game_id, library())
        game = resolve(game_id)
        info = GameInfo(
            id=game_id,
            name=game.name,
            about=game.about,
            aliases=tuple(raw.get("aliases", ())),
            document=raw.get("document", ""),
            players=game.players,
            seats=game.seats,
            tags=tuple(raw.get("tags", ())),
            options=tuple(options_of(raw, f"{game_id}.toml").values()),
            cards=game.held,
        )
        infos.append(info)
    return {info.id: info for info in sorted(infos, key=lambda info: info.name)}


@dataclass(frozen=True, slots=True)
class CardsNeeded:
    """The cards that a number of players may need if all stay in: held at once, and dealt in all, burns included."""

    held: int
    dealt: int
    deck: int

    @property
    def may_shuffle(self) -> bool:
        """Whether discards may have to be reshuffled."""
        return self.dealt > self.deck

    @property
    def may_run_short(self) -> bool:
        """Whether the deck may run short with all discards in it."""
        return self.held > self.deck


def cards_needed(game: Game, players: int, burns: int) -> CardsNeeded:
    """Return the cards that a number of players may need, with ``burns`` cards burnt before each street."""
    burnt = burns * sum(burns_before(game.script, at) for at in range(len(game.script)))
    shared = burnt + sum(step.shared for step in game.script)
    return CardsNeeded(players * game.held + shared, players * game.dealt + shared, len(game.deck.cards()))
