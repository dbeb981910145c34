"""Cards that may count as others: the best reading, compared with every reading tried by the reference."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random

import pytest

from app.cards.card import RANKS, Card, deck, parse_cards, rank_of
from app.games.rules.share import Holding, Use
from app.games.rules.share.high import High
from app.games.rules.wild import current_wilds
from app.games.rules.wild.counts_as import CountsAs
from app.games.table import Table
from app.ranking.rules import HighRules
from tests.ranking.reference import ladder, line, worth

CLUBS = (CountsAs(suit="club", higher=True, lower=True),)
SIXES = (CountsAs(ranks="6", as_ranks="9"), CountsAs(ranks="9", as_ranks="6"))
FUZZY = (CountsAs(ranks="2345", higher=True), CountsAs(colour=True))

Also = Mapping[Card, frozenset[Card]]


def counts_as(*rules: CountsAs) -> Also:
    return current_wilds(rules, Table(())).counts_as


RANKINGS = (
    HighRules(),
    HighRules(
        five_of_a_kind="below royal", stripped="7T", flush_beats_full_house=True, three_of_a_kind_beats_straight=True
    ),
    HighRules(four_card_hands=True, stripped="Q", gap_straights=False),
    HighRules(aces_low=True),
)


def read(
    cards: tuple[Card, ...],
    also: Also,
    wild: frozenset[Card] = frozenset(),
    use: Use = Use(),
    rules: HighRules = RANKINGS[0],
) -> Holding:
    """Return the hand of the cards, all in the hole, in their best reading."""
    holding = Holding((), cards, limited=cards, wild=wild, use=use, high_rules=rules)
    return max(holding.readings(also), key=lambda holding: High().score(holding) or 0)


@pytest.mark.parametrize("rules", [CLUBS, SIXES, FUZZY])
@pytest.mark.parametrize("wild", ["", "3h3s"])
@pytest.mark.parametrize("ranking", RANKINGS)
def test_the_best_reading_agrees_with_the_reference(rules: tuple[CountsAs, ...], wild: str, ranking: HighRules) -> None:
    also, random, made_wild = counts_as(*rules), Random(f"{rules} {wild}"), frozenset(parse_cards(wild) if wild else ())
    place = ladder(ranking).index
    held = [card for card in deck() if RANKS[rank_of(card)] not in ranking.stripped]
    for _ in range(30):
        cards = tuple(random.sample(held, 6))
        shown = High().show(read(cards, also, made_wild, rules=ranking))
        every = [
            (card, *(also.get(card, frozenset()) - made_wild).intersection(held)) if card not in made_wild else (card,)
            for card in cards
        ]
        category, ranks = max(
            (worth(ranking, reading, made_wild) for reading in product(*every)),
            key=lambda best: (place(best[0]), tuple(map(line(ranking).index, best[1]))),
        )
        played = tuple(RANKS[rank_of(card)] for _, card in shown.plays)
        assert (shown.category, played) == (category, ranks), cards


@pytest.mark.parametrize(
    ("rules", "cards", "name"),
    [
        (CLUBS, "Jc9d8h7s6d", "straight, ten high"),
        (CLUBS, "5c6c6d6h6s", "five sixes"),
        (CLUBS, "AcAd2h", "pair of aces"),
        (CLUBS, "Ac2d2h", "three deuces"),
        (SIXES, "6c9d9hKsQd5c", "three nines"),
        (SIXES, "6c9c8c7cTcAd", "straight flush, ten high"),
        (FUZZY, "AhKdQhJdTh", "royal flush"),
        (FUZZY, "AhKdQhJd9s", "ace high"),
    ],
)
def test_a_card_counts_as_another(rules: tuple[CountsAs, ...], cards: str, name: str) -> None:
    assert High().show(read(parse_cards(cards), counts_as(*rules))).name == name


def test_a_card_read_as_another_does_not_become_wild() -> None:
    holding = read(parse_cards("6c9d9h8s7d"), counts_as(*SIXES))
    assert {(card, holding.held[card]) for card in holding.held} == {(parse_cards("9c")[0], parse_cards("6c")[0])}
    nines = frozenset(parse_cards("9c9d9h9s"))
    assert High().show(read(parse_cards("6cKdKh"), counts_as(*SIXES), nines)).name == "pair of kings"


def test_five_of_a_rank_by_counting_need_all_five_to_play() -> None:
    five = parse_cards("5c6c6d6h6s")
    assert High().show(read((*five, *parse_cards("KdQd")), counts_as(*CLUBS), use=Use(at_most=4))).name == "four sixes"
