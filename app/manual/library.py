"""Examples out of the library: the smallest game that uses something, and how its file writes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from app.games.load import library, resolve
from app.manual.describe import line, section, written
from app.manual.page import Example

#: The lists of a game file whose entries name something, and the key that holds the name.
NAMED_BY = {"script": "step", "wild": "rule", "trigger": "rule", "share": "rule", "modifier": "modifier"}


def of_key(key: str) -> Example | None:
    """Return a top-level key as the smallest game writes it."""
    game = _smallest(lambda raw: [raw[key]] if key in raw else [])
    if game is None:
        return None
    value = library()[game][key]
    if key == "option":
        name, table = next(iter(value.items()))
        return Example(section(f"option.{name}", table), source(game))
    return Example(line(key, value), source(game))


def of_entry(key: str, name: str, settings: Mapping[str, Any] = MappingProxyType({})) -> Example | None:
    """Return a step, rule, share or modifier as the smallest game writes it, or makes it by a modifier.

    Of rules that have them, only one with these ``settings`` will do.
    """

    def uses(raw: Mapping[str, Any]) -> list[Any]:
        named = _named(raw, key, name)
        return [entry for entry in named if all(entry.get(field, value) == value for field, value in settings.items())]

    game = _smallest(uses)
    if game is not None:
        # The use that says most shows most.
        entry = max(uses(library()[game]), key=len)
        return Example(line(key, [entry]), source(game))
    for game in _by_size():
        for entry in resolve(game).raw.get(key, []):
            if entry[NAMED_BY[key]] == name:
                return Example(line(key, [entry]), f"{source(game)}, made by a modifier")
    return None


def of_option(fits: Callable[[Mapping[str, Any]], bool]) -> Example | None:
    """Return an option of the smallest game that declares one that fits."""
    game = _smallest(lambda raw: [table for table in raw.get("option", {}).values() if fits(table)])
    if game is None:
        return None
    key, table = next((key, table) for key, table in library()[game]["option"].items() if fits(table))
    return Example(section(f"option.{key}", table), source(game))


def of_reference(holds: Callable[[Mapping[str, Any]], bool]) -> Example | None:
    """Return the first entry of a list, in the smallest game, that holds a reference to an option."""

    def entries(raw: Mapping[str, Any]) -> list[tuple[str, Any]]:
        return [
            (key, entry)
            for key in NAMED_BY
            if isinstance(raw.get(key), list)
            for entry in raw[key]
            if isinstance(entry, dict) and holds(entry)
        ]

    game = next((game for game in _by_size() if entries(library()[game])), None)
    if game is None:
        return None
    key, entry = min(entries(library()[game]), key=lambda keyed: len(written(keyed[1])))
    return Example(line(key, [entry]), source(game))


def source(game: str) -> str:
    """Say which game an example is from."""
    return f"{library()[game]['name']} (`{game}`)"


def _named(raw: Mapping[str, Any], key: str, name: str) -> list[Any]:
    """Return the entries of one of a game's own lists that name something; a name alone stands for an entry."""
    entries = raw.get(key, [])
    if isinstance(entries, str):
        return []
    return [entry for entry in entries if (entry if isinstance(entry, str) else entry[NAMED_BY[key]]) == name]


def _smallest(uses: Callable[[Mapping[str, Any]], list[Any]]) -> str | None:
    """Return the smallest game with a use, one whose use follows no option before one whose does."""
    games = [(any(_refers(use) for use in uses(library()[game])), game) for game in _by_size() if uses(library()[game])]
    return min(games, key=lambda pair: pair[0])[1] if games else None


def _refers(value: Any) -> bool:
    """Return whether a value depends on an option at any depth."""
    if isinstance(value, Mapping):
        return "option" in value or any(map(_refers, value.values()))
    return isinstance(value, list) and any(map(_refers, value))


@cache
def _by_size() -> tuple[str, ...]:
    """Return the ids of all games, smallest file first."""
    games = library()
    return tuple(sorted(games, key=lambda game: (len(written(games[game])), game)))
