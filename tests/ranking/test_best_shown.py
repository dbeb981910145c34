"""The best hands shown down, stored as numbers."""

from __future__ import annotations

from random import Random

import pytest

from app.cards.card import BLACK_JOKER, RED_JOKER, make_card
from app.ranking.high import high
from app.ranking.rules import HighRules
from app.ranking.words import best_name, best_number, show_high

RULES = {
    "usual": HighRules(),
    "repeats": HighRules(repeats=True),
    "four cards": HighRules(four_card_hands=True, repeats=True),
    "natural": HighRules(natural_wins=True),
    "aces low": HighRules(aces_low=True),
}
JOKERS = (RED_JOKER, BLACK_JOKER)
DECK = [make_card(rank, suit) for rank in range(13) for suit in range(4)]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_best_number_names_the_hand_and_sorts_like_it(rules: HighRules) -> None:
    random, hands = Random(5), []
    for cards in (2, 3, 5, 5, 7, 7):
        for _ in range(300):
            held = random.sample([*DECK, *JOKERS], cards)
            if random.random() < 0.3:  # of one suit, for flushes and straights
                suit = DECK[random.randrange(4) :: 4]
                held = random.sample([*suit, *JOKERS], cards)
            hands.append(held)
    ranked = []
    for held in hands:
        number = high(held, JOKERS, rules=rules)
        assert best_name(best_number(number, rules)) == show_high(held, JOKERS, rules=rules).name
        ranked.append((number, best_number(number, rules)))
    if rules == RULES["usual"]:
        assert [best for _, best in sorted(ranked)] == sorted(best for _, best in ranked)
