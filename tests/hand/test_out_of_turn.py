"""Bets out of turn that the dealer lets stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.games.house import Stakes
from app.hand.play import start
from tests.hand.at_table import after, announced, hand, labels, stacks


@pytest.mark.parametrize(
    ("before", "line", "text"),
    [
        ("p1 cbr 2", "p3 f !", "Cy folds out of turn, on Bob's turn"),
        ("p1 cbr 2", "p3 cc !", "Cy calls out of turn, on Bob's turn"),
        ("p1 cbr 2", "p3 cbr 4 !", "Cy raises out of turn, on Bob's turn"),
        ("p1 cc", "p3 cc !", "Cy checks out of turn, on Bob's turn"),
        ("p1 cc", "p3 cbr 2 !", "Cy bets out of turn, on Bob's turn"),
    ],
)
def test_a_bet_out_of_turn_is_announced_with_its_player_and_the_player_to_act(
    before: str, line: str, text: str
) -> None:
    state = after(hand(), "d dh p1 ????Kc, d dh p2 ????9d, d dh p3 ????8s", before, line)
    assert f"Dealer's ruling: {text}" in announced(state)


def test_a_bet_out_of_turn_does_not_spare_a_short_stack_the_bring_in() -> None:
    """Cy's two of clubs brings in 2 and has 1 left; Bob's bet to 4 stands before it."""
    dealt, ruled = "d dh p1 ????Kc, d dh p2 ????9d, d dh p3 ????2c", "p2 cbr 4 !"
    stakes = Stakes(small=4, big=8, bring_in=2)
    dealing = hand("seven-card-stud", (100, 100, 2), stakes=stakes, house={"opener_first": "low card brings in"})
    state = after(dealing, dealt, ruled)
    assert announced(state)[0] == "Cy posts the bring-in, 1"
    assert stacks(state) == [99, 95, 0]
    assert labels(state) == ["Call 4", "Raise to 8", "Fold"]
    old = after(start(replace(dealing.setup, from_0_3=True)), dealt, ruled)
    assert stacks(old) == [99, 95, 1]
