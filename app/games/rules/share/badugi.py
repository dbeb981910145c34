"""The best badugi: four low cards of four ranks and four suits."""

from __future__ import annotations

from collections.abc import Sequence

from app.cards.card import Card
from app.dataclass import dataclass
from app.games.rules.share import Holding, Share, of_hand, share_rules
from app.games.values import JudgedCards, Name
from app.ranking.badugi import badugi, show_badugi
from app.ranking.words import Shown


@share_rules.add("badugi")
@dataclass(frozen=True, slots=True)
class Badugi(Share):
    """The best badugi: the most cards, four at most, with no two of the same rank or suit.

    Among equally many cards the lower ones win, the highest card first; aces are low. A wild card or a bug is the
    lowest missing rank, in a missing suit.

    ``name``: the name of the share, for declarations, rulings and records.
    ``hand``: the cards that count: ``up``, ``down`` or ``own`` (without common cards); empty for all cards.
    """

    name: Name = "badugi"
    hand: JudgedCards = ""

    def score(self, holding: Holding) -> int | None:
        return badugi(self._cards(holding), holding.wild | holding.bugs, stripped=holding.low_rules.stripped)

    def show(self, holding: Holding) -> Shown:
        cards = self._cards(holding)
        return show_badugi(cards, holding.wild | holding.bugs, stripped=holding.low_rules.stripped)

    def _cards(self, holding: Holding) -> Sequence[Card]:
        def number(cards: Sequence[Card]) -> int:
            return badugi(cards, holding.wild | holding.bugs, stripped=holding.low_rules.stripped)

        return holding.best(number, self.hand)[1]

    def words(self) -> str:
        how = "the most cards of different ranks and suits, four at most; if tied, the lowest, aces low"
        return f"{self.prize()} ({how})"

    def prize(self) -> str:
        return f"the best badugi{of_hand(self.hand)}"

    def lacking(self) -> str:
        return "has no badugi"

    def missing(self) -> str:
        return "nobody has a badugi"
