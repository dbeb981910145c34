"""The rules of a game or table that the ranking of hands depends on."""

from __future__ import annotations

from typing import Literal

from app.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class HandOrder:
    """The parts of the order of high hands that a game may set; the defaults are the usual one.

    ``flush_beats_full_house``: a flush ranks above a full house, as in a stripped deck.
    ``three_of_a_kind_beats_straight``: three of a kind ranks above a straight, as in some games with a stripped deck.
    ``four_card_hands``: a four-card straight beats a pair, a four-card flush beats that, and two pair beats both; with
    ``flushes`` there are no four-card straights.
    ``three_card_hands``: the best three cards are a hand, with straights and flushes: a straight beats a flush, three
    of a kind beats a straight, and a straight flush beats everything.
    ``aces_low``: an ace is the lowest card in every hand.
    ``without``: hands that do not count.
    ``wheel``: A-2-3-4-5 is a straight.
    ``gap_straights``: in a stripped deck, straights run across the gap, as if the ranks on either side were adjacent.
    """

    flush_beats_full_house: bool = False
    three_of_a_kind_beats_straight: bool = False
    four_card_hands: bool | Literal["flushes"] = False
    three_card_hands: bool = False
    aces_low: bool = False
    without: Literal["", "straights", "flushes", "straights and flushes"] = ""
    wheel: bool = True
    gap_straights: bool = True


@dataclass(frozen=True, slots=True)
class HighRules(HandOrder):
    """The ranking of high hands in one deck at one table.

    ``five_of_a_kind``: whether it beats everything, or ranks just below a royal flush.
    ``natural_wins``: the same five ranks made without a wild card standing for another card win; otherwise they tie.
    ``repeats``: a wild card in a flush may repeat a card already held: the double-ace flush.
    ``stripped``: ranks taken out of the deck, such as ``89T``.
    """

    five_of_a_kind: Literal["top", "below royal"] = "top"
    natural_wins: bool = False
    repeats: bool = False
    stripped: str = ""


STANDARD_HIGH = HighRules()
"""The usual rules. Pass this very object: ranking by it is faster than by equal rules."""


@dataclass(frozen=True, slots=True)
class LowRules:
    """The ranking of low hands; a lower hand is better.

    ``kind``: ``a5``, ace to five, straights and flushes are ignored and 5-4-3-2-A is best; ``a6``, ace to six, aces are
    low but straights and flushes count against the hand, so 6-4-3-2-A is best; ``27``, deuce to seven, aces are high
    and straights and flushes count against the hand, so 7-5-4-3-2 is best and A-2-3-4-5 is an ace-high hand.
    ``natural_wins``: the same low made without a wild card standing for another card wins; otherwise they tie.
    ``stripped``: ranks taken out of the deck: no wild card plays as one of them.
    ``gap_straights``: a straight across the ranks taken out counts against a hand.
    """

    kind: Literal["a5", "a6", "27"] = "a5"
    natural_wins: bool = False
    stripped: str = ""
    gap_straights: bool = True
