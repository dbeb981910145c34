"""The lowest poker hand, with or without a qualifier."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from app.cards.card import Card, rank_word
from app.games.rules.share import Holding, Unclaimed, share_rules
from app.games.values import JudgedCards, Name, RankLetter, one_rank
from app.ranking import LowRules, Shown, low, low_qualifies, show_low

_KINDS = {"a5": "ace to five", "a6": "ace to six", "27": "deuce to seven"}


@share_rules.add("low")
@dataclass(frozen=True, slots=True)
class Low:
    """The best low hand.

    ``kind``: the ranking: ace to five, ace to six, or deuce to seven.
    ``qualifier``: the highest card that a winning low may hold, such as ``8``; empty for any.
    ``name``: what is declared, ruled on and written in a record.
    ``hand``: the name of a hand that was built, or ``any`` for the lowest of those; empty for all cards.
    ``full``: only a hand of five cards can win.
    ``unclaimed``: where this part goes when nobody wins it; empty leaves that to the house.
    """

    kind: Literal["a5", "a6", "27"] = "a5"
    qualifier: RankLetter = ""
    name: Name = "low"
    hand: JudgedCards = ""
    full: bool = False
    unclaimed: Unclaimed = ""

    @property
    def leaves_open(self) -> tuple[str, ...]:
        return ("unclaimed_half",) if self.qualifier or self.full else ()

    def score(self, holding: Holding) -> int | None:
        return max((number for number, _ in self._found(holding)), default=None)

    def show(self, holding: Holding) -> Shown:
        _, cards = max(self._found(holding))
        return show_low(cards, holding.wild, rules=self._rules(holding), bugs=holding.bugs)

    def _rules(self, holding: Holding) -> LowRules:
        return LowRules(kind=self.kind, natural_wins=holding.natural_low)

    def _found(self, holding: Holding) -> Iterator[tuple[int, tuple[Card, ...]]]:
        """Yield each low hand that may win: its score and its cards."""
        rules = self._rules(holding)
        if self.hand:
            hands = holding.hands.values() if self.hand == "any" else [holding.part(self.hand)]
            scored = [
                (low(cards, holding.wild, rules=rules, bugs=holding.bugs), tuple(cards)) for cards in hands if cards
            ]
        else:
            scored = [holding.best(lambda cards: low(cards, holding.wild, rules=rules, bugs=holding.bugs))]
        for number, cards in scored:
            if self.full and len(cards) < 5:
                continue
            if not self.qualifier or low_qualifies(
                cards, holding.wild, rules=rules, bugs=holding.bugs, top=one_rank(self.qualifier)
            ):
                yield number, cards

    def prize(self) -> str:
        if self.hand == "any":
            return "the lowest of all hands built"
        return f"the lowest {self.hand} hand" if self.hand else "the lowest hand"

    def lacking(self) -> str:
        if self.qualifier:
            return f"has no {rank_word(one_rank(self.qualifier))} low or better"
        return "has no low hand of five cards" if self.full else "has no low hand"

    def missing(self) -> str:
        if self.qualifier:
            word = rank_word(one_rank(self.qualifier))
            return f"nobody has {'an' if word[0] in 'ae' else 'a'} {word} low or better"
        return "nobody has a low hand of five cards" if self.full else "nobody has a low hand"

    def words(self) -> str:
        which = "the lowest of all hands built" if self.hand == "any" else "the lowest hand"
        if self.hand not in ("", "any"):
            which = f"the lowest {self.hand} hand"
        text = f"{which} ({_KINDS[self.kind]})"
        if self.full:
            text += ", of five cards"
        if self.qualifier:
            text += f", {rank_word(one_rank(self.qualifier))} or better to qualify"
        return text
