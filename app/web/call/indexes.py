"""The index that games are searched in: the library's games, and the table's own beside them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from app.games.catalog import catalog
from app.games.errors import GameError
from app.games.load import resolve
from app.games.modifiers import read_modifier
from app.games.search import SearchIndex
from app.games.searched import SearchedGame, rule_lines, searched_game, searched_library
from app.night.models import OwnGame
from app.web.forms.game import called_query
from app.web.forms.stakes import house_controls

#: What an own game goes by in the index, before its number.
_OWN = "own:"

#: An own game as it is saved, for as long as it stays so: its number, name, game, and the rest as JSON.
_Saved = tuple[int, str, str, str]


def search_index(own: Iterable[OwnGame]) -> SearchIndex:
    """Return the index of the library and of the table's own games."""
    return _index(
        tuple(
            (game.id, game.name, game.game_id, json.dumps([game.options, game.modifiers, game.house])) for game in own
        )
    )


def own_entry(own: OwnGame) -> str:
    """Return the id of an own game in the index."""
    return f"{_OWN}{own.id}"


@lru_cache(maxsize=32)
def _index(own: tuple[_Saved, ...]) -> SearchIndex:
    return SearchIndex([*searched_library(), *(_searched_own(*saved) for saved in own)])


@lru_cache(maxsize=256)
def _searched_own(own_id: int, name: str, game_id: str, saved: str) -> SearchedGame:
    """Return an own game, to be found by its own name, its game's names, and the rules as they were saved."""
    info = catalog().get(game_id)
    if info is None:
        return searched_game(f"{_OWN}{own_id}", name)
    options, modifiers, house = json.loads(saved)
    called = called_query(info, options, modifiers)
    choices = [called.words, *(control.words for control in house_controls(house))]
    return searched_game(
        f"{_OWN}{own_id}",
        name,
        (info.name, *info.aliases),
        info.tags,
        info.about,
        [*filter(None, choices), *_rules(game_id, options, modifiers)],
    )


def _rules(game_id: str, options: dict[str, Any], modifiers: list[str | dict[str, Any]]) -> list[str]:
    """Return the rules as the game is played; none where the library no longer has what it was made of."""
    try:
        return rule_lines(resolve(game_id, options, [read_modifier(entry, "modifier") for entry in modifiers]))
    except GameError:
        return []
