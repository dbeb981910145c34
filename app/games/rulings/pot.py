"""Rulings on who gets the chips: declarations, parts that nobody wins, odd chips."""

from __future__ import annotations

from app.games.rules.share import needs_cards
from app.games.rulings.ruling import NUMBER, Ruling, Situation
from app.games.steps.declare import Declare


def _declared(situation: Situation) -> set[str]:
    """Return what may be declared."""
    game = situation.game
    return {name for step in game.script if isinstance(step, Declare) for name in step.names or game.declares}


def _both_declared(situation: Situation) -> bool:
    return "both" in _declared(situation)


def _may_all_fail(situation: Situation) -> bool:
    """Return whether everyone can fail in what they declared: both ways, or a share that cards may not deserve."""
    declared = _declared(situation) & {"both", *(share.name for share in situation.game.shares)}
    return bool(declared) and ("both" in declared or situation.leaves_open("unclaimed_half"))


def _half_left_open(situation: Situation) -> bool:
    """Return whether nobody may win a part of the pot, where the game does not say what becomes of it."""
    left_open = [share for share in situation.game.shares if not share.unclaimed]
    may_lack = any(map(needs_cards, left_open))
    return situation.split and (bool(left_open) if _declared(situation) else may_lack)


def _may_be_uncontested(situation: Situation) -> bool:
    """Return whether one player alone may declare a part of the pot that needs no cards to be won."""
    declared = _declared(situation)
    unqualified = [share.name for share in situation.game.shares if not needs_cards(share)]
    return situation.split and bool(declared.intersection(unqualified))


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
        "Declared both ways and failed in one pot",
        source="custom of the table: the documents have no side pots",
        group="Splitting the pot",
        says={
            "each pot": "Both ways is judged pot by pot.",
            "whole hand": "Who declares both ways and fails in the main pot has failed in every pot.",
        },
        names={"each pot": "Judged pot by pot", "whole hand": "Failed in every pot"},
        when=_both_declared,
    ),
    Ruling.of_house(
        "nobody_holds",
        "A pot in which nobody's declaration holds",
        source="document 002, High Chicago: without a spade down nobody wins that half, whatever was declared",
        group="Splitting the pot",
        says={
            "next hand": "A pot in which nobody's declaration holds stays for the next hand.",
            "cards speak": "In a pot in which nobody's declaration holds, cards speak.",
            "redeal": "A pot in which nobody's declaration holds is dealt for again by those left in it.",
        },
        names={"next hand": "Stays for the next hand", "redeal": "Is dealt for again"},
        when=_may_all_fail,
    ),
    Ruling.of_house(
        "uncontested_declarations",
        "A part of the pot that one player alone declared",
        source="custom of the table: who plays for it alone has nothing to show",
        group="Splitting the pot",
        says={
            "need not show": "A part that one player alone declared is won without showing, where any hand will do.",
            "must show": "Who alone declared a part of the pot must still show for it.",
        },
        when=_may_be_uncontested,
    ),
    Ruling.of_house(
        "unclaimed_half",
        "A half that nobody wins goes to the",
        source="document 002, The Bitch: the high hand takes all; elsewhere custom of the table",
        group="Splitting the pot",
        says={
            "other half": "A part of the pot that nobody wins goes to the other, unless the game says otherwise.",
            "next hand": "A part of the pot that nobody wins stays for the next hand, unless the game says otherwise.",
        },
        when=_half_left_open,
    ),
    Ruling.of_house(
        "payments_won_by",
        "What is paid for an option, a twist, an event or a bid is won by",
        source="custom of the table: the documents have payments and no player who is all in",
        group="Splitting the pot",
        says={
            "matched": "Payments that are no bets are cut like bets: who is all in wins only what their own matched.",
            "everyone in": "Payments that are no bets go in the main pot, for everyone in, whatever they paid.",
        },
        names={"matched": "Those who could match it", "everyone in": "Everyone still in"},
        when=lambda situation: situation.leaves_open("payments_won_by"),
    ),
    Ruling.of_house(
        "free_redraw",
        "A price that nobody else could match",
        source="custom of the table: a twist bought against players who are all in",
        group="Splitting the pot",
        says={
            "returned": "A price paid when everyone else is all in is a side pot of the payer's own.",
            "main pot": "A price paid when everyone else is all in goes in the main pot.",
        },
        names={"returned": "Is a side pot of the payer's own", "main pot": "Goes in the main pot"},
        when=lambda situation: situation.leaves_open("free_redraw") and situation.house.payments_won_by == "matched",
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
