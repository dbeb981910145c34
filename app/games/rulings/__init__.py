"""Rulings: the questions that the rules of a game leave open, what a table may answer, and what follows for the chips.

Each is data: the settings screen, the rule sheet, the announcements, ``upcard rulings`` and docs/rulings.md are made
from it. The house answers those in :data:`HOUSE`; the others are the options of a game.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.games.catalog import GameInfo
from app.games.rulings import betting, cards, hands, opening, pot
from app.games.rulings.ruling import NUMBER, Answer, Ruling, Situation, answer_words

#: The rulings of the house by id, in the order in which screens and sheets have them.
HOUSE: Mapping[str, Ruling] = {
    ruling.id: ruling for module in (opening, betting, hands, pot, cards) for ruling in module.RULINGS
}


def house_by_group() -> Mapping[str, tuple[Ruling, ...]]:
    """Return the rulings of the house under their headings."""
    groups: dict[str, tuple[Ruling, ...]] = {}
    for ruling in HOUSE.values():
        groups[ruling.group] = (*groups.get(ruling.group, ()), ruling)
    return groups


def house_rulings(situation: Situation) -> list[Ruling]:
    """Return the rulings of the house that a game at a table can come to."""
    return [ruling for ruling in HOUSE.values() if ruling.when(situation)]


def option_rulings(info: GameInfo) -> list[Ruling]:
    """Return the rulings that are options of a game."""
    source = f"document {info.document}, {info.name}"
    return [
        Ruling(option.key, option.label, option.default, option.choices or option.values(), source, "Options")
        for option in info.options
    ]


__all__ = [
    "HOUSE",
    "NUMBER",
    "Answer",
    "Ruling",
    "Situation",
    "answer_words",
    "house_by_group",
    "house_rulings",
    "option_rulings",
]
