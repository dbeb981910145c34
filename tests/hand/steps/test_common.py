"""Common cards and other cards in the middle."""

from __future__ import annotations

from app.hand.play import prompt
from tests.hand.at_table import after, announced, prompt_words, refusal, stacks, wild
from tests.hand.own_game import BET, deal, own, three_down


def test_a_common_card_counts_in_every_hand() -> None:
    state = own(deal("dd"), {"step": "common"}, BET, stacks=(100, 100))
    state = after(state, "d dh p1 ????, d dh p2 ????")
    assert refusal(state, "d db ??") == "it comes face up: name the card"
    state = after(state, "d db 9c, p1 cc, p2 cc, p1 sm 9dAh, p2 sm KhKd")
    assert stacks(state) == [99, 101]
    other = own(deal("dd"), {"step": "common"}, BET, stacks=(100, 100))
    other = after(other, "d dh p1 ????, d dh p2 ????, d db Kc, p1 cc, p2 cc, p1 sm AdAh, p2 sm KhKd")
    assert stacks(other) == [99, 101]


def test_a_card_in_the_middle_need_not_count_in_hands() -> None:
    state = own(deal("dd"), {"step": "common", "own": False}, BET, stacks=(100, 100))
    state = after(state, "d dh p1 ????, d dh p2 ????, d db Kc, p1 cc, p2 cc, p1 sm AdAh, p2 sm KhKd")
    assert stacks(state) == [101, 99]


def test_several_common_cards_are_dealt_in_one_tap_or_more() -> None:
    state = three_down({"step": "common", "count": 3}, BET)
    assert prompt_words(state) == "3 cards to the middle"
    state = after(state, "d db 9c")
    assert prompt_words(state) == "2 cards to the middle"
    assert prompt_words(after(state, "d db 2c")) == "A card to the middle"
    assert "2 more" in refusal(state, "d db 2c3c4c")
    state = after(state, "d db 2c3c")
    # No hand shows in this game.
    assert (prompt(state).kind, announced(state)) == ("bet", ["Ann opens: first to the dealer's left"])


def test_the_last_common_card_is_wild_with_its_rank() -> None:
    state = three_down({"step": "common", "count": 2}, BET, wild=[{"rule": "last-common"}])
    state = after(state, "d db 9c")
    assert announced(state) == ["Nines are wild (the last common card)"]
    assert wild(after(state, "d db 4h")) == "Fours are wild (the last common card)"
