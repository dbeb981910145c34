"""Rulings on how hands rank and what is wild."""

from __future__ import annotations

from app.games.rules.share.high import High
from app.games.rules.share.low import Low
from app.games.rulings.ruling import Ruling, Situation


def _wild_high(situation: Situation) -> bool:
    return bool(situation.game.wild) and any(isinstance(share, High) for share in situation.game.shares)


def _wild_hand(situation: Situation) -> bool:
    return bool(situation.game.wild) and any(isinstance(share, High | Low) for share in situation.game.shares)


RULINGS = (
    Ruling.of_house(
        "five_of_a_kind",
        "Five of a kind ranks",
        source="custom of the table",
        group="Hands",
        says={
            "top": "Five of a kind beats everything.",
            "below royal": "Five of a kind ranks just below a royal flush.",
        },
        names={"top": "Above everything", "below royal": "Below a royal flush"},
        when=_wild_high,
    ),
    Ruling.of_house(
        "natural_wins",
        "The same hand with and without wild cards",
        source="custom of the table",
        group="Hands",
        says={
            "tie": "The same hand with and without wild cards ties.",
            "high": "The same high hand without wild cards beats it with.",
            "high and low": "The same hand without wild cards beats it with, high and low.",
        },
        names={"tie": "Ties", "high": "Natural wins for high", "high and low": "Natural wins, high and low"},
        when=_wild_hand,
    ),
    Ruling.of_house(
        "wild_repeats",
        "A wild may repeat a card already held",
        source="custom of the table: the double-ace flush",
        group="Hands",
        says={
            True: "A wild card may repeat a card already held: a double-ace flush is possible.",
            False: "A wild card stands for a card that the hand does not hold: there is no double-ace flush.",
        },
        when=_wild_high,
    ),
    Ruling.of_house(
        "made_wild_needs_five",
        "A wild card made of two must leave five cards",
        source="document 003, Number Nine, which does not say",
        group="Hands",
        says={
            True: "A hand is five cards: two of them make one wild card only where five are left to play.",
            False: "Two cards that make one wild card may leave a hand of fewer than five.",
        },
        when=lambda situation: situation.leaves_open("made_wild_needs_five"),
    ),
    Ruling.of_house(
        "low_kind",
        "A low hand is",
        source="document 004, Rollouts and Laino Roll'em, which differ in it",
        group="Hands",
        says={
            "ace to five": "A low hand is ace to five: straights and flushes do not count, and A-2-3-4-5 is best.",
            "ace to six": "A low hand is ace to six: straights and flushes count against it, and A-2-3-4-6 is best.",
            "deuce to seven": "A low hand is deuce to seven: aces are high, straights and flushes count against it, "
            "and 2-3-4-5-7 is best.",
        },
        when=lambda situation: situation.leaves_open("low_kind") and not situation.game.ranking.aces_low,
    ),
    Ruling.of_house(
        "low_hole_ace",
        "An ace as lowest hole card counts",
        source="documents 001 and 003, low hole card wild, which do not say",
        group="Hands",
        says={
            "high": "For the lowest hole card an ace is high.",
            "low": "For the lowest hole card an ace is low.",
        },
        when=lambda situation: situation.leaves_open("low_hole_ace") and not situation.game.ranking.aces_low,
    ),
)
