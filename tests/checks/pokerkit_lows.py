"""Badugi and draw lows compared with PokerKit: pairs of random hands, many of them similar, rank alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

import pokerkit

from app.cards.card import Card, card_text, cards_text, deck, make_card
from app.ranking.badugi import badugi
from app.ranking.low import low
from app.ranking.rules import LowRules
from tests.checks.check import Check, MismatchError, Tally
from tests.checks.hand_values import sign

#: Number of pairs compared in a round for each kind of hand.
PAIRS = 60

#: Kinds of hands: the possible numbers of cards, the app's ranking and PokerKit's class.
KINDS: dict[str, tuple[Sequence[int], Callable[[Sequence[Card]], int], type[pokerkit.Hand]]] = {
    "badugi": ((4,), badugi, pokerkit.BadugiHand),
    "badugi, aces high": ((4,), partial(badugi, aces_high=True), pokerkit.StandardBadugiHand),
    "deuce to seven": ((5,), partial(low, rules=LowRules("27")), pokerkit.StandardLowHand),
    "ace to five": ((5,), partial(low, rules=LowRules("a5")), pokerkit.RegularLowHand),
}


def low_round(seed: str) -> Tally:
    random, tally = Random(seed), Tally()
    for name, (sizes, number, theirs) in KINDS.items():
        for _ in range(PAIRS):
            first, second = (random_cards(random, random.choice(sizes)) for _ in range(2))
            ours = sign(number(first), number(second))
            if ours != sign(pokerkit_hand(theirs, first), pokerkit_hand(theirs, second)):
                raise MismatchError(f"{name}: {cards_text(first)} and {cards_text(second)} rank the other way round")
            tally += Tally(hands=2, comparisons=1, ties=int(ours == 0))
    return tally


def random_cards(random: Random, count: int) -> tuple[Card, ...]:
    """Return random cards: half the time from few ranks and suits."""
    pool = sorted(deck())
    if random.random() < 0.5:
        ranks, suits = random.sample(range(13), 5), random.sample(range(4), random.choice([2, 3, 4]))
        pool = [make_card(rank, suit) for rank in ranks for suit in suits]
    return tuple(random.sample(pool, count))


def pokerkit_hand(kind: type[pokerkit.Hand], cards: Sequence[Card]) -> pokerkit.Hand:
    """Return the cards as a hand of PokerKit."""
    return kind.from_game("".join(map(card_text, cards)))


CHECK = Check("pokerkit-lows", "badugi and lows, beside PokerKit", low_round, quick=3, full=60)
