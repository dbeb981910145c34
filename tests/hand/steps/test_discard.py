"""Discarding cards for good, and paying to keep them."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.house import Stakes
from app.games.steps.draw import Discard
from app.hand.play import legal, prompt
from app.hand.state import State
from app.words.actions import describe
from tests.hand.at_table import after, announced, hand, labels, prompt_words, refusal, run_of, stacks
from tests.hand.own_game import BET, deal, own


def discarding(**more: Any) -> State:
    """Deal three down cards each, one of them to be discarded; Ann's are known."""
    state = own(deal("ddd"), {"step": "discard", **more}, deal("u"), BET)
    return after(state, "d dh p1 AcKdQh, d dh p2 ??????, d dh p3 ??????")


def test_everyone_discards_before_the_next_card_is_dealt() -> None:
    state = discarding()
    assert "holds" not in refusal(state, "d dh p1 2c")
    state = after(state, "p2 sd ??, p1 sd Kd, p3 sd ??")
    assert [len(player.cards) for player in state.players] == [2, 2, 2]
    assert state.frame.label == "Third street"


def test_one_tap_enters_all_unseen_discards() -> None:
    state = own(deal("ddd"), {"step": "discard", "count": 2}, deal("u"), BET)
    state = after(state, "d dh p1 ??????, d dh p2 ??????, d dh p3 ??????")
    assert prompt(state).kind == "done"
    assert run_of(state) == ["p1 sd ????", "p2 sd ????", "p3 sd ????"]
    assert [len(player.down) for player in after(state, *run_of(state)).players] == [1, 1, 1]


def test_a_known_card_is_named_in_the_discard() -> None:
    state = discarding()
    assert "p1 sd CARD" in legal(state)
    assert "p2 sd ??" in legal(state)
    assert "no more unseen cards" in refusal(state, "p1 sd ??")


def test_the_step_sets_the_number_of_discards() -> None:
    state = discarding()
    assert "discards 1, not 2" in refusal(state, "p1 sd AcKd")
    state = after(state, "p1 sd Ac")
    assert "nothing to discard" in refusal(state, "p1 sd Kd")


def test_a_discarded_card_is_out_of_play() -> None:
    state = after(discarding(), "p1 sd Kd, p2 sd ??, p3 sd ??")
    assert "is out of play" in refusal(state, "d dh p2 Kd")


def test_an_unseen_card_may_be_named_in_the_discard() -> None:
    state = after(discarding(), "p2 sd 9s, p1 sd Kd, p3 sd ??")
    assert "is out of play" in refusal(state, "d dh p1 9s")
    assert "is Ann's down card" in refusal(discarding(), "p2 sd Kd")


def test_only_down_cards_are_discarded() -> None:
    state = own(deal("ddu"), {"step": "discard"}, BET)
    state = after(state, "d dh p1 ????9c, d dh p2 ????5d, d dh p3 ????4h")
    assert refusal(state, "p1 sd 9c") == "only down cards are discarded"


def test_a_folded_player_discards_nothing() -> None:
    state = own(deal("ddu"), BET, {"step": "discard"}, BET)
    state = after(state, "d dh p1 ????9c, d dh p2 ????5d, d dh p3 ????4h, p1 cc, p2 f, p3 cc")
    assert "nothing to discard" in refusal(state, "p2 sd ??")
    assert state.frame.spec.words() == "Each player discards one down card."
    assert after(state, "p1 sd ??, p3 sd ??").opener == 0


def test_a_card_can_be_kept_for_a_price() -> None:
    state = discarding(count=2, keep_price="small bet")
    state = after(state, "p1 pay 2, p1 pay 2, p2 pay 2, p2 sd ??, p3 sd ????")
    assert [len(player.cards) for player in state.players] == [3, 2, 1]
    assert stacks(state) == [95, 97, 99]
    assert state.pot == 9


def test_a_card_kept_for_nothing_has_no_price() -> None:
    state = hand("canadian", house={"ante_price": "free"}, stakes=Stakes(ante=0))
    state = after(state, "d dh p1 ??????, d dh p2 ??????, d dh p3 ??????")
    assert "Everyone discards two down cards, or keeps any for nothing" in announced(state)
    assert prompt_words(state) == "Ann discards 2 cards, or keeps one for nothing"
    assert "Keeps one" in labels(state)
    assert describe(state, "p1 pay 0") == "Ann keeps one"


def test_the_price_of_keeping_is_exact_unless_the_dealer_rules() -> None:
    state = discarding(keep_price="big bet")
    assert refusal(state, "p1 pay 2") == "keeping a card costs 4, not 2"
    assert after(state, "p1 pay 2 !").players[0].stack == 97


def test_a_player_who_cannot_pay_is_not_offered_to_keep_a_card() -> None:
    state = own(deal("ddd"), {"step": "discard", "keep_price": 5}, BET, stacks=(100, 4, 100))
    state = after(state, "d dh p1 ??????, d dh p2 ??????, d dh p3 ??????")
    assert "p1 pay 5" in legal(state)
    assert not any(line.startswith("p2 pay") for line in legal(state))
    assert refusal(state, "p2 pay 5") == "Bob has 3 behind"


def test_a_card_can_be_kept_only_if_the_game_says_so() -> None:
    assert "you cannot pay to keep a card" in refusal(discarding(), "p1 pay 2")


def test_up_cards_can_be_discarded_if_the_game_says_so() -> None:
    state = own(deal("du"), {"step": "discard", "up_too": True}, BET)
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h")
    assert announced(state) == ["Everyone discards a card, up or down"]
    assert legal(state)[:3] == ("p1 sd ??", "p1 sd 9c", "p2 sd ??")
    assert labels(state)[:2] == ["A down card", "9 of clubs"]
    state = after(state, "p2 sd Kd, p1 sd ??, p3 sd ??")
    assert [len(player.down) for player in state.players] == [0, 1, 0]
    assert state.opener == 0
    assert Discard(count=2, up_too=True).words() == "Each player discards two cards, up or down."
    with pytest.raises(ValueError, match="about down cards alone"):
        Discard(up_too=True, down_to=2)


def test_two_discards_may_be_down_cards_or_include_up_cards() -> None:
    state = own(deal("ddu"), {"step": "discard", "count": 2, "up_too": True}, BET)
    state = after(state, "d dh p1 ????9c, d dh p2 ????Kd, d dh p3 ????4h")
    assert legal(state)[:2] == ("p1 sd ????", "p1 sd CARDS")
    assert labels(state)[:2] == ["2 down", "Up-cards too"]


def test_one_tap_enters_all_discards_while_no_card_is_up() -> None:
    state = own(deal("dd"), {"step": "discard", "up_too": True}, deal("u"), BET)
    state = after(state, "d dh p1 ????, d dh p2 ????, d dh p3 ????")
    assert run_of(state) == ["p1 sd ??", "p2 sd ??", "p3 sd ??"]


def test_a_card_cannot_be_discarded_twice() -> None:
    state = discarding(count=2)
    assert refusal(state, "p1 sd KdKd") == refusal(state, "p2 sd KcKc").replace("clubs", "diamonds")
    assert refusal(state, "p2 sd KcKc") == "the king of clubs is named twice"
