"""Modifiers: changes that turn any stud game into another, by rewriting its resolved table.

A modifier is a frozen dataclass that extends :class:`Modifier`, registered by :func:`modifier`. Its fields are its
settings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, TypeVar

from app.games.build import Registry
from app.games.errors import GameError

M = TypeVar("M", bound="Modifier")


class Modifier:
    """A modifier with its settings: fields made by :func:`app.games.build.setting`, with their words on a form.

    ``label`` is its name on a form, ``hint`` a short description. ``sentence`` describes it on a form, with the keys of
    its settings in braces.
    """

    __slots__ = ()

    label: ClassVar[str] = ""
    hint: ClassVar[str] = ""
    sentence: ClassVar[str] = ""

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return the table of the changed game; raises ValueError with the reason when it contradicts the game."""
        raise NotImplementedError

    def words(self) -> str:
        """Return the change in plain words."""
        raise NotImplementedError


modifier_rules: Registry[Modifier] = Registry("modifier", "app.games.modifiers")


def modifier(name: str, label: str, hint: str, sentence: str = "") -> Callable[[type[M]], type[M]]:
    """Return a class decorator that registers a modifier with its words on a form; it stands above ``@dataclass``."""

    def register(cls: type[M]) -> type[M]:
        cls.label, cls.hint, cls.sentence = label, hint, sentence or cls.sentence
        modifier_rules.add(name)(cls)
        return cls

    return register


#: The order of application: the deck and the deal, wild cards, the betting, the shares.
ORDER = (
    "stripped-deck seventh-up more-up-cards extra-down-card common-cards roll-your-own rollout blind auction draft"
    " jokers wild low-hole-wild follow-the-queen follow-the-pair event another-event skip-betting bomb-pot straddle"
    " twist bet-or-fold hi-lo low-hand suit-in-the-hole low-qualifier"
).split()

#: The order on forms, the most popular first; unlisted modifiers come last.
OFFERED = (
    "wild roll-your-own hi-lo follow-the-queen low-hole-wild follow-the-pair event another-event jokers"
    " suit-in-the-hole twist extra-down-card more-up-cards common-cards stripped-deck seventh-up blind rollout"
    " low-hand low-qualifier auction draft skip-betting straddle bomb-pot bet-or-fold"
).split()

#: Pairs of modifiers that contradict each other.
CONTRARY = {
    frozenset(("blind", "seventh-up")): "a blind game has no last card that comes up",
    frozenset(("auction", "draft")): "a card cannot be bid for and drafted",
    frozenset(("bomb-pot", "straddle")): "a bomb pot has no blinds",
}


def read_modifier(entry: object, path: str) -> Modifier:
    """Return a modifier from a record or a game file: its name, or ``{ modifier = name, setting = value }``.

    ``path`` names the entry in the GameError that is raised for an unknown name or setting.
    """
    if isinstance(entry, str):
        entry = {"modifier": entry}
    return modifier_rules.make(entry, "modifier", path)


def in_order(modifiers: Iterable[Modifier]) -> list[Modifier]:
    """Return the modifiers in the order of application; raises GameError if two of them clash."""
    given = list(modifiers)
    names = {modifier_rules.name_of(modifier) for modifier in given}
    for pair, reason in CONTRARY.items():
        if pair <= names:
            first, second = sorted(pair)
            raise GameError(reason, source=f"{first} and {second}", about=second)
    places = {name: place for place, name in enumerate(ORDER)}
    return sorted(given, key=lambda modifier: places.get(modifier_rules.name_of(modifier), len(ORDER)))


def apply(raw: Mapping[str, Any], modifier: Modifier) -> dict[str, Any]:
    """Return the table changed by one modifier; raises GameError with the reason when it does not fit the game."""
    name = modifier_rules.name_of(modifier)
    try:
        return modifier.apply(raw)
    except GameError as problem:
        raise GameError(problem.reason, source=problem.source, key=problem.key, about=problem.about or name) from None
    except ValueError as reason:
        raise GameError(str(reason), source=str(raw.get("name", "game")), about=name) from None
