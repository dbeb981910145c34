"""A selection of games for slow tests: together they have every step, rule and trigger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from app.games.catalog import catalog
from app.games.load import library

#: The keys whose values identify the parts of a game.
_NAMING = ("step", "rule", "modifier", "share", "trigger", "stop", "cards")


@cache
def chosen() -> frozenset[str]:
    """Return library games that cover all parts, each chosen for the most parts still missing."""
    parts = {game: frozenset(_parts(library()[game])) for game in catalog()}
    left = frozenset().union(*parts.values())
    found = set[str]()
    while left:
        best = max(parts, key=lambda game: len(parts[game] & left))
        found.add(best)
        left -= parts[best]
    return frozenset(found)


def games() -> list[Any]:
    """Return the ids of all games as parameters; those not chosen are marked ``long``."""
    return [game if game in chosen() else pytest.param(game, marks=pytest.mark.long) for game in catalog()]


def _parts(raw: Any) -> Iterator[str]:
    """Yield the parts that a game file names, at any depth."""
    if isinstance(raw, Mapping):
        for key, value in raw.items():
            if isinstance(value, str):
                if key in _NAMING:
                    yield f"{key} {value}"
            else:
                yield from _parts(value)
    elif isinstance(raw, list | tuple):
        for part in raw:
            yield from _parts(part)
