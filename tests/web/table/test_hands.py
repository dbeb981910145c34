"""Several open hands of one player, as the screens draw them."""

from __future__ import annotations

from app.hand.state import State
from app.hand.view import TELEVISION, view
from app.web.table.board import Board
from tests.hand.at_table import after, hand


def drawn(state: State, seat: int) -> list[tuple[str, str, int]]:
    """Return the hands of a seat: name, text beside the cards, number of cards."""
    return [(each.name, each.mark, len(each.cards)) for each in Board(view(state, TELEVISION)).seats[seat].hands]


def test_named_hands_are_shown_even_if_empty() -> None:
    state = after(hand("double-double", (100, 100)), "d dh p1 ????????, d dh p2 ????????, p1 up Kc to second")
    assert drawn(state, 0) == [("first", "first", 0), ("second", "second", 1)]
    assert drawn(state, 1) == []


def test_unnamed_hands_are_numbered_and_shown_once_started() -> None:
    state = after(hand("tripple-double", (100, 100)), f"d dh p1 {'??' * 6}, d dh p2 {'??' * 6}")
    state = after(state, "p1 up Kc to third, p1 up Kd to first, p2 up 9c to second")
    assert drawn(state, 0) == [("first", "1", 1), ("third", "3", 1)]
    assert drawn(state, 1) == [("second", "2", 1)]
