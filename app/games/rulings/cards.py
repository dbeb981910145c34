"""Rulings on the deal: a deck that runs short, cards that are turned, cards that are drafted."""

from __future__ import annotations

from app.games.rulings.ruling import Ruling, Situation
from app.games.streets import burns_before


def _order_matters(situation: Situation) -> bool:
    """Return whether cards are turned up together in a game where it counts which of them came last."""
    game = situation.game
    moving = any(getattr(rule, "follows_up_cards", False) for rule in game.wild)
    return situation.leaves_open("turn_order") and bool(moving or game.triggers)


RULINGS = (
    Ruling.of_house(
        "short_deck",
        "The deck is too short for a street",
        source="document 001, the unnamed draw game, and casino rules for seven-card stud",
        group="Cards and chips",
        says={
            "common card": "If the deck is too short for everyone's next card, one common card is turned up for all.",
            "deal what is left": "If the deck is too short for everyone's next card, it is dealt as far as it goes.",
        },
        when=lambda situation: situation.runs_short,
    ),
    Ruling.of_house(
        "burns",
        "Cards burnt before each street",
        source="casino rules: a card is burnt before each street but the first",
        group="Cards and chips",
        says={0: "", 1: "A card is burnt before each street that follows a betting round."},
        names={0: "None", 1: "One"},
        when=lambda situation: any(burns_before(situation.game.script, at) for at in range(len(situation.game.script))),
    ),
    Ruling.of_house(
        "turn_order",
        "Cards turned up together count",
        source="document 001, Roll Your Own: cards are turned up at the same time",
        group="Cards and chips",
        says={
            "dealer's left": "Cards turned up together count in order from the dealer's left.",
            "as tapped": "Cards turned up together count in the order in which the dealer enters them.",
        },
        names={"dealer's left": "From the dealer's left"},
        when=_order_matters,
    ),
    Ruling.of_house(
        "overtaken_all_up",
        "All your cards are up, and you are overtaken",
        source="document 004, Beat Your Neighbor: whoever cannot beat the best hand showing folds",
        group="Cards and chips",
        says={
            "folds": "Who has every card up and has been overtaken folds when their turn to turn cards comes.",
            "stays": "Who has every card up and has been overtaken stays in the betting.",
        },
        when=lambda situation: situation.leaves_open("overtaken_all_up"),
    ),
    Ruling.of_house(
        "draft_ties",
        "Hands showing tie for the draft",
        source="document 003, Draft, which does not say",
        group="Cards and chips",
        says={
            "dealer's left": "Of equal hands showing, the first to the dealer's left takes a card first.",
            "by suit": "Of equal hands showing, the one lower by suit takes a card first, spades highest.",
        },
        names={"dealer's left": "First to the dealer's left"},
        when=lambda situation: situation.leaves_open("draft_ties"),
    ),
    Ruling.of_house(
        "unbid_card",
        "A card that nobody bids for goes to the",
        source="document 003, Auction, which does not say",
        group="Cards and chips",
        says={
            "next player": "A card that nobody bids for goes to the next player in the order of the deal.",
            "dead": "A card that nobody bids for is dead, and everyone is dealt one.",
        },
        names={"dead": "Nobody: it is dead"},
        when=lambda situation: situation.leaves_open("unbid_card"),
    ),
)
