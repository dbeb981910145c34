"""The lowest poker hand, with or without a qualifier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.cards.card import RANKS, Card, rank_word
from app.games.rules.share import Holding, share_rules
from app.ranking import LowRules, Shown, low, low_qualifies, show_low

_KINDS = {"a5": "ace to five", "a6": "ace to six", "27": "deuce to seven"}


@share_rules.add("low")
@dataclass(frozen=True, slots=True)
class Low:
    """The best low hand of a ranking; ``qualifier`` is the highest card that a winning low may hold ("8")."""

    kind: Literal["a5", "a6", "27"] = "a5"
    qualifier: str = ""
    name: str = "low"

    def __post_init__(self) -> None:
        if self.qualifier and self.qualifier not in RANKS:
            raise ValueError(f"{self.qualifier!r} is not a rank")

    def score(self, holding: Holding) -> int | None:
        rules = LowRules(kind=self.kind)
        number, cards = self._best(holding, rules)
        if self.qualifier and not low_qualifies(
            cards, holding.wild, rules=rules, bugs=holding.bugs, top=RANKS.index(self.qualifier)
        ):
            return None
        return number

    def show(self, holding: Holding) -> Shown:
        rules = LowRules(kind=self.kind)
        _, cards = self._best(holding, rules)
        return show_low(cards, holding.wild, rules=rules, bugs=holding.bugs)

    def _best(self, holding: Holding, rules: LowRules) -> tuple[int, tuple[Card, ...]]:
        return holding.best(lambda cards: low(cards, holding.wild, rules=rules, bugs=holding.bugs))

    def words(self) -> str:
        text = f"the lowest hand ({_KINDS[self.kind]})"
        if self.qualifier:
            text += f", {rank_word(RANKS.index(self.qualifier))} or better to qualify"
        return text
