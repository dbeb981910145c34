"""Jokers that are bugs: an ace, or whatever completes a straight or a flush."""

from __future__ import annotations

from dataclasses import dataclass

from app.cards.card import BLACK_JOKER, RED_JOKER
from app.games.rules.wild import WildPart, wild_rules
from app.games.table import Table


@wild_rules.add("bugs")
@dataclass(frozen=True, slots=True)
class Bugs:
    """Every joker in the deck is a bug; in a low hand it is the lowest card that is not held."""

    def wild(self, table: Table) -> WildPart:
        sentence = "jokers are bugs"
        return WildPart(bugs=frozenset((RED_JOKER, BLACK_JOKER)), sentence=sentence, news="Jokers are bugs")

    def words(self) -> str:
        return (
            "A joker is a bug: an ace, or any card that completes a straight or a flush; "
            "the lowest missing card in a low hand."
        )
