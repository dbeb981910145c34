"""Rulings on who opens the betting."""

from __future__ import annotations

from app.games.house import BROUGHT_IN, house_choices
from app.games.rules.wild.jokers import Jokers
from app.games.rulings.ruling import Ruling, Situation
from app.games.steps.bet import Bet

#: How a round may be opened, as the end of a sentence.
OPENERS = {
    "high card": "the highest card showing",
    "low card brings in": "the lowest card showing, who brings in",
    "high card brings in": "the highest card showing, who brings in",
    "left of dealer": "the first player to the dealer's left",
    "high hand": "the highest hand showing",
    "low hand": "the lowest hand showing",
    "rotates": "one seat further each round",
}

#: The openers at a table that asks for no bring-in.
_WITHOUT_BRING_IN = {
    "low card brings in": "the lowest card showing",
    "high card brings in": "the highest card showing",
}


def openers(situation: Situation) -> tuple[str, ...]:
    """Return how the rounds of the script are opened, one after the other."""
    game, house = situation.game, situation.house
    usual = (game.opener.first or house.opener_first, game.opener.later or house.opener_later)
    bets = [step for step in game.script if isinstance(step, Bet)]
    return tuple(step.opener or usual[number > 0] for number, step in enumerate(bets))


def opening_words(situation: Situation) -> tuple[str, ...]:
    """Return how the rounds of the script are opened, as the end of a sentence each.

    Nobody brings in where the stakes ask for none. Several up-cards are a hand, and the highest of them opens.
    """
    words = OPENERS if situation.stakes.bring_in else OPENERS | _WITHOUT_BRING_IN
    said = []
    shown = 0
    rounds = iter(openers(situation))
    for step in situation.game.script:
        if isinstance(step, Bet):
            how = next(rounds)
            said.append(words["high hand" if how == "high card" and shown > 1 else how])
        shown += step.ups
    return tuple(said)


def _left_to_the_house(situation: Situation, first: bool) -> bool:
    bets = [step for step in situation.game.script if isinstance(step, Bet)]
    own = situation.game.opener.first if first else situation.game.opener.later
    return not own and any(not step.opener for step in (bets[:1] if first else bets[1:]))


def _by_hand(situation: Situation) -> bool:
    return any(opener not in BROUGHT_IN | {"left of dealer", "rotates"} for opener in openers(situation))


def _joker_may_bring_in(situation: Situation) -> bool:
    """Return whether the highest card brings in, and a joker up may be there that is no bug."""
    bugs = any(isinstance(rule, Jokers) and rule.play != "wild" for rule in situation.game.wild)
    return bool(situation.game.deck.jokers) and not bugs and "high card brings in" in openers(situation)


def _wild_in_the_open(situation: Situation) -> bool:
    """Return whether everybody can know of an up-card that it is wild: not by hole cards, nor only at the showdown."""
    hidden = ("private", "at_the_showdown")
    return any(not any(getattr(rule, name, False) for name in hidden) for rule in situation.game.wild)


RULINGS = (
    Ruling.of_house(
        "opener_first",
        "Who opens the first round",
        source="document 002, High Chicago: the highest hand showing begins; a bring-in is the casinos' way",
        group="Opening",
        says={how: f"First round: {OPENERS[str(how)]}." for how in house_choices("opener_first")},
        when=lambda situation: _left_to_the_house(situation, first=True),
    ),
    Ruling.of_house(
        "opener_later",
        "Who opens later rounds",
        source="document 002, High Chicago, and document 003, Stud poker: the best hand showing",
        group="Opening",
        says={how: f"Later rounds: {OPENERS[str(how)]}." for how in house_choices("opener_later")},
        when=lambda situation: _left_to_the_house(situation, first=False),
    ),
    Ruling.of_house(
        "joker_bring_in",
        "A wild joker up, where the highest card brings in",
        source="document 003, Razz and Mexican stud: the highest card brings in; jokers on any game",
        group="Opening",
        says={
            "never": "A wild joker up never brings in: its rank is nobody's.",
            "highest": "A wild joker up is the highest card and brings in.",
        },
        when=_joker_may_bring_in,
        names={"never": "Never brings in", "highest": "Is the highest card"},
    ),
    Ruling.of_house(
        "rotation",
        "The opener rotates",
        source="document 004, Mad Dog of the Nile and Spinning Dog of the Nile, which do not say",
        group="Opening",
        says={
            "by seat": "The opener rotates by seat: where a player is out, the next one in opens that round.",
            "after the last": "The opener rotates: the next player in after whoever opened last.",
        },
        when=lambda situation: "rotates" in openers(situation),
    ),
    Ruling.of_house(
        "opener_tie",
        "Tie for opener goes to",
        source="custom of the table; casinos decide by suit",
        group="Opening",
        says={
            "left of dealer": "A tie for the hand showing goes to the first player to the dealer's left.",
            "suit": "A tie for the hand showing goes by suit, spades highest.",
        },
        when=_by_hand,
    ),
    Ruling.of_house(
        "wild_showing",
        "Wild up-cards count in the hand showing",
        source="custom of the table",
        group="Opening",
        says={
            True: "Wild cards count in the hand showing.",
            False: "Wild cards do not count in the hand showing: it is read at face value.",
        },
        when=lambda situation: _by_hand(situation) and _wild_in_the_open(situation),
    ),
)
