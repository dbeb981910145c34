"""The best badugi: four low cards of four ranks and four suits."""

from __future__ import annotations

from app.cards.card import Card
from app.dataclass import dataclass
from app.games.rules.share import Holding, Share, of_hand, share_rules
from app.games.values import JudgedCards, Name
from app.ranking.badugi import badugi, show_badugi
from app.ranking.rules import LowRules
from app.ranking.words import Shown


@share_rules.add("badugi")
@dataclass(frozen=True, slots=True)
class Badugi(Share):
    """The best badugi: the most cards, four at most, with no two of the same rank or suit.

    Among equally many cards the lower ones win, the highest card first. A wild card or a bug is the lowest missing
    rank, in a missing suit.

    ``name``: the name of the share, for declarations, rulings and records.
    ``hand``: the cards that count: ``up``, ``down`` or ``own`` (without common cards); empty for all cards.
    ``aces_high``: an ace is the highest card; otherwise it is the lowest.
    """

    name: Name = "badugi"
    hand: JudgedCards = ""
    aces_high: bool = False

    picks = 4

    def ace_is_low(self, house: LowRules) -> bool:
        return not self.aces_high

    def score(self, holding: Holding) -> int | None:
        return self._best(holding)[0]

    def show(self, holding: Holding) -> Shown:
        cards, free = self._best(holding)[1], holding.wild | holding.bugs
        return show_badugi(cards, free, stripped=holding.low_rules.stripped, aces_high=self.aces_high)

    def _best(self, holding: Holding) -> tuple[int, tuple[Card, ...]]:
        free, stripped = holding.wild | holding.bugs, holding.low_rules.stripped
        return holding.best(lambda cards: badugi(cards, free, stripped=stripped, aces_high=self.aces_high), self.hand)

    def words(self) -> str:
        how = "the most cards of different ranks and suits, four at most; if tied, the lowest"
        return f"{self.prize()} ({how}, aces {'high' if self.aces_high else 'low'})"

    def prize(self) -> str:
        return f"the best badugi{of_hand(self.hand)}"

    def lacks(self) -> tuple[str, str]:
        return "has no badugi", "nobody has a badugi"
