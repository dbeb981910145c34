"""Cards that may play together if a hand uses one line of common cards."""

from __future__ import annotations

from typing import Any

from app.cards.card import cards_text, parse_cards
from app.ranking.plays import permitted

ROW, COLUMN = parse_cards("2c3c4c"), parse_cards("5c3c6c")
UP, DOWN = parse_cards("AhKh"), parse_cards("QsJsTs")


def choices(**limits: Any) -> set[frozenset[str]]:
    hands = permitted(UP, DOWN, lines=(ROW, COLUMN), **limits)
    return {frozenset(cards_text((card,)) for card in hand) for hand in hands}


def test_any_cards_of_one_line_play_beside_the_players_own():
    own = {"Ah", "Kh", "Qs", "Js", "Ts"}
    assert choices() == {frozenset(own | {"2c", "3c", "4c"}), frozenset(own | {"5c", "3c", "6c"})}


def test_a_limit_sets_how_many_cards_of_a_line_play():
    assert all(len(hand & {"2c", "3c", "4c", "5c", "6c"}) == 1 for hand in choices(of_line=1))
    assert len(choices(of_line=1)) == 5  # the three cards in both lines are one choice
    assert frozenset({"Ah", "Kh", "Qs", "2c", "3c"}) in choices(of_line=2, at_most=1)


def test_a_whole_line_is_filled_up_to_five():
    hands = choices(of_line="all")
    assert len(hands) == 2 * 10
    assert all(len(hand) == 5 and (hand >= {"2c", "3c", "4c"} or hand >= {"5c", "3c", "6c"}) for hand in hands)


def test_a_whole_line_and_a_limit_on_down_cards_can_be_combined():
    down = {"Qs", "Js", "Ts"}
    assert {len(hand & down) for hand in choices(of_line="all", at_most=1)} == {0, 1}
    assert {len(hand & down) for hand in choices(of_line="all", exactly=1)} == {1}
    # Two are needed and only one of them may be face down: with no other card the hand is short.
    assert {frozenset({"Qs"}), frozenset({"Js"})} == {
        frozenset(cards_text((card,)) for card in set(hand) - set(ROW))
        for hand in permitted((), parse_cards("QsJs"), at_most=1, lines=(ROW,), of_line="all")
    }


def test_a_limit_on_down_cards_and_some_of_a_line_can_be_combined():
    hands = permitted(UP, DOWN, exactly=2, lines=(ROW,), of_line="any")
    assert all(len(hand) == 5 and len(set(hand) & set(DOWN)) == 2 for hand in hands)
    assert len(hands) == 3 * 10
