"""Single cards that are wild: one-eyed jacks, the suicide king, any list."""

from __future__ import annotations

from dataclasses import dataclass

from app.cards.card import card_name, parse_cards
from app.games.rules.wild import WildPart, named_part, wild_rules
from app.games.table import Table
from app.games.values import CardTexts, Words
from app.text import listing, sentence


@wild_rules.add("cards")
@dataclass(frozen=True, slots=True)
class Cards:
    """Single cards that are wild for everyone, wherever they lie.

    ``cards``: the cards, such as ``QsKh``.
    ``name``: what the table calls them; empty names each card.
    """

    cards: CardTexts
    name: Words = ""

    def _names(self) -> tuple[str, ...]:
        if self.name:
            return (self.name,)
        return tuple(f"the {card_name(card).lower()}" for card in parse_cards(self.cards))

    def wild(self, table: Table) -> WildPart:
        return named_part(frozenset(parse_cards(self.cards)), self._names(), single=self._are() == "is")

    def words(self) -> str:
        where = "wherever it lies" if self._are() == "is" else "wherever they lie"
        return sentence(f"{listing(self._names())} {self._are()} wild, {where}.")

    def _are(self) -> str:
        return "are" if self.name or len(parse_cards(self.cards)) > 1 else "is"
