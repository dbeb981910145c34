"""Examples from the library: find the smallest game that uses something, and show the lines of its file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from app.games.load import PARTS, library, resolve
from app.manual.describe import toml_line, toml_table, toml_value
from app.manual.page import Example


def key_example(key: str) -> Example | None:
    """Return an example of a top-level key, from the smallest game that does not leave it empty."""
    game = _smallest(lambda raw: [raw[key]] if raw.get(key, {}) != {} else [])
    if game is None:
        return None
    value = library()[game][key]
    if key == "option":
        name, table = next(iter(value.items()))
        return Example(toml_table(f"option.{name}", table), game_title(game))
    if key == "layout":
        return Example(toml_table(key, value), game_title(game))
    return Example(toml_line(key, value), game_title(game))


def entry_example(key: str, name: str, settings: Mapping[str, Any] = MappingProxyType({})) -> Example | None:
    """Return an example of a step, rule, share or modifier, from the smallest game that has it.

    The entry must have these ``settings``. If no file has one, use a game that gets it from a modifier.
    """

    kind = PARTS[key][1]

    def uses(raw: Mapping[str, Any]) -> list[Any]:
        entries = raw.get(key, [])
        if isinstance(entries, str):  # a script by name
            return []
        named = [entry for entry in entries if (entry if isinstance(entry, str) else entry[kind]) == name]
        return [entry for entry in named if all(entry.get(field, value) == value for field, value in settings.items())]

    game = _smallest(uses)
    if game is not None:
        # The longest entry shows the most.
        entry = max(uses(library()[game]), key=len)
        return Example(toml_line(key, [entry]), game_title(game))
    for game in _by_size():
        for entry in resolve(game).raw.get(key, []):
            if entry[kind] == name:
                return Example(toml_line(key, [entry]), f"{game_title(game)}, made by a modifier")
    return None


def option_example(fits: Callable[[Mapping[str, Any]], bool]) -> Example | None:
    """Return an example of an option that fits, from the smallest game that declares one."""
    game = _smallest(lambda raw: [table for table in raw.get("option", {}).values() if fits(table)])
    if game is None:
        return None
    key, table = next((key, table) for key, table in library()[game]["option"].items() if fits(table))
    return Example(toml_table(f"option.{key}", table), game_title(game))


def reference_example(holds: Callable[[Mapping[str, Any]], bool]) -> Example | None:
    """Return the shortest entry with such a reference to an option, from the smallest game that has one."""

    def entries(raw: Mapping[str, Any]) -> list[tuple[str, Any]]:
        return [
            (key, entry)
            for key in PARTS
            if isinstance(raw.get(key), list)
            for entry in raw[key]
            if isinstance(entry, dict) and holds(entry)
        ]

    game = next((game for game in _by_size() if entries(library()[game])), None)
    if game is None:
        return None
    key, entry = min(entries(library()[game]), key=lambda keyed: len(toml_value(keyed[1])))
    return Example(toml_line(key, [entry]), game_title(game))


def game_title(game: str) -> str:
    """Return the name and id of a game."""
    return f"{library()[game]['name']} (`{game}`)"


def _smallest(uses: Callable[[Mapping[str, Any]], list[Any]]) -> str | None:
    """Return the smallest game with a use, preferring games where it does not refer to an option."""
    games = [game for game in _by_size() if uses(library()[game])]
    return min(games, key=lambda game: any(map(_refers_to_option, uses(library()[game]))), default=None)


def _refers_to_option(value: Any) -> bool:
    """Return whether a value refers to an option, at any depth."""
    if isinstance(value, Mapping):
        return "option" in value or any(map(_refers_to_option, value.values()))
    return isinstance(value, list) and any(map(_refers_to_option, value))


@cache
def _by_size() -> tuple[str, ...]:
    games = library()
    return tuple(sorted(games, key=lambda game: (len(toml_value(games[game])), game)))
