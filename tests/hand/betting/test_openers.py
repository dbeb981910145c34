"""The opener of a betting round: each way to choose the opener, its ties, and the reason announced."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.house import Stakes
from app.hand.state import State
from tests.hand.at_table import after, announced, hand
from tests.hand.own_game import BET, deal, own

JOKERS = {"deck": {"jokers": 2}}
HIGH_BRINGS_IN = {"opener": {"first": "high card brings in"}, "stakes": Stakes(bring_in=1)}


def opened(*ups: str, **table: Any) -> list[str]:
    """Return the announcement after the first up-cards, in the order Ann, Bob, Cy."""
    state = own(deal("u" * (len(ups[0]) // 2)), BET, stacks=(100,) * len(ups), **table)
    return announced(after(state, *(f"d dh p{seat} {cards}" for seat, cards in enumerate(ups, start=1))))


def second_round(state: State, cards: tuple[str, str, str]) -> list[str]:
    """Return the announcement after the first round is checked around and the next up-cards are dealt."""
    opener = state.opener or 0
    state = after(state, *(f"p{(opener + step) % 3 + 1} cc" for step in range(3)))
    return announced(after(state, *(f"d dh p{seat} {card}" for seat, card in enumerate(cards, start=1))))


def test_the_opener_can_rotate_from_the_dealers_left() -> None:
    """The first round starts at the dealer's left, and each later one a seat further on."""
    rotates = {"first": "rotates", "later": "rotates"}
    state = after(own(deal("u"), BET, deal("u"), BET, opener=rotates), "d dh p1 2c, d dh p2 Kd, d dh p3 7s")
    assert announced(state) == ["Ann opens: first to the dealer's left"]
    assert second_round(state, ("3c", "4c", "5c")) == ["Bob opens: next in turn to open"]


def test_the_lowest_up_card_brings_in_whatever_its_owners_other_cards() -> None:
    """The rank decides before the suit: Ann's four is lower than Bob's fives, although his other card is a club."""
    low = {"opener": {"first": "low card brings in"}, "stakes": Stakes(bring_in=1)}
    assert opened("Kc4d", "5c5h", **low) == ["Ann brings in 1: low card, the 4 of diamonds"]


def test_the_highest_up_card_brings_in_if_the_game_says_so() -> None:
    """An ace is the highest card where high hands win; of two aces, the one in the higher suit."""
    high = {"opener": {"first": "high card brings in"}, "stakes": Stakes(bring_in=1)}
    assert opened("Kc", "Ad", "Ah", **high) == ["Cy brings in 1: high card, the ace of hearts"]


def test_an_ace_is_low_for_the_bring_in_of_razz() -> None:
    """Razz is played for low only: the ace is the lowest card, and the highest card showing brings in."""
    razz = hand("razz", stakes=Stakes(bring_in=1))
    state = after(razz, "d dh p1 ????Ac, d dh p2 ????2c, d dh p3 ????As")
    assert announced(state) == ["Bob brings in 1: high card, the 2 of clubs"]


@pytest.mark.parametrize(("ups", "who"), [(("Jr", "Jb"), "Ann"), (("Jb", "Jr"), "Bob")])
def test_jokers_rank_highest_for_the_bring_in_with_the_red_one_on_top(ups: tuple[str, str], who: str) -> None:
    high = {**HIGH_BRINGS_IN, "wild": [{"rule": "jokers"}], **JOKERS}
    assert opened(*ups, **high) == [f"{who} brings in 1: high card, the red joker"]
    highest = {"house": {"joker_bring_in": "highest"}}
    assert opened("As", ups[0], **high, **highest)[0].startswith("Bob brings in 1: high card")


def test_a_wild_joker_does_not_bring_in_but_its_owners_other_card_may() -> None:
    wild = {**HIGH_BRINGS_IN, "wild": [{"rule": "jokers"}], **JOKERS}
    assert opened("Jr", "2c", **wild) == ["Bob brings in 1: high card, the 2 of clubs: a joker never brings in"]
    assert opened("JrKc", "QdQh", **wild) == ["Ann brings in 1: high card, the king of clubs: a joker never brings in"]


def test_a_bug_is_an_ace_and_brings_in() -> None:
    bugs = {**HIGH_BRINGS_IN, "wild": [{"rule": "jokers", "play": "bug"}], **JOKERS}
    assert opened("Jr", "Kc", **bugs) == ["Ann brings in 1: high card, the red joker"]


def test_a_tie_for_the_opener_is_broken_by_suit_by_house_rule() -> None:
    """Spades are the highest suit, then hearts: seats do not matter."""
    by_suit = {"house": {"opener_tie": "suit"}}
    assert opened("Ks", "Kh", "2c", **by_suit) == ["Ann opens: king high showing, tied, highest by suit"]
    assert opened("Kd", "Ks", "Kh", **by_suit) == ["Bob opens: king high showing, tied, highest by suit"]


LOW_HAND = {"opener": {"first": "high card", "later": "low hand"}}


def test_equal_lows_showing_tie_and_the_first_to_the_dealers_left_opens() -> None:
    """Suits do not count in a low: 9-8 ties with 9-8, and the first to the dealer's left opens."""
    state = after(own(deal("u"), BET, deal("u"), BET, **LOW_HAND), "d dh p1 Kc, d dh p2 9c, d dh p3 9d")
    assert second_round(state, ("Qc", "8d", "8h")) == [
        "Bob opens: 9-8 low showing, tied, first to the dealer's left",
    ]


@pytest.mark.parametrize(
    ("kind", "opens"), [("a5", "Ann opens: 2-A low showing"), ("27", "Bob opens: 4-3 low showing")]
)
def test_the_low_hand_that_opens_is_lowest_by_the_games_low_ranking(kind: str, opens: str) -> None:
    """An ace is low in ace-to-five and high in deuce-to-seven."""
    state = own(deal("uu"), {**BET, "opener": "low hand"}, share=[{"rule": "low", "kind": kind}])
    assert announced(after(state, "d dh p1 Ac2c, d dh p2 4d3d, d dh p3 KsQs")) == [opens]


def test_a_low_hand_that_opens_is_named_by_the_games_low_ranking() -> None:
    """In deuce-to-seven the ace is the highest card of a hand and is named first."""
    state = own(deal("uu"), {**BET, "opener": "low hand"}, share=[{"rule": "low", "kind": "27"}])
    assert announced(after(state, "d dh p1 Ac2c, d dh p2 KdKh, d dh p3 QsQh")) == ["Ann opens: A-2 low showing"]


def test_the_low_hand_opens_by_ace_to_five_in_a_game_without_a_low_share() -> None:
    """A house may let the low hand open a high game; the usual low is ace-to-five."""
    state = own(deal("uu"), {**BET, "opener": "low hand"})
    assert announced(after(state, "d dh p1 Ac2c, d dh p2 4d3d, d dh p3 KsQs")) == ["Ann opens: 2-A low showing"]


def test_a_bug_is_the_lowest_missing_card_of_a_low_hand_that_opens() -> None:
    """With a deuce, a bug is an ace: lower than Ann's three and deuce."""
    bug = {"wild": [{"rule": "jokers", "play": "bug"}], **JOKERS}
    state = own(deal("uu"), {**BET, "opener": "low hand"}, stacks=(100, 100), **bug)
    assert announced(after(state, "d dh p1 3c2c, d dh p2 2dJr")) == ["Bob opens: 2-A low showing"]


def test_cards_wild_for_one_player_count_in_that_players_low_hand_showing() -> None:
    """Each player's first up-card is wild: Ann's nine and Bob's seven both play as aces, and a five beats a six for
    low.
    """
    state = own(deal("uu"), {**BET, "opener": "low hand"}, wild=[{"rule": "first-up"}], stacks=(100, 100))
    assert announced(after(state, "d dh p1 9c5d, d dh p2 7c6d"))[-1] == "Ann opens: 5-A low showing"
