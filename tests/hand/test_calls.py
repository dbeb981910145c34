"""Announcements of questions: each one once, with the player's name and the price."""

from __future__ import annotations

from app.hand.action import Action
from app.hand.ask import TakesCards
from app.hand.play import prompt
from tests.hand.at_table import after, all_announced, announced, hand, label, prompt_words, run_of
from tests.hand.own_game import BET, deal, own

ROLL = {"step": "roll"}


def test_an_offer_and_its_price_are_announced_to_each_player_in_turn() -> None:
    state = own(deal("d"), {"step": "buy", "key": "x", "what": "for the Option"}, BET)
    state = after(state, "d dh p1 ??, d dh p2 ??, d dh p3 ??")
    assert announced(state) == ["Ann may pay 4 for the Option"]
    assert announced(after(state, "p1 no")) == ["Bob may pay 4 for the Option"]


def test_a_question_to_everybody_is_announced_once() -> None:
    state = own(deal("dd"), ROLL, BET, stacks=(100, 100))
    state = after(state, "d dh p1 ????, d dh p2 ????")
    assert announced(state) == ["Everyone turns up a card"]
    assert announced(after(state, "p2 up 4c")) == []


def test_a_question_is_not_announced_again_after_an_extra_card() -> None:
    trigger = [{"rule": "up-card", "ranks": "4", "then": "extra card"}]
    state = own(deal("dd"), ROLL, BET, trigger=trigger)
    state = after(state, "d dh p1 ????, d dh p2 ????, d dh p3 ????, p1 up 4c, p2 up 4d")
    assert announced(state) == []
    state = after(state, "p3 up 9c")
    assert announced(state) == ["Ann has a four up and may take an extra card for 2"]
    assert announced(after(state, "p1 no")) == ["Bob has a four up and may take an extra card for 2"]


def test_a_question_is_announced_again_on_every_street() -> None:
    state = own(deal("dd"), ROLL, ROLL, stacks=(100, 100))
    state = after(state, "d dh p1 ????, d dh p2 ????, p1 up 4c, p2 up 5c")
    assert announced(state) == ["Everyone turns up a card"]


def test_a_question_in_turn_names_only_the_first_player() -> None:
    state = own(deal("dd"), {"step": "roll", "in_turn": True}, BET, stacks=(100, 100))
    state = after(state, "d dh p1 ????, d dh p2 ????")
    assert announced(state) == ["In turn, Ann first: everyone turns up a card"]
    assert announced(after(state, "p1 up 4c")) == []


def test_a_draw_is_announced_with_the_number_of_cards() -> None:
    state = own(deal("dd"), {"step": "draw", "most": 3, "ace_most": 4}, BET, stacks=(100, 100))
    state = after(state, "d dh p1 ????, d dh p2 ????")
    assert announced(state) == ["Ann may replace up to three cards, four with an ace showing"]
    assert announced(after(state, "p1 sd ??")) == []
    assert announced(after(state, "p1 sd ??, d dh p1 ??"))[0].startswith("Bob may replace")


def test_a_declaration_is_announced_with_its_choices() -> None:
    state = own(deal("dd"), {"step": "declare"}, share=[{"rule": "high"}, {"rule": "low"}], stacks=(100, 100))
    assert announced(after(state, "d dh p1 ????, d dh p2 ????")) == ["Declare: high, low or both"]


def test_a_draft_is_announced_with_the_next_player() -> None:
    state = own(deal("u"), {"step": "draft"})
    state = after(state, "d dh p1 9c, d dh p2 2d, d dh p3 Kh, d db 3s4s5s")
    assert announced(state) == ["Bob takes the first card: worst hand showing"]
    state = after(state, "p2 takes 3s")
    assert announced(state) == ["Ann takes the next card"]
    assert announced(after(state, "p1 takes 4s")) == ["Cy takes the last card"]


def test_an_auction_is_announced_with_its_prize_and_first_bidder() -> None:
    state = own(deal("d"), {"step": "auction-name"}, BET, wild=[{"rule": "named"}], stacks=(100, 100))
    state = after(state, "d dh p1 ??, d dh p2 ??")
    assert announced(state) == ["The right to name the wild rank is up for auction: Ann bids first"]
    state = after(state, "p1 bid 2, p2 no")
    assert announced(state) == ["Ann wins the auction for 2", "Ann names the wild rank"]
    assert announced(after(state, "p1 names 7"))[0] == "Sevens are wild (named by Ann)"


def test_hands_are_announced_as_they_are_shown_but_the_last_by_the_settlement() -> None:
    state = after(hand("low-hole-wild", (1, 1, 1)), "d dh p1 ????Kh, d dh p2 ????5c, d dh p3 ????7d")
    state = after(state, "d dh p1 2c, d dh p2 3c, d dh p3 4c, d dh p1 9c, d dh p2 Jc, d dh p3 Qc")
    state = after(state, "d dh p1 8h, d dh p2 6h, d dh p3 Ah, d dh p1 ??, d dh p2 ??, d dh p3 ??")
    assert announced(state) == ["Showdown: Ann shows first"]
    state = after(state, "p1 sm Ks8dKh2c9c8hTs")
    assert announced(state) == ["Ann shows four kings, eights wild"]
    state = after(state, "p2 sm, p3 sm")
    assert announced(state)[-1].startswith("Ann wins 3")
    assert not [text for text in all_announced(state) if "Cy shows" in text]


def test_the_last_to_bet_shows_first_or_else_the_opener() -> None:
    state = after(own(deal("d"), BET), "d dh p1 ??, d dh p2 ??, d dh p3 ??")
    assert announced(after(state, "p1 cc, p2 cc, p3 cc")) == ["Showdown: Ann shows first"]
    assert announced(after(state, "p1 cc, p2 cbr 2, p3 cc, p1 cc")) == ["Showdown: Bob shows first"]
    assert announced(after(state, "p1 cbr 2, p2 cc, p3 cbr 4, p1 cc, p2 cc")) == ["Showdown: Cy shows first"]


def test_choosing_before_is_announced_once_a_street() -> None:
    state = own(deal("dc"), deal("c"), stacks=(100, 100))
    assert prompt(state).kind == "dealt"
    assert run_of(state) == ["d dh p1 ??", "d dh p2 ??"]
    state = after(state, *run_of(state))
    assert announced(state) == ["Ann first: the next card up, or turn one up and take it down"]
    assert prompt_words(state) == "Ann: the next card up, or turn one up and take it down"
    state = after(state, "p1 up 9c")
    assert announced(state) == []
    assert prompt_words(state) == "Ann's card face down"
    assert announced(after(state, "d dh p1 ??, d dh p2 Kc")) == [
        "Ann first: the next card up, or turn one up and take it down"
    ]


def test_the_button_counts_the_cards_to_deal() -> None:
    state = own(deal("ddd"), {"step": "discard", "count": 2}, stacks=(100, 100))
    state = after(state, "d dh p1 AcKd??, d dh p2 ??????")
    first, *_ = prompt(state).asks
    assert first.action == Action("sd", 0)
    assert first.takes == TakesCards("hand", 2, 2)


def test_rounds_of_turning_have_the_numbers_of_their_betting_rounds() -> None:
    state = own(deal("dd"), {"step": "turn-until-lead"}, stacks=(100, 100))
    state = after(state, "d dh p1 ????, d dh p2 ????")
    assert label(state) == "Round 1: turn up"
    state = after(state, "p1 up 9c, p1 cc, p2 cc")
    assert label(state) == "Round 2: turn up"
    assert announced(state) == ["Bob turns cards to beat nine high"]
