"""Games as parameters of slow tests: all in a long run, otherwise enough to include every kind of part."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from app.games.load import LISTS, TABLES, library_texts
from app.toml import parse_toml

#: The keys that name a part.
_NAMES = {name for _, name in LISTS.values()} | {"modifier"}

#: Keys whose values differ in most games but do not change the play.
_ALIKE = {"cards", "label", "name", "price", "ranks", "when", "won_by"}


def every_game() -> list[Any]:
    """Return the ids of the library's games; those not needed for coverage are marked ``long``."""
    return [pytest.param(game, marks=[] if game in covering() else [pytest.mark.long]) for game in library_texts()]


@cache
def covering() -> frozenset[str]:
    """Return games that together include every part of the library with each of its settings."""
    parts = {game: frozenset(_parts(parse_toml(text))) for game, text in library_texts().items()}
    left, chosen = frozenset[str]().union(*parts.values()), set()
    while left:
        most = max(parts, key=lambda game: len(parts[game] & left))
        chosen.add(most)
        left -= parts[most]
    return frozenset(chosen)


def _parts(raw: dict[str, Any]) -> Iterator[str]:
    for key in (*LISTS, "modifier"):
        entries = raw.get(key, [])
        for entry in [entries] if isinstance(entries, str) else entries:
            if isinstance(entry, str):
                yield f"{key} {entry}"
            else:
                yield from _settings(next(str(entry[name]) for name in entry if name in _NAMES), entry)
    for key in TABLES:
        yield from _settings(key, raw.get(key, {}))


def _settings(part: str, table: dict[str, Any]) -> Iterator[str]:
    yield part
    for key in table:
        if key not in _ALIKE and key not in _NAMES:
            yield f"{part} {key}"
