"""The highest poker hand."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.rules.share import Holding, share_rules
from app.ranking import Shown, high, show_high


@share_rules.add("high")
@dataclass(frozen=True, slots=True)
class High:
    """The best five cards by the high ranking, wild cards included."""

    name: str = "high"

    def score(self, holding: Holding) -> int | None:
        number, _ = holding.best(lambda cards: high(cards, holding.wild, rules=holding.high_rules, bugs=holding.bugs))
        return number

    def show(self, holding: Holding) -> Shown:
        _, cards = holding.best(lambda cards: high(cards, holding.wild, rules=holding.high_rules, bugs=holding.bugs))
        return show_high(cards, holding.wild, rules=holding.high_rules, bugs=holding.bugs)

    def words(self) -> str:
        return "the highest hand"
