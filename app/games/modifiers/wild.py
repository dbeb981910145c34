"""Wild cards in a game that has none, or more of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.games.modifiers import modifier_rules
from app.games.rules.wild.cards import Cards
from app.games.rules.wild.ranks import Ranks

_ONE_EYED = "JsJh"
_SUICIDE_KING = "Kh"


@modifier_rules.add("wild")
@dataclass(frozen=True, slots=True)
class Wild:
    """Any ranks (``"25"``), any single cards (``"QsKh"``), one-eyed jacks, the suicide king: wild for everyone."""

    ranks: str = ""
    cards: str = ""
    one_eyed_jacks: bool = False
    suicide_king: bool = False

    def __post_init__(self) -> None:
        if not self._rules():
            raise ValueError("say which ranks or cards are wild")
        if self.ranks:
            Ranks(self.ranks)
        if self.cards:
            Cards(self.cards)

    def _rules(self) -> list[dict[str, Any]]:
        rules: list[dict[str, Any]] = []
        if self.ranks:
            rules.append({"rule": "ranks", "ranks": self.ranks})
        if self.cards:
            rules.append({"rule": "cards", "cards": self.cards})
        if self.one_eyed_jacks:
            rules.append({"rule": "cards", "cards": _ONE_EYED, "name": "one-eyed jacks"})
        if self.suicide_king:
            rules.append({"rule": "cards", "cards": _SUICIDE_KING})
        return rules

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        wild = list(raw.get("wild", []))
        for rule in self._rules():
            if rule in wild:
                raise ValueError("these cards are wild in this game already")
            wild.append(rule)
        return {**raw, "wild": wild}

    def words(self) -> str:
        return "More cards are wild."
