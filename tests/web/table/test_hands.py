"""Several open hands of one player, as the screens draw them."""

from __future__ import annotations

from app.hand.state import State
from app.hand.view import TELEVISION, view
from app.web.table.board import Board
from tests.hand.at_table import after, hand


def drawn(state: State, seat: int) -> list[tuple[str, str, int]]:
    """Return the hands of a seat: name, text beside the cards, number of cards."""
    return [(one.name, one.mark, len(one.cards)) for one in Board(view(state, TELEVISION)).seats[seat].hands]


def test_a_hand_that_the_game_names_lies_there_empty_too() -> None:
    state = after(hand("double-double", (100, 100)), "d dh p1 ????????, d dh p2 ????????, p1 up Kc to second")
    assert drawn(state, 0) == [("first", "first", 0), ("second", "second", 1)]
    assert drawn(state, 1) == []


def test_hands_without_names_are_numbered_and_drawn_once_begun() -> None:
    state = after(hand("tripple-double", (100, 100)), f"d dh p1 {'??' * 6}, d dh p2 {'??' * 6}")
    state = after(state, "p1 up Kc to third, p1 up Kd to first, p2 up 9c to second")
    assert drawn(state, 0) == [("first", "1", 1), ("third", "3", 1)]
    assert drawn(state, 1) == [("second", "2", 1)]
