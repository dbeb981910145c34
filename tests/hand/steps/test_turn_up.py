"""Steps that turn all cards up."""

from __future__ import annotations

from tests.hand.at_table import after, refusal
from tests.hand.own_game import BET, three_down


def test_all_cards_are_turned_up_one_at_a_time_by_name() -> None:
    state = three_down({"step": "turn-all-up"}, BET)
    assert refusal(state, "p1 up ??") == "one card at a time, by name"
    assert refusal(state, "p1 up 2c") == "Ann has no such down card"
    state = after(state, "p1 up Ac, p2 up 2c, p2 up 2d, p1 up Kd, p1 up Qh")
    assert refusal(state, "p1 up 3s") == "Ann has no down card left"
    state = after(state, "p2 up 3h, p3 up 5c, p3 up 6d, p3 up 7h")
    assert state.opener == 1
