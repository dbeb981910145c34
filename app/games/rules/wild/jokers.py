"""Jokers: wild, a bug, or one face up and the other face down."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from app.cards.card import BLACK_JOKER, RED_JOKER, is_joker
from app.games.rules.wild import WildPart, clause_part, named_part, wild_rules
from app.games.table import Table

_JOKERS = frozenset((RED_JOKER, BLACK_JOKER))
_BUG = "an ace, or any card that completes a straight or a flush"


@wild_rules.add("jokers")
@dataclass(frozen=True, slots=True)
class Jokers:
    """Every joker is wild, or a bug; ``bug up`` makes it a bug while it lies face up and wild face down."""

    play: Literal["wild", "bug", "bug up, wild down"] = "wild"

    def wild(self, table: Table) -> WildPart:
        if self.play == "wild":
            return named_part(_JOKERS, ("jokers",))
        if self.play == "bug":
            return replace(clause_part(("jokers are bugs",), {}), bugs=_JOKERS)
        lying = [*(card for cards in table.seats for card in cards.up), *table.common]
        up = frozenset(filter(is_joker, lying))
        down = {seat: frozenset(filter(is_joker, cards.down)) for seat, cards in enumerate(table.seats)}
        by_seat = {seat: cards for seat, cards in down.items() if cards}
        return replace(clause_part(("a joker is a bug face up, wild face down",), by_seat, private=True), bugs=up)

    def words(self) -> str:
        if self.play == "wild":
            return "Jokers are wild."
        if self.play == "bug":
            return f"A joker is a bug: {_BUG}."
        return f"A joker face down is wild; face up it is a bug: {_BUG}."
