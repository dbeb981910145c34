"""The lowest poker hand, with or without a qualifier."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from app.cards.card import Card, rank_word
from app.dataclass import dataclass, replace
from app.games.rules.share import Holding, Share, hand_text, share_rules
from app.games.rules.share.high import BEYOND, Sums, pairings
from app.games.values import Count, JudgedCards, LineName, Name, RankLetter, one_rank
from app.ranking.low import low, low_qualifies
from app.ranking.rules import LowRules
from app.ranking.words import Shown, show_low
from app.text import ordinal_word, with_article

#: The kinds of low as a table says them.
LowKind = Literal["as the house plays", "ace to five", "ace to six", "deuce to seven"]

_RULES = {"ace to five": LowRules("a5"), "ace to six": LowRules("a6"), "deuce to seven": LowRules("27")}

#: The kinds of low by their short names.
IN_SHORT: dict[str, str] = {rules.kind: kind for kind, rules in _RULES.items()}


def low_rules(kind: str, *, aces_low: bool = False) -> LowRules:
    """Return the ranking of a kind of low hand by its name.

    If aces are low in every hand, deuce to seven becomes ace to six: the same order with the ace at the other end.
    """
    return _RULES["ace to six" if aces_low and kind == "deuce to seven" else kind]


@share_rules.add("low")
@dataclass(frozen=True, slots=True)
class Low(Share):
    """The best low hand.

    ``kind``: the ranking; ``as the house plays`` leaves it to the night. ``a5``, ``a6`` and ``27`` are short for the
    other three.
    ``qualifier``: the highest card a winning low may hold, such as ``8``, or ``A`` for any hand without a pair; empty
    for any at all.
    ``name``: the name of the share, for declarations, rulings and records.
    ``hand``: the cards that count: ``up``, ``down``, ``own`` (without common cards), the name of a built hand, or
    ``any`` for the lowest built hand; empty for all cards.
    ``line``: the one line of the layout that counts, such as one of two boards; empty for any.
    ``full``: only a hand of five cards can win.
    ``nth``: 2 for the second-lowest hand; if there are fewer, the highest. Equal hands count as one.
    ``natural_first``: any hand without a wild card beats every hand with one.
    """

    kind: Literal[LowKind, "a5", "a6", "27"] = "as the house plays"
    qualifier: RankLetter = ""
    name: Name = "low"
    hand: JudgedCards = ""
    line: LineName = ""
    full: bool = False
    nth: Count = 1
    natural_first: bool = False

    @property
    def leaves_open(self) -> tuple[str, ...]:
        kind = () if self.own_kind else ("low_kind",)
        return (*kind, "unclaimed_half") if self.qualifier or self.full else kind

    @property
    def unqualified(self) -> Low:
        return replace(self, qualifier="")

    @property
    def own_kind(self) -> str:
        """The kind of low that the game insists on; empty if it leaves that to the house."""
        kind = IN_SHORT.get(self.kind, self.kind)
        return kind if kind in _RULES else ""

    def rules(self, house: LowRules) -> LowRules:
        """Return the ranking of these low hands, given the ranking of the house."""
        return replace(house, kind=_RULES[self.own_kind].kind) if self.own_kind else house

    def ace_is_low(self, house: LowRules) -> bool:
        return self.rules(house).kind != "27"

    def score(self, holding: Holding) -> int | None:
        return max((number for number, _, _ in self._found(holding)), default=None)

    def show(self, holding: Holding) -> Shown:
        _, cards, pairs = max(self._found(holding))
        rules = self.rules(holding.low_rules)
        return show_low(cards, holding.wild, rules=rules, bugs=holding.bugs, extra_wild=len(pairs))

    def made(self, holding: Holding) -> Sums:
        """Return the cards of the best hand that add up to wild cards, a group for each (Number Nine)."""
        return max(self._found(holding))[2]

    def _found(self, holding: Holding) -> Iterator[tuple[int, tuple[Card, ...], Sums]]:
        """Yield each low hand that may win: its score, its cards, and the pairs that make wild cards."""
        rules = self.rules(holding.low_rules)
        for cards, pairs in self._hands(holding, rules):
            if self.full and len(cards) + len(pairs) < 5:
                continue
            number = low(cards, holding.wild, rules=rules, bugs=holding.bugs, extra_wild=len(pairs))
            if not self.qualifier or low_qualifies(number, rules, one_rank(self.qualifier)):
                natural = self.natural_first and not pairs and holding.wild.isdisjoint(cards)
                yield number + BEYOND * natural, cards, pairs

    def _hands(self, holding: Holding, rules: LowRules) -> Iterator[tuple[tuple[Card, ...], Sums]]:
        """Yield each possible hand: its cards, and the pairs that make wild cards."""
        if self.natural_first and not self.hand:
            for cards in holding.choices():
                natural = tuple(card for card in cards if card not in holding.wild)
                if len(natural) >= min(5, len(cards)):
                    yield natural, ()
        if self.hand:
            hands = holding.hands.values() if self.hand == "any" else [holding.part(self.hand)]
            yield from ((tuple(cards), ()) for cards in hands if cards)
        elif holding.sum_to:
            # With fewer cards a hand would only look lower.
            least = min(5, holding.most)
            yield from ((left, made) for left, made in pairings(holding) if len(left) + len(made) >= least)
        else:
            yield holding.best(lambda cards: low(cards, holding.wild, rules=rules, bugs=holding.bugs))[1], ()

    def prize(self) -> str:
        line = f" with {self.line}" if self.line else ""
        if self.nth > 1:
            return f"{hand_text(f'{ordinal_word(self.nth)}-lowest', self.hand)}{line} (equal hands count as one)"
        return hand_text("lowest", self.hand) + line

    def lacks(self) -> tuple[str, str]:
        hand = "low hand of five cards" if self.full else "low hand"
        if self.qualifier not in ("", "A"):
            hand = f"{rank_word(one_rank(self.qualifier))} low or better"
        return f"has no {hand}", f"nobody has {with_article(hand)}"

    def words(self) -> str:
        text = f"{self.prize()} ({self.own_kind})" if self.own_kind else self.prize()
        if self.full:
            text += ", of five cards"
        if self.natural_first:
            text += ", any hand without a wild card before those with one"
        if self.qualifier:
            least = "no pair" if self.qualifier == "A" else f"{rank_word(one_rank(self.qualifier))} or better"
            text += f", {least} to qualify"
        return text
