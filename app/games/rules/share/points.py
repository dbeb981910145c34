"""Shares for the hand whose cards add up nearest to a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from app.cards.card import SUIT_NAMES, SUITS, Card, rank_word
from app.dataclass import dataclass
from app.games.rules.share import Holding, Share, of_hand, share_rules
from app.games.values import JudgedCards, Name, one_rank
from app.ranking.points import counts_of, nearness, points_name, totals
from app.ranking.words import Shown
from app.text import listing, with_article

#: The most that a hand can add up to.
_MAX_TOTAL = 500

_SUITS = dict(zip(SUITS, SUIT_NAMES, strict=True))
_TIMES = {"-1": "are taken off", "0": "count nothing", "0.5": "count half", "1": "count once", "2": "count double"}


@share_rules.add("points")
@dataclass(frozen=True, slots=True)
class Points(Share):
    """The hand whose total comes nearest to a number. An ace counts 1 or 11, a wild card or a bug as any card.

    ``to``: the number, 500 at most.
    ``half_faces``: a king, queen or jack counts half a point; otherwise ten.
    ``values``: other values for cards of some ranks, such as ``A:1 JQK:0.5/10`` (either one), and multipliers for
    suits, such as ``c:2 dh:0``, where ``-1`` subtracts them.
    ``over``: how a hand above the number fares: it ``loses a tie`` or ``wins a tie`` with one equally far below,
    ``loses to all below``, or ``never wins``; with ``alone wins`` no hand below the number wins.
    ``name``: the name of the share, for declarations, rulings and records.
    ``hand``: the cards that count: ``up``, ``down`` or ``own`` (without common cards); empty for all cards.
    """

    to: int
    half_faces: bool = False
    values: str = ""
    over: Literal["loses a tie", "wins a tie", "loses to all below", "never wins", "alone wins"] = "loses a tie"
    name: Name = "points"
    hand: JudgedCards = ""

    def __post_init__(self) -> None:
        if self.to > _MAX_TOTAL:
            raise ValueError(f"to must not be more than {_MAX_TOTAL}")
        counts_of(self.values)

    @property
    def leaves_open(self) -> tuple[str, ...]:
        return ("unclaimed_half",) if self.over in ("never wins", "alone wins") else ()

    def score(self, holding: Holding) -> int | None:
        number = holding.best(lambda cards: self._best(cards, holding)[0], self.hand)[0]
        return None if number < 0 else number

    def show(self, holding: Holding) -> Shown:
        number, cards = holding.best(lambda cards: self._best(cards, holding)[0], self.hand)
        name = points_name([self._best(cards, holding)[1]])
        return Shown(number, name.text, tuple((card, card) for card in cards), "points", "", name.spoken)

    def total(self, holding: Holding) -> int:
        """Return the total of a holding's cards, in half points, nearest to the number."""
        return self._best(holding.up + holding.down, holding)[1]

    def _best(self, cards: Sequence[Card], holding: Holding) -> tuple[int, int]:
        """Return the score of cards by their nearest total, below 0 if they cannot win, and that total."""
        found = totals(cards, holding.wild | holding.bugs, 1 if self.half_faces else 20, self.values)
        near = ((nearness(total, 2 * self.to, self.over), -total) for total in found)
        number, total = max((-1 if number is None else number, total) for number, total in near)
        return number, -total

    def words(self) -> str:
        worth = {"an ace": "is 1 or 11", "a face card": "half a point" if self.half_faces else "ten"}
        for letters, numbers in counts_of(self.values):
            if letters[0] in _SUITS:
                times = _TIMES.get(numbers[0], f"count {numbers[0]} times")
                worth[listing(map(_SUITS.__getitem__, letters))] = times
            else:
                number = " or ".join(numbers).replace("0.5", "half a point")
                ranks = listing(with_article(rank_word(one_rank(letter))) for letter in letters)
                worth["a face card" if letters == "JQK" else ranks] = f"{'is ' * (letters == 'A')}{number}"
        counts = ", ".join(f"{which} {number}" for which, number in worth.items())
        above = {
            "loses a tie": f"if two are equally near, the one below {self.to} wins",
            "wins a tie": f"if two are equally near, the one above {self.to} wins",
            "loses to all below": f"over {self.to} loses to any hand that is not",
            "never wins": f"over {self.to} cannot win",
            "alone wins": f"under {self.to} cannot win",
        }
        return f"{self.prize()} ({counts}{f'; {above[self.over]}' * (0 < self.to < _MAX_TOTAL)})"

    def prize(self) -> str:
        which = of_hand(self.hand)
        return f"the highest total{which}" if self.to == _MAX_TOTAL else f"the hand{which} nearest to {self.to}"

    def lacks(self) -> tuple[str, str]:
        beyond = f"is {'under' if self.over == 'alone wins' else 'over'} {self.to}"
        return beyond, f"everyone {beyond}"
