"""Cards that count in the hands showing."""

from __future__ import annotations

from typing import Any

import pytest

from app.hand.open_hands import best_showing, hand_to_beat
from app.hand.state import State
from tests.hand.at_table import after, announced, stacks
from tests.hand.own_game import BET, deal, own

JOKERS = {"deck": {"jokers": 2}, "stacks": (100, 100)}


def showing(ups: tuple[str, str], play: str = "wild", **table: Any) -> State:
    """Deal up-cards to two players, with one down card each, in a deck with two jokers."""
    cards = "d" + "u" * (len(ups[0]) // 2)
    state = own(deal(cards), BET, wild=[{"rule": "jokers", "play": play}], **{**JOKERS, **table})
    return after(state, f"d dh p1 ??{ups[0]}, d dh p2 ??{ups[1]}")


def names(state: State) -> list[str]:
    """Return the hands showing, by seat."""
    return [shown.name if (shown := best_showing(state, seat)) else "" for seat in state.setup.seats]


def test_a_wild_joker_counts_in_the_hand_showing() -> None:
    assert names(showing(("9cJr", "KdQh"))) == ["pair of nines", "king high"]


def test_a_wild_joker_does_not_count_in_the_hand_showing_by_house_rule() -> None:
    state = showing(("9cJr", "KdQh"), house={"wild_showing": False})
    assert names(state) == ["nine high", "king high"]
    assert announced(state) == ["Bob opens: king high showing"]


def test_jokers_alone_do_not_open_by_house_rule() -> None:
    state = showing(("JbJr", "2c3d"), house={"wild_showing": False})
    assert names(state) == ["", "three high"]
    assert announced(state) == ["Bob opens: three high showing"]
    both = showing(("Jb", "Jr"), house={"wild_showing": False})
    assert announced(both) == ["Ann opens: nothing is showing"]


def test_a_wild_joker_does_not_count_in_a_low_hand_showing_by_house_rule() -> None:
    bet = {**BET, "opener": "low hand"}
    for house, opens in (({}, "Ann opens: 8-A low showing"), ({"wild_showing": False}, "Ann opens: 8 low showing")):
        table = {"wild": [{"rule": "jokers"}], "share": [{"rule": "low"}], "house": house, **JOKERS}
        state = after(own(deal("duu"), bet, **table), "d dh p1 ??8cJr, d dh p2 ??8d2h")
        assert announced(state) == [opens]


def test_a_bug_counts_as_an_ace() -> None:
    assert names(showing(("9cJr", "KdQh"), play="bug", house={"wild_showing": False})) == ["ace high", "king high"]


@pytest.mark.parametrize("play", ["wild", "bug", "bug up, wild down"])
def test_a_joker_in_the_middle_counts_or_not_but_never_fails(play: str) -> None:
    for house in ({}, {"wild_showing": False}):
        state = own(
            {"step": "common", "own": False},
            deal("dd"),
            {"step": "turn-until-lead"},
            wild=[{"rule": "jokers", "play": play}],
            house=house,
            **JOKERS,
        )
        state = after(state, "d db Jr, d dh p1 ????, d dh p2 ????")
        to_beat = hand_to_beat(state, 0)
        assert (to_beat is None) == (play == "bug up, wild down" or (play == "wild" and bool(house)))


@pytest.mark.parametrize(("play", "left"), [("wild", [99, 101]), ("bug", [101, 99]), ("bug up, wild down", [101, 99])])
def test_a_shared_joker_plays_as_a_face_up_card(play: str, left: list[int]) -> None:
    script = (deal("dd"), {"step": "common"}, BET)
    state = own(*script, wild=[{"rule": "jokers", "play": play}], **JOKERS)
    # Wild, the joker pairs Bob's king; as a bug it is an ace, and pairs Ann's.
    state = after(state, "d dh p1 ????, d dh p2 ????, d db Jr, p1 cc, p2 cc, p1 sm Ah2c, p2 sm KhKd")
    assert stacks(state) == left
