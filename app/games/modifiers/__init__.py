"""Modifiers: what turns any stud game into another, by rewriting its resolved table.

A modifier is a frozen dataclass whose fields are its settings, registered by :data:`modifier_rules`, with
``apply(raw) -> raw`` and ``words()``. It raises ValueError with the reason when it contradicts the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from app.games.build import GameError, Registry

modifier_rules = Registry("modifier", "app.games.modifiers")


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


def apply(raw: Mapping[str, Any], use: Use) -> dict[str, Any]:
    """The table changed by one modifier; raises GameError with its reason when it does not fit the game."""
    try:
        return use.apply(raw)
    except GameError:
        raise
    except ValueError as reason:
        raise GameError(f"{raw.get('name', 'game')}: {reason}") from None
