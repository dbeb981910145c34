"""Wild cards that are the lowest or highest of some."""

from __future__ import annotations

import pytest

from app.cards.card import RANKS, parse_cards
from app.games.rules.wild import all_of
from app.games.rules.wild.extreme import Extreme
from app.games.table import PlayerCards, Table


def table(common: str = "", *ups: str) -> Table:
    seats = tuple(PlayerCards(f"P{at}", True, up=parse_cards(up)) for at, up in enumerate(ups))
    return Table(seats, common=parse_cards(common))


@pytest.mark.parametrize(
    ("rule", "common", "wild"),
    [
        (Extreme(), "", ""),
        (Extreme(), "KdJrAs", "K"),
        (Extreme(), "Jr", ""),
        (Extreme(end="highest"), "KdQdAs", "A"),
        (Extreme(ace="low"), "KdQdAs", "A"),
        (Extreme(end="highest", ace="low"), "KdQdAs", "K"),
        (Extreme(rank="the next higher"), "9dKd", "T"),
        (Extreme(end="highest", rank="the next higher"), "9dAd", "2"),
        (Extreme(rank="the next lower"), "2dKd", "A"),
    ],
)
def test_a_common_card_makes_a_rank_wild_for_everyone(rule: Extreme, common: str, wild: str) -> None:
    part = rule.wild(table(common, "", ""))
    assert part.cards == (all_of(RANKS.index(wild)) if wild else frozenset())
    assert not part.by_seat


def test_an_up_card_makes_a_rank_wild_for_its_player_alone() -> None:
    part = Extreme(of="up").wild(table("2c", "9d4c", "", "KhKs"))
    assert not part.cards
    assert part.by_seat == {0: all_of(RANKS.index("4")), 2: all_of(RANKS.index("K"))}


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (Extreme(), "The lowest common card, and every card of its rank, is wild for everyone."),
        (
            Extreme(of="up", end="highest"),
            "Each player's highest up-card, and every card of its rank, is wild for that",
        ),
        (Extreme(rank="the next higher", ace="low"), "Every card of the rank above the lowest common card is wild for"),
    ],
)
def test_the_sheet_says_which(rule: Extreme, words: str) -> None:
    assert rule.words().startswith(words)
    assert rule.words().endswith(" An ace is low.") == (rule.ace == "low")
