"""Wild cards that are the lowest or highest of a set."""

from __future__ import annotations

import pytest

from app.cards.card import RANKS, parse_cards
from app.games.layout import Laid
from app.games.reasons import Reason
from app.games.rules.wild import all_of
from app.games.rules.wild.extreme import Extreme
from app.games.rules.wild.place import WildPlace
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
        (Extreme(ace="low"), "2dAs", "A"),
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


def test_an_up_card_makes_a_rank_wild_only_for_its_player() -> None:
    part = Extreme(of="up").wild(table("2c", "9d4c", "", "KhKs"))
    assert not part.cards
    assert part.by_seat == {0: all_of(RANKS.index("4")), 2: all_of(RANKS.index("K"))}


@pytest.mark.parametrize(
    ("rule", "up", "down", "wild"),
    [
        (Extreme(of="hole"), "2c", "9d4cJr", "4"),
        (Extreme(of="hole", end="highest"), "Ac", "9d4c", "9"),
        (Extreme(of="hole", end="highest", rank="the next higher"), "Ac", "9dKc", "A"),
        (Extreme(of="hole", ace="low"), "Kc", "2dAc", "A"),
        (Extreme(of="hole", end="highest", ace="low"), "Kc", "Ac2d", "2"),
        (Extreme(of="hole", end="last"), "Ac", "9d4cTs", "T"),
        (Extreme(of="up", end="last"), "Ac8dJr", "9d", "8"),
        (Extreme(of="hand"), "5c3d", "9d4c", "3"),
        (Extreme(of="hand", ace="low"), "5c3d", "Ad4c", "A"),
        (Extreme(of="hand", end="highest"), "5cJd", "9d4c", "J"),
        # While a card is unknown, nobody can say which is the lowest or the last.
        (Extreme(of="hole", end="last"), "Ac", "9d??", ""),
        (Extreme(of="hand"), "5c3d", "9d??", ""),
    ],
)
def test_a_card_in_the_hole_or_the_hand_makes_a_rank_wild_for_its_player(
    rule: Extreme, up: str, down: str, wild: str
) -> None:
    part = rule.wild(Table((PlayerCards("P", True, parse_cards(up), parse_cards(down)),)))
    assert part.by_seat == ({0: all_of(RANKS.index(wild))} if wild else {})
    assert part.private == rule.private == (rule.of != "up")


@pytest.mark.parametrize(("laid", "wild"), [("9d", "T"), ("As", "2")])
def test_the_rank_above_a_card_in_a_place_may_be_wild(laid: str, wild: str) -> None:
    rule = WildPlace("table", next_higher=True)
    part = rule.wild(Table((), notes={Laid: Laid({"table": parse_cards(laid)[0]})}))
    assert part.cards == all_of(RANKS.index(wild))
    assert part.says is not None
    assert part.says.reason == Reason("said by the rule", word="above the table card")
    assert rule.words() == "Every card of the rank above the table card is wild for everyone."


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (Extreme(), "The lowest common card, and every card of its rank, is wild for everyone."),
        (
            Extreme(of="up", end="highest"),
            "Each player's highest up-card, and every card of its rank, is wild for that",
        ),
        (
            Extreme(of="hole", end="highest", only="low"),
            "Each player's highest hole card, and every card of its rank, is wild for that player alone in the low",
        ),
        (Extreme(rank="the next higher", ace="low"), "Every card of the rank above the lowest common card is wild for"),
    ],
)
def test_the_rule_sheet_says_which_card_makes_a_rank_wild(rule: Extreme, words: str) -> None:
    assert rule.words().startswith(words)
    assert rule.words().endswith(f" An ace is {rule.ace}.")
