"""Modifiers: what turns any stud game into another, by rewriting its resolved table.

A modifier is a frozen dataclass whose fields are its settings, registered by :data:`modifier_rules`, with
``apply(raw) -> raw`` and ``words()``. It raises ValueError with the reason when it contradicts the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from app.games.build import GameError, Registry

modifier_rules = Registry("modifier", "app.games.modifiers")

#: The order in which modifiers are applied, whatever order they were called in: first how the cards are dealt, then
#: what is wild, then the betting, then what the pot is played for.
ORDER = (
    "seventh-up extra-down-card roll-your-own rollout blind auction draft jokers wild low-hole-wild follow-the-queen"
    " follow-the-pair skip-betting twist hi-lo suit-in-the-hole"
).split()

#: Modifiers that leave nothing of each other.
CONTRARY = {
    frozenset(("blind", "seventh-up")): "a blind game has no last card that comes up",
    frozenset(("auction", "draft")): "a card cannot be bid for and drafted",
}


class Use(Protocol):
    """A modifier with its settings made."""

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """The table of the changed game; ValueError says why it cannot be done."""

    def words(self) -> str:
        """The change in plain words."""


def read(entry: Any, where: str) -> Use:
    """A modifier from a record or a game file: its name, or a table ``{ modifier = name, setting = value }``.

    Raises GameError for an unknown name or setting.
    """
    if isinstance(entry, str):
        entry = {"modifier": entry}
    made: Use = modifier_rules.make(entry, "modifier", where)
    return made


def in_order(uses: Iterable[Use]) -> list[Use]:
    """The modifiers in the order in which they are applied; raises GameError when two of them contradict each other."""
    given = list(uses)
    found = {modifier_rules.name_of(use) for use in given}
    for pair, reason in CONTRARY.items():
        if pair <= found:
            raise GameError(f"{' and '.join(sorted(pair))}: {reason}")
    last = len(ORDER)
    return sorted(given, key=lambda use: ORDER.index(name) if (name := modifier_rules.name_of(use)) in ORDER else last)


def apply(raw: Mapping[str, Any], use: Use) -> dict[str, Any]:
    """The table changed by one modifier; raises GameError with its reason when it does not fit the game."""
    try:
        return use.apply(raw)
    except GameError:
        raise
    except ValueError as reason:
        raise GameError(f"{raw.get('name', 'game')}: {reason}") from None
