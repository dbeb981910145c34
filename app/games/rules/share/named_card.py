"""A named card in the hole: The Bitch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.cards.card import card_name, parse_card
from app.games.rules.share import Holding, Unclaimed, share_rules
from app.games.values import CardText, Name
from app.ranking import Shown


@share_rules.add("card-in-hole")
@dataclass(frozen=True, slots=True)
class CardInHole:
    """A single card in the hole (The Bitch).

    ``card``: the card.
    ``name``: what is declared, ruled on and written in a record.
    ``unclaimed``: where this part goes when nobody wins it; empty leaves that to the house.
    """

    card: CardText = "Qs"
    name: Name = "queen"
    unclaimed: Unclaimed = ""

    leaves_open: ClassVar = ("unclaimed_half",)

    def score(self, holding: Holding) -> int | None:
        return 1 if parse_card(self.card) in holding.down else None

    def show(self, holding: Holding) -> Shown:
        card = parse_card(self.card)
        name = f"the {card_name(card).lower()} in the hole"
        return Shown(number=1, name=name, plays=((card, card),), category=self.name, kickers="")

    def prize(self) -> str:
        return self.words()

    def lacking(self) -> str:
        return f"does not have {self.words()}"

    def missing(self) -> str:
        return f"nobody has {self.words()}"

    def words(self) -> str:
        return f"the {card_name(parse_card(self.card)).lower()} in the hole"
