"""Hands passed on."""

from __future__ import annotations

from app.cards.card import cards_text
from app.hand.state import State
from tests.hand.at_table import after
from tests.hand.own_game import BET, three_down


def down(state: State, seat: int) -> str:
    return cards_text(state.players[seat].down)


def test_hands_are_passed_to_the_left_among_those_still_in() -> None:
    state = after(three_down({"step": "pass", "to": "left"}, BET), "d ok")
    assert [down(state, seat) for seat in range(3)] == ["??????", "AcKdQh", "??????"]


def test_or_to_the_right() -> None:
    state = after(three_down({"step": "pass", "to": "right"}, BET), "d ok")
    assert [down(state, seat) for seat in range(3)] == ["??????", "??????", "AcKdQh"]


def test_who_has_folded_is_passed_over() -> None:
    state = after(three_down(BET, {"step": "pass", "to": "left"}, BET), "p1 cc, p2 f, p3 cc, d ok")
    assert [down(state, seat) for seat in (0, 2)] == ["??????", "AcKdQh"]
