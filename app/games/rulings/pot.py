"""Rulings on who gets the chips: declarations, parts that nobody wins, odd chips."""

from __future__ import annotations

from app.games.rules.share import Share
from app.games.rules.share.high import High
from app.games.rules.share.low import Low
from app.games.rulings.ruling import NUMBER, Ruling, Situation
from app.games.steps.declare import Declare


def _declared(situation: Situation) -> bool:
    return any(isinstance(step, Declare) for step in situation.game.script)


def _both_declared(situation: Situation) -> bool:
    names = (step.names or situation.game.declares for step in situation.game.script if isinstance(step, Declare))
    return any("both" in name for name in names)


def _half_left_open(situation: Situation) -> bool:
    left_open = [share for share in situation.game.shares if not share.unclaimed]
    return situation.split and (bool(left_open) if _declared(situation) else not all(map(_always_won, left_open)))


def _always_won(share: Share) -> bool:
    """Return whether every hand at the showdown may win this share."""
    if isinstance(share, Low):
        return not (share.hand or share.qualifier or share.full)
    return isinstance(share, High) and not share.hand


RULINGS = (
    Ruling.of_house(
        "both_ways",
        "Declared both ways must",
        source="document 001, Mississippi Mud, and document 002, High Chicago: both must be won",
        group="Splitting the pot",
        says={
            "win outright": "Who declares both ways must win both outright: a tie on either side loses all.",
            "tie keeps its share": "Who declares both ways keeps a tied share, and drops out on a lost one.",
        },
        when=_both_declared,
    ),
    Ruling.of_house(
        "both_scope",
        "Declared both and failed in one pot counts for",
        source="custom of the table: the documents have no side pots",
        group="Splitting the pot",
        says={
            "each pot": "Both ways is judged pot by pot.",
            "whole hand": "Who declares both ways and fails in the main pot has failed in every pot.",
        },
        when=_both_declared,
    ),
    Ruling.of_house(
        "nobody_holds",
        "Nobody's declaration holds",
        source="document 002, High Chicago: without a spade down nobody wins that half, whatever was declared",
        group="Splitting the pot",
        says={
            "next hand": "A pot in which nobody's declaration holds stays for the next hand.",
            "cards speak": "In a pot in which nobody's declaration holds, cards speak.",
            "redeal": "A pot in which nobody's declaration holds is dealt for again by those left in it.",
        },
        when=_declared,
    ),
    Ruling.of_house(
        "unclaimed_half",
        "A half that nobody wins goes to the",
        source="document 002, The Bitch: the high hand takes all; elsewhere custom of the table",
        group="Splitting the pot",
        says={
            "other half": "A part of the pot that nobody wins goes to the other.",
            "next hand": "A part of the pot that nobody wins stays for the next hand.",
        },
        when=_half_left_open,
    ),
    Ruling.of_house(
        "odd_chip_split",
        "Odd chip of a split pot goes to the",
        source="custom of the table",
        group="Splitting the pot",
        says={
            "high hand": "The odd chip of a split pot goes to the high hand.",
            "other half": "The odd chip of a split pot goes to the other half.",
            "next pot": "The odd chip of a split pot stays for the next pot.",
        },
        when=lambda situation: situation.split,
    ),
    Ruling.of_house(
        "odd_chip_tie",
        "Odd chip between tied players goes by",
        source="custom of the table; casinos go by suit in stud",
        group="Splitting the pot",
        says={
            "left of dealer": "The odd chip of a tie goes to the first to the dealer's left.",
            "suit": "The odd chip of a tie goes to the highest card by suit.",
        },
    ),
    Ruling.of_house(
        "chip_unit",
        "Smallest chip",
        source="the chips on the table",
        group="Cards and chips",
        says={1: "", NUMBER: "The smallest chip is {number}: no pot is cut finer."},
    ),
)
