"""Modifiers of the deck: ranks that are left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.cards.card import rank_digits
from app.games.modifiers import modifier_rules
from app.games.values import RankLetters, rank_numbers
from app.text import listing


@modifier_rules.add("stripped-deck")
@dataclass(frozen=True, slots=True)
class StrippedDeck:
    """Ranks are left out of the deck, and the ranking of hands follows.

    ``ranks``: the ranks that are left out, one letter each (``T`` for ten).
    ``flush_beats_full_house``: a flush, which is rarer now, beats a full house.
    ``gap_straights``: the ranks beside those left out adjoin: without 8, 9 and 10, 5-6-7-J-Q is a straight.

    Example: ``{ modifier = "stripped-deck", ranks = "89T" }``
    """

    ranks: RankLetters = ""
    flush_beats_full_house: bool = True
    gap_straights: bool = True

    def __post_init__(self) -> None:
        if not self.ranks:
            raise ValueError("say which ranks are left out")

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        deck = raw.get("deck", {})
        stripped = deck.get("strip", "")
        if set(self.ranks) & set(stripped):
            raise ValueError("these ranks are left out of this game already")
        ranking = {
            **raw.get("ranking", {}),
            "flush_beats_full_house": self.flush_beats_full_house,
            "gap_straights": self.gap_straights,
        }
        return {**raw, "deck": {**deck, "strip": stripped + self.ranks}, "ranking": ranking}

    def words(self) -> str:
        text = f"The deck is without {listing(map(rank_digits, rank_numbers(self.ranks)))}"
        flush = "a flush beats a full house" if self.flush_beats_full_house else "a full house beats a flush"
        across = "straights run across the gap" if self.gap_straights else "no straight runs across the gap"
        return f"{text}; {flush}, and {across}."
