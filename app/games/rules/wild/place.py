"""Cards that are wild by their place in the layout: the centre of a cross."""

from __future__ import annotations

from app.cards.card import has_rank, rank_above, rank_of, the_card
from app.dataclass import dataclass
from app.games.layout import Laid, spoken_place
from app.games.reasons import Reason
from app.games.rules.wild import WildPart, WildRule, named_part, ranks_part, wild_rules
from app.games.table import Table
from app.games.values import PlaceNames, Words
from app.text import listing, sentence


@wild_rules.add("place")
@dataclass(frozen=True, slots=True)
class WildPlace(WildRule):
    """The cards in certain places of the layout are wild for everyone, once they are turned up.

    ``places``: the names of the places, separated by spaces.
    ``rank``: every card of the same rank is wild too.
    ``next_higher``: the rank above is wild instead; above an ace, the deuces.
    ``name``: what the table calls these cards; empty names the places.
    """

    places: PlaceNames
    rank: bool = True
    next_higher: bool = False
    name: Words = ""

    def __post_init__(self) -> None:
        if not self.places:
            raise ValueError("say which places")
        if self.next_higher and not self.rank:
            raise ValueError("a whole rank is wild if it is the next higher one")

    def wild(self, table: Table) -> WildPart:
        laid = table.recall(Laid).cards
        cards = [laid[name] for name in self.places.split() if name in laid and has_rank(laid[name])]
        if not cards:
            return WildPart()
        if not self.rank:
            names = tuple(the_card(card) for card in cards)
            return named_part(frozenset(cards), names, single=len(cards) == 1)
        ranks = dict.fromkeys(rank_above(rank_of(card), int(self.next_higher)) for card in cards)
        reason = Reason("said by the rule", word=f"{'above ' * self.next_higher}{self._name()}")
        return ranks_part(ranks, reason=reason)

    def words(self) -> str:
        if self.next_higher:
            return f"Every card of the rank above {self._name()} is wild for everyone."
        several = len(self.places.split()) > 1 and not self.name
        rank = f", and every card of {'their ranks' if several else 'its rank'}," if self.rank else ""
        return sentence(f"{self._name()}{rank} {'are' if several else 'is'} wild for everyone.")

    def _name(self) -> str:
        places = listing(map(spoken_place, self.places.split()))
        return self.name or f"the {places} card{'s' if len(self.places.split()) > 1 else ''}"
