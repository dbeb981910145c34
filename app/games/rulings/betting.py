"""Rulings on the size of bets, the number of raises, and prices."""

from __future__ import annotations

from app.games.house import BROUGHT_IN
from app.games.rulings.opening import openers
from app.games.rulings.ruling import NUMBER, Ruling, Situation
from app.games.steps import ANTE_PRICES
from app.games.steps.bet import Bet


def _rounds(situation: Situation) -> list[Bet]:
    return [step for step in situation.game.script if isinstance(step, Bet)]


def _sizes_left_open(situation: Situation) -> bool:
    """Return whether the betting is at a fixed limit, and the script does not say at which bet in every round."""
    brought = any(step.brings_bets for step in situation.game.script)
    return situation.fixed and (brought or any(not step.tier for step in _rounds(situation)))


def has_big_bet(situation: Situation) -> bool:
    """Return whether a round may be played at the big bet: by the script, or since there are enough rounds."""
    rounds = _rounds(situation)
    brought = any(step.brings_bets for step in situation.game.script)
    counted = brought or len(rounds) >= situation.house.big_bet_from_round
    paired = situation.house.open_pair_big_bet and _pair_can_open(situation)
    return counted or paired or any(step.tier in ("big", "last") for step in rounds)


def _pair_can_open(situation: Situation) -> bool:
    """Return whether the second round would be at the small bet, and that a pair can be showing in it."""
    game, rounds = situation.game, _rounds(situation)
    if not _sizes_left_open(situation) or situation.house.big_bet_from_round <= 2 or len(rounds) < 2 or rounds[1].tier:
        return False
    second = [at for at, step in enumerate(game.script) if isinstance(step, Bet)][1]
    return sum(step.ups for step in game.script[:second]) > 1


def stakes_words(situation: Situation) -> str:
    """Return what the game is played for at this table, without what it does not have; empty if that is nothing."""
    game, house, stakes = situation.game, situation.house, situation.stakes
    return stakes.words(
        house.last_bet,
        ante=stakes.ante > 0 and (game.ante or situation.asks_price(*ANTE_PRICES)),
        bring_in=bool(set(openers(situation)[:1]) & BROUGHT_IN),
        bets=situation.bets,
        big=has_big_bet(situation),
    )


RULINGS = (
    Ruling.of_house(
        "raises",
        "Raises after a bet (0: no cap)",
        source="custom of the table: a bet and three raises",
        group="Betting",
        says={
            0: "There is no cap on raises.",
            1: "A bet and one raise a round.",
            NUMBER: "A bet and {word} raises a round.",
        },
        when=lambda situation: situation.capped,
    ),
    Ruling.of_house(
        "heads_up_cap",
        "The cap holds heads-up too",
        source="casino rules: no cap between two players",
        group="Betting",
        says={True: "The cap holds between two players too.", False: "Between two players there is no cap on raises."},
        when=lambda situation: situation.capped and situation.house.raises > 0,
    ),
    Ruling.of_house(
        "all_in_reopens",
        "A short all-in reopens the betting from a",
        source="casino rules, which differ: a full raise, or half of one",
        group="Betting",
        says={
            "full raise": "An all-in that is less than a full raise does not reopen the betting.",
            "half raise": "An all-in of at least half a raise reopens the betting.",
        },
        when=lambda situation: situation.bets,
    ),
    Ruling.of_house(
        "big_bet_from_round",
        "Big bet from this round",
        source="document 003, Stud poker: the first two rounds at the small bet, or the first three",
        group="Betting",
        says={1: "Every round is at the big bet.", NUMBER: "The big bet begins in the {ordinal} round."},
        when=lambda situation: _sizes_left_open(situation) and has_big_bet(situation),
    ),
    Ruling.of_house(
        "open_pair_big_bet",
        "Big bet allowed in the second round with an open pair",
        source="document 003, Stud poker",
        group="Betting",
        says={
            True: "An open pair in the second round allows the big bet; after one, every raise is of that size.",
            False: "An open pair in the second round does not allow the big bet.",
        },
        when=_pair_can_open,
    ),
    Ruling.of_house(
        "last_bet",
        "Bet on the last round (0: the big bet)",
        source="document 003, Stud poker: a third, larger bet on the last round alone",
        group="Betting",
        says={0: "", NUMBER: "The last round is played at {number}."},
        when=_sizes_left_open,
    ),
    Ruling.of_house(
        "max_price_no_limit",
        "The maximum bet as a price, at no limit",
        source="document 001, Dakota, and document 004, Canadian: the price is the maximum bet, which no limit has not",
        group="Betting",
        says={
            "pot": "Where the maximum bet is the price, that is what is in the pot.",
            "twice the smallest bet": "Where the maximum bet is the price, that is twice the smallest bet.",
        },
        names={"pot": "What is in the pot"},
        when=lambda situation: situation.stakes.limit == "none" and situation.asks_price("maximum bet", "big bet"),
    ),
    Ruling.of_house(
        "ante_price",
        "The ante as a price, where there is none",
        source="document 004, Weeping Willow: an ante for each trade; Canadian: an ante to keep a card",
        group="Betting",
        says={
            "smallest bet": "Where the ante is the price and there is none, the price is the smallest bet.",
            "free": "Where the ante is the price and there is none, it is free.",
        },
        when=lambda situation: situation.stakes.ante == 0 and situation.asks_price(*ANTE_PRICES),
    ),
)
