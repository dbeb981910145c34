"""Cards for sale in a row, kept or passed on, or bought in exchange for a discard."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.errors import GameError
from app.games.house import Stakes
from app.games.steps import prices_of
from app.games.steps.market import Market
from app.hand.play import legal, prompt
from app.hand.view import DEALER, view
from tests.hand.at_table import after, announced, hand, prompt_words, refusal, stacks
from tests.hand.own_game import BET, deal, own

DOWN = "d dh p1 ??, d dh p2 ??, d dh p3 ??"


def market(**settings: Any) -> dict[str, Any]:
    return {"step": "market", **settings}


def test_players_take_cards_in_turn_once_the_row_is_full() -> None:
    state = after(own(deal("d"), market(row=[1, 2]), BET), DOWN)
    assert prompt_words(state) == "Turn up 2 cards for the row"
    assert refusal(state, "p1 takes Kd") == "a card must be turned up in the middle first"
    assert refusal(state, "d db KdQd9c") == "2 more to the middle, not 3"
    state = after(state, "d db Kd, d db Qd")
    assert legal(state) == ("p1 takes Kd", "p1 takes Qd", "d dh p1 CARD")
    assert view(state, DEALER).to_act == 0
    assert refusal(state, "p2 takes Kd") == "it is Ann's turn to take a card"
    assert refusal(state, "p1 takes 9c") == "Ann takes one of the cards in the middle"
    assert refusal(state, "p1 no") == "Ann has to take a card"
    assert refusal(state, "p1 sd ??") == "Ann has nothing to discard now"
    assert refusal(state, "d dh p1 9c8c") == "Ann is owed a card, not 2"
    assert announced(after(state, "p1 takes Qd"))[0] == "Ann pays 2"


def test_a_player_may_stand_if_every_card_has_a_price() -> None:
    state = after(own(deal("d"), market(row=[1], deck=2), BET, stacks=(100, 1, 100)), DOWN)
    state = after(state, "d db Kd")
    assert legal(state) == ("p1 takes Kd", "d dh p1 CARD", "p1 no")
    state = after(state, "d dh p1 9c")
    assert announced(state)[0] == "Ann pays 2"
    assert prompt(state).seat == 2
    assert prompt(after(state, "p3 no")).kind == "bet"


def test_a_player_found_without_chips_after_a_discard_leaves_the_next_one_to_discard_first() -> None:
    state = after(
        own(deal("u"), market(row=[1], deck=2, swap=True), BET), "d dh p1 Kd, d dh p2 Qd, d dh p3 Jd, d db 9c"
    )
    state = after(state, "p1 sd Kd, d stack p1 0")
    assert legal(state) == ("p2 sd Qd", "p2 no")


def test_the_dealer_may_call_the_deck_out() -> None:
    state = after(own(deal("d"), market(row=[0]), BET), DOWN, "d db Kd, d out")
    assert prompt(state).kind == "bet"


def test_only_the_row_is_offered_when_the_deck_is_out() -> None:
    """Of 20 cards 18 are dealt, and two are in the row."""
    state = own(deal("d" * 9), market(row=[0, 0]), deck={"strip": "23456789"}, stacks=(100, 100))
    state = after(state, f"d dh p1 {'??' * 9}, d dh p2 {'??' * 9}, d db AsKs")
    assert legal(state) == ("p1 takes As", "p1 takes Ks")
    assert prompt(after(state, "p1 takes As, p2 takes Ks")).kind == "show"


def test_a_bought_card_may_be_discarded_unseen_but_no_other_player_can_show_it() -> None:
    state = hand("buy-your-card", (100, 100), options={"pot": "high"})
    state = after(state, "d dh p1 ????2c3c9d, d dh p2 ????KdKh7s, d db 4c6hKc, p1 sd ??, p1 takes Kc, d db 8s, p2 no")
    state = after(
        state, "p1 cc, p2 cc, p1 sd ??, p1 takes 4c, d db 5h, p2 no, p1 cc, p2 cc, p1 no, p2 no, p1 cc, p2 cc"
    )
    elsewhere = "the king of clubs was face up in front of Ann, so nobody else can have it"
    assert refusal(state, "p2 sm KcQsKdKh7s") == elsewhere
    assert "who has thrown only one away since" in refusal(state, "p1 sm 2c3c9dAsAd")
    assert prompt(after(state, "p1 sm 2c3c9dAsKc")).seat == 1


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"row": []}, "a row has 1 to 10 cards"),
        ({"row": [1] * 11}, "a row has 1 to 10 cards"),
        ({"deck": 101}, "a card costs 100 times the price at most"),
        ({"row": ["antes"]}, "a whole number, 0 or more, or one of 'small bet'"),
    ],
)
def test_a_row_of_impossible_size_or_price_is_refused(settings: dict[str, Any], reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        own(deal("d"), market(**settings), BET)


def test_cards_may_have_named_prices() -> None:
    """The ante is 1, a small bet 2 and the largest bet of the first round 2 too; Cy has one chip left."""
    row = market(row=["ante", "double ante"], deck="maximum bet", face="down", price=50)
    state = own(deal("d"), row, BET, stacks=(100, 100, 2), stakes=Stakes(ante=1, small=3, big=6))
    state = after(state, DOWN, "d db KdQd")
    assert [ask.chips for ask in prompt(state).asks] == [1, 2, 3, None]
    state = after(state, "d dh p1 ??, p2 takes Qd, d db Jd")
    assert stacks(state) == [96, 97, 1]
    assert legal(state) == ("p3 takes Kd", "p3 no")


def test_the_rule_sheet_names_the_prices() -> None:
    spec = Market(row=("ante", 2, "maximum bet"), price="small bet")
    costs = "Those in the row cost the ante, twice the small bet and the maximum bet, the oldest"
    assert costs in spec.words()
    assert "ante" in prices_of(spec)
    assert not Market(row=(1, 2), price="free", deck="maximum bet").may_stand
    assert Market(row=(1, 2), deck="maximum bet").may_stand
