"""Bets out of turn that the dealer lets stand."""

from __future__ import annotations

import pytest

from tests.hand.at_table import after, announced, hand


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
