"""Test kit: every setting of every modifier and every option of every game, with values to try."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import product
from random import Random
from types import UnionType
from typing import Any, Literal

from app.games.catalog import GameInfo
from app.games.modifiers import modifier_rules
from tests.games.modifier_entries import entry_of

Entry = dict[str, Any]

#: Values for numeric and text settings of modifiers: usual ones, those at either end, and those beyond.
SETTINGS: dict[tuple[str, str], tuple[Any, ...]] = {
    ("bomb-pot", "times"): (0, 1, 5, 1001),
    ("common-cards", "count"): (0, 1, 2, 5, 6),
    ("common-cards", "rounds"): ([], [0], [1], [2], [4], [2, 3, 4], [1, 2, 3, 4], [9]),
    ("event", "cards"): ("", "Qs", "KhJr", "??"),
    ("event", "count"): (0, 1, 2, 5),
    ("event", "ranks"): ("", "4", "39", "23456789TJQKA", "x"),
    ("event", "wild_ranks"): ("", "7", "39", "23456789TJQKA"),
    ("extra-down-card", "after_round"): (0, 1, 2, 5, 9),
    ("extra-down-card", "count"): (0, 1, 2, 5, 6),
    ("extra-down-card", "discards"): (0, 1, 2, 4, 9),
    ("extra-down-card", "use"): (0, 1, 2, 5, 6),
    ("hi-lo", "low"): ("as the house plays", "deuce to seven"),
    ("hi-lo", "qualifier"): ("", "8", "T", "10"),
    ("jokers", "count"): (0, 1, 2, 3),
    ("low-qualifier", "highest"): ("6", "8", "T", "10"),
    ("more-up-cards", "count"): (0, 1, 2, 3, 5, 6),
    ("more-up-cards", "rounds"): ([], [0], [1], [2], [4], [1, 3], [2, 3], [9]),
    ("skip-betting", "rounds"): ([], [1], [2], [5], [1, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5]),
    ("stripped-deck", "ranks"): ("", "2345", "89T", "A", "Q", "3579JK", "23456789TJQKA"),
    ("twist", "rounds"): (0, 1, 3, 4),
    ("wild", "ranks"): ("", "2", "37", "x"),
    ("wild", "cards"): ("", "QsKh", "??"),
}
SETTINGS |= {("another-event", field): values for (name, field), values in SETTINGS.items() if name == "event"}

#: The up-cards of an event, one entry for each kind.
EVENTS: tuple[Entry, ...] = (
    {"ranks": "4"},
    {"cards": "QsKh"},
    {"suit": "heart"},
    {"joker": True},
    {"pair": True},
)


def values_of(name: str, field: str) -> tuple[Any, ...]:
    """Return every value of a modifier's setting; for a number or text, the values to try."""
    return _values(typing.get_type_hints(modifier_rules.get(name))[field], name, field)


def _values(kind: Any, name: str, field: str) -> tuple[Any, ...]:
    origin = typing.get_origin(kind)
    if kind is bool:
        return False, True
    if origin is Literal:
        return typing.get_args(kind)
    if origin in (typing.Union, UnionType):
        return tuple(value for choice in typing.get_args(kind) for value in _values(choice, name, field))
    return (0, 3) if field == "price" else SETTINGS[name, field]


def settings_of(name: str) -> list[str]:
    """Return the names of a modifier's settings."""
    return [field.name for field in fields(modifier_rules.get(name))]  # type: ignore[arg-type]


def entries(name: str) -> Iterator[Entry]:
    """Yield a modifier with its usual settings, and with every other value of each.

    If there are few combinations of the settings, yield all of them.
    """
    if name == "another-event":  # has the same settings as ``event``
        yield entry_of(name)
        return
    chosen = [values_of(name, field) for field in settings_of(name)]
    if _count(chosen) <= MAX_TOGETHER:
        for values in product(*chosen):
            yield {"modifier": name, **dict(zip(settings_of(name), values, strict=True))}
        return
    usual = entry_of(name)
    yield usual
    for field, values in zip(settings_of(name), chosen, strict=True):
        yield from ({**usual, field: value} for value in values)
    if name == "event":
        yield from events()


#: Up to this many combinations of one modifier's settings, all are tried.
MAX_TOGETHER = 60


def _count(chosen: Sequence[Sequence[Any]]) -> int:
    total = 1
    for values in chosen:
        total *= len(values)
    return total


def events() -> Iterator[Entry]:
    """Yield every kind of event: which cards, whom it affects, and its effect."""
    for which, whom, then in product(EVENTS, values_of("event", "whom"), values_of("event", "then")):
        wild = {"wild_ranks": "7"} if then in ("wild", "not wild") else {}
        yield {"modifier": "event", **which, "whom": whom, "then": then, **wild}


def random_entry(name: str, random: Random) -> Entry:
    """Return a modifier with its settings drawn at random; some of them will be refused."""
    entry = entry_of(name)
    if name in ("event", "another-event"):
        entry = {"modifier": name, **random.choice(EVENTS)}
    for field in settings_of(name):
        # Change few settings: a single bad one gets the modifier refused, whatever the others are.
        if random.random() < 0.35:
            entry[field] = random.choice(values_of(name, field))
    return entry


def options(info: GameInfo) -> Iterator[dict[str, Any]]:
    """Yield no options, then every other value of each option by itself."""
    yield {}
    for option in info.options:
        yield from ({option.key: value} for value in option.values() if value != option.default)


def random_options(info: GameInfo, random: Random) -> dict[str, Any]:
    """Return random values for some of a game's options."""
    return {option.key: random.choice(option.values()) for option in info.options if random.random() < 0.5}
