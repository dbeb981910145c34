"""Who says it: the names at the table, and whether it is read or heard."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.cards.card import Card, card_name, rank_digits, rank_plural
from app.games.rules.wild import Noun, RankName
from app.ranking import HandName
from app.text import listing


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says things of a hand: ``names`` are the players' by seat, ``aloud`` chooses what a voice would say.

    A voice says ``fives`` for ``5s``, ``eight, seven, four, deuce, ace low`` for ``8-7-4-2-A low``, and nothing in
    brackets.
    """

    names: tuple[str, ...]
    aloud: bool = False

    def name(self, seat: int | None) -> str:
        """Return a player's name; ``the player`` for none."""
        return "the player" if seat is None else self.names[seat]

    def listed(self, seats: Iterable[int]) -> str:
        """Return the names of several players: ``Ann, Bob and Cy``."""
        return listing(map(self.name, seats))

    def card(self, card: Card) -> str:
        """Return a card within a sentence: ``king of spades``."""
        return card_name(card).lower()

    def hand(self, hand: HandName) -> str:
        """Return the name of a hand."""
        return hand.spoken if self.aloud and hand.spoken else hand.text

    def hands(self, hands: Iterable[HandName]) -> str:
        """Return the names of several hands of one player: ``pair of aces and pair of eights``."""
        names = list(dict.fromkeys(map(self.hand, hands)))
        return (", and " if any("," in name for name in names) else " and ").join(names)

    def noun(self, noun: Noun) -> str:
        """Return what some cards are called: ``5s``, ``fives``, ``one-eyed jacks``."""
        if not isinstance(noun, RankName):
            return noun
        return rank_digits(noun.rank) if noun.figure and not self.aloud else rank_plural(noun.rank)

    def nouns(self, nouns: Iterable[Noun]) -> str:
        """Return what several cards are called: ``5s and 10s``."""
        return listing(map(self.noun, nouns))

    def aside(self, text: str) -> str:
        """Return a remark at the end of a sentence, in brackets where it is read."""
        return f", {text}" if self.aloud else f" ({text})"

    def joined(self, clauses: Iterable[str]) -> str:
        """Return clauses in one sentence."""
        return (", " if self.aloud else "; ").join(clauses)
