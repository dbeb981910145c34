"""The rules of a game or table that the ranking of hands depends on."""

from __future__ import annotations

from typing import Literal

from app.cards.card import RANKS
from app.dataclass import dataclass


def _check_stripped(stripped: str) -> None:
    """Raise ValueError for anything but ranks, and for a repeated rank."""
    for rank in stripped:
        if rank not in RANKS or stripped.count(rank) > 1:
            raise ValueError(f"{stripped!r} is not a list of ranks taken out")


@dataclass(frozen=True, slots=True)
class HighRules:
    """The ranking of high hands; the defaults are the usual rules.

    Raises ValueError when ``stripped`` names anything but ranks, or a rank twice.
    """

    five_of_a_kind: Literal["top", "below-royal"] = "top"
    """Five of a kind beats everything, or ranks just below a royal flush."""

    natural_wins: bool = False
    """The same five ranks made without a wild card standing for another card win; otherwise they tie."""

    repeats: bool = False
    """A wild card in a flush may repeat a card already held: the double-ace flush."""

    flush_beats_full_house: bool = False
    """As in short-deck games, where flushes are the rarer hand."""

    three_of_a_kind_beats_straight: bool = False
    """As in some short-deck games, where three of a kind is the rarer hand."""

    four_card_hands: bool | Literal["flushes"] = False
    """Soko: a four-card straight beats a pair, a four-card flush beats that, two pair beats both; or flushes alone."""

    three_card_hands: bool = False
    """Three cards are a hand, and make straights and flushes: a straight beats a flush, three of a kind a straight."""

    aces_low: bool = False
    """Aces rank below deuces in everything: no ace-high straight, and A-2-3-4-5 is the lowest one."""

    wheel: bool = True
    """A-2-3-4-5 is a straight."""

    without: Literal["", "straights", "flushes", "straights and flushes"] = ""
    """Hands that do not count."""

    stripped: str = ""
    """Ranks taken out of the deck, such as ``89T``: their neighbours adjoin, so 5-6-7-J-Q is a straight."""

    gap_straights: bool = True
    """Whether the neighbours of ranks taken out adjoin; otherwise no straight runs across the gap."""

    def __post_init__(self) -> None:
        _check_stripped(self.stripped)


USUAL_HIGH = HighRules()
"""The usual rules. Pass this very object: ranking by it is faster than by equal rules."""


@dataclass(frozen=True, slots=True)
class LowRules:
    """The ranking of low hands; a lower hand is better. Raises ValueError as :class:`HighRules` does.

    ``a5``: ace to five, straights and flushes are ignored and 5-4-3-2-A is best. ``a6``: ace to six, aces are
    low but straights and flushes count against the hand, so 6-4-3-2-A is best. ``27``: deuce to seven, aces
    are high and straights and flushes count against the hand, so 7-5-4-3-2 is best and A-2-3-4-5 is an
    ace-high hand.
    """

    kind: Literal["a5", "a6", "27"] = "a5"

    natural_wins: bool = False
    """The same low made without a wild card standing for another card wins; otherwise they tie."""

    stripped: str = ""
    """Ranks taken out of the deck: no wild card plays as one of them."""

    gap_straights: bool = True
    """Whether the neighbours of ranks taken out adjoin, so that a straight across them counts against a hand."""

    def __post_init__(self) -> None:
        _check_stripped(self.stripped)
