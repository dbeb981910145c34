"""A game picked at random from those that fit the table and the filters."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from app.games.catalog import Catalog, GameInfo
from app.text import whole_number
from app.web.call.search import YOUR_WAY, Search

#: The seeds that are drawn are smaller.
_SEEDS = 10**6


@dataclass(frozen=True, slots=True)
class Surprise:
    """The game picked, None where none fits; ``again`` picks the next one."""

    info: GameInfo | None
    again: str


def surprise(search: Search, games: Catalog, players: int, pick: str) -> Surprise:
    """Pick a game. ``pick`` is a seed, and how many games of its order are passed over, as in ``7-2``.

    Anything else draws a seed. No game comes twice before all have come once.
    """
    seed_text, _, passed_text = pick.partition("-")
    seed, passed = whole_number(seed_text), whole_number(passed_text) or 0
    if seed is None:
        seed = secrets.randbelow(_SEEDS)
    fitting = _fitting(search, games, players)
    order = random.Random(seed).sample(fitting, len(fitting))
    return Surprise(order[passed % len(order)] if order else None, f"{seed}-{passed + 1}")


def _fitting(search: Search, games: Catalog, players: int) -> Sequence[GameInfo]:
    """Return the games that can be dealt to so many players and are games of their own, in the order of their ids."""
    fitting = [
        info for info in games.values() if YOUR_WAY not in info.tags and info.fits(players) and search.allows(info)
    ]
    return sorted(fitting, key=lambda info: info.id)
