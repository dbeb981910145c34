"""Prices in chips: the maximum bet at each limit, in each round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.games.house import Stakes
from app.hand.play import legal, start
from app.hand.state import State
from tests.hand.at_table import after, all_announced, announced, refusal, stacks
from tests.hand.own_game import BET, deal, own

BUY = {"step": "buy", "key": "it", "what": "for it", "price": "maximum bet"}
THREE = (100, 100, 100)
DEALT = "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h"


def price(state: State) -> int:
    """Return the price for the player asked."""
    return int(legal(state)[0].split()[2])


def selling(limit: str, *script: Any, chips: tuple[int | None, ...] = THREE, **more: Any) -> State:
    """Deal a card down and one up, with a smallest bet of 2 and antes of 3, before the sale."""
    stakes = Stakes(ante=3, limit=limit, max_bet=10 if limit == "spread" else 0)  # type: ignore[arg-type]
    return after(own(deal("du"), *(script or (BUY, BET)), stacks=chips, stakes=stakes, **more), DEALT)


@pytest.mark.parametrize(("limit", "chips"), [("fixed", 2), ("spread", 10), ("pot", 9), ("none", 9)])
def test_the_maximum_bet_is_the_largest_bet_at_the_limit(limit: str, chips: int) -> None:
    assert price(selling(limit)) == chips


def test_the_maximum_bet_may_be_twice_the_smallest_bet_at_no_limit() -> None:
    house = {"max_price_no_limit": "twice the smallest bet"}
    assert price(selling("none", house=house)) == 4
    assert price(selling("pot", house=house)) == 9


@pytest.mark.parametrize(("limit", "chips"), [("fixed", 4), ("spread", 10), ("pot", 9), ("none", 9)])
def test_a_big_bet_is_the_maximum_bet_unless_the_limit_is_fixed(limit: str, chips: int) -> None:
    assert price(selling(limit, {**BUY, "price": "big bet"}, BET)) == chips


@pytest.mark.parametrize(("twice", "chips"), [("double small bet", 4), ("double ante", 6)])
@pytest.mark.parametrize("limit", ["fixed", "spread", "pot", "none"])
def test_prices_in_smallest_bets_or_antes_do_not_depend_on_the_limit(limit: str, twice: str, chips: int) -> None:
    assert price(selling(limit, {**BUY, "price": twice}, BET)) == chips


@pytest.mark.parametrize(("limit", "chips"), [("fixed", 4), ("spread", 10), ("pot", 2), ("none", 2)])
def test_an_older_stored_hand_keeps_its_price_of_a_big_bet(limit: str, chips: int) -> None:
    setup = replace(selling(limit, {**BUY, "price": "big bet"}, BET).setup, big_bet_street=5)
    assert price(after(start(setup), DEALT)) == chips


def test_the_price_is_the_same_for_everyone_in_one_step() -> None:
    """Ann's 9 make the pot 18, and Bob still pays 9; the price of the next step follows the pot at its start."""
    state = selling("pot", BUY, {**BUY, "key": "more"}, BET)
    state = after(state, "p1 pay 9")
    assert price(state) == 9
    state = after(state, "p2 no, p3 no")
    assert price(state) == 18


def test_a_player_with_less_is_passed_over_and_one_with_just_enough_is_all_in() -> None:
    state = selling("pot", chips=(11, 12, 100))
    assert announced(state)[-2:] == ["Ann cannot pay 9", "Bob may pay 9 for it"]
    state = after(state, "p2 pay 9")
    assert state.players[1].all_in
    assert stacks(state) == [8, 0, 97]
    assert refusal(state, "p3 pay 18") == "it costs 9, not 18"


def test_a_price_is_in_whole_smallest_chips() -> None:
    assert price(selling("pot", house={"chip_unit": 4})) == 8
    assert price(selling("pot", house={"chip_unit": 5})) == 5
    assert price(selling("pot", house={"chip_unit": 25})) == 25


@pytest.mark.parametrize(("unit", "chips"), [(1, 4), (3, 3), (4, 4)])
def test_half_the_pot_is_rounded_down_to_the_smallest_chip(unit: int, chips: int) -> None:
    hit = {"step": "hit", "price": "half the pot"}
    assert price(selling("fixed", hit, BET, house={"chip_unit": unit})) == chips


def test_another_price_is_paid_only_by_ruling() -> None:
    state = selling("fixed")
    assert refusal(state, "p1 pay 3") == "it costs 2, not 3"
    assert stacks(after(state, "p1 pay 3 !")) == [94, 97, 97]
    assert refusal(state, "p1 pay 98 !") == "Ann has 97 behind"


def test_the_maximum_bet_is_the_smallest_bet_without_a_pot() -> None:
    state = after(own(deal("du"), BUY, BET, stakes=Stakes(ante=0, limit="pot")), DEALT)
    assert price(state) == 2


def test_the_price_at_a_fixed_limit_is_the_bet_of_the_next_round() -> None:
    """The small bet twice, the big bet, and the bet set for the last round."""
    steps = [step for n in range(4) for step in ({**BUY, "key": f"{n}"}, BET)]
    state = selling("fixed", *steps, house={"last_bet": 20})
    found = []
    for _ in range(4):
        found.append(price(state))
        state = after(state, "p1 no, p2 no, p3 no, p2 cc, p3 cc, p1 cc")
    assert found == [2, 2, 4, 20]


def test_the_price_after_the_last_round_is_the_bet_of_that_round() -> None:
    state = after(selling("fixed", BET, BUY, house={"last_bet": 20}), "p2 cc, p3 cc, p1 cc")
    assert price(state) == 20
    state = after(selling("fixed", BET, BUY), "p2 cc, p3 cc, p1 cc")
    assert price(state) == 2


def test_a_bet_size_set_in_the_script_sets_the_price() -> None:
    assert price(selling("fixed", BUY, {**BET, "tier": "big"})) == 4


def test_the_price_is_the_big_bet_with_an_open_pair_before_the_second_round() -> None:
    script = (BET, deal("u"), BUY, BET)
    for cards, chips in (("9d", 4), ("8d", 2)):
        state = after(selling("fixed", *script, house={"open_pair_big_bet": True}), "p2 cc, p3 cc, p1 cc")
        assert price(after(state, f"d dh p1 {cards}, d dh p2 2c, d dh p3 3c")) == chips


def test_the_price_in_a_race_is_the_bet_of_its_next_round() -> None:
    """Two rounds are over: a four turned up costs the big bet of the third."""
    trigger = [{"rule": "extra-card", "rank": "4", "price": "maximum bet"}]
    state = own(deal("ddd"), {"step": "turn-until-lead"}, stacks=(100, 100), trigger=trigger, house={"last_bet": 20})
    state = after(state, "d dh p1 ??????, d dh p2 ??????, p1 up 4c")
    assert price(state) == 2
    state = after(state, "p1 no, p1 cc, p2 cc, p2 up 9d, p2 cc, p1 cc, p1 up 4d")
    assert price(state) == 4


def test_the_price_before_a_race_is_the_bet_of_its_first_round() -> None:
    assert price(selling("fixed", BUY, {"step": "turn-until-lead"}, house={"last_bet": 20})) == 2


def test_a_player_who_cannot_pay_to_rearrange_is_announced() -> None:
    halves = [{"rule": "high", "hand": "high"}, {"rule": "low", "hand": "low"}]
    script = (deal("dd"), {"step": "build", "count": 2}, {"step": "rearrange", "price": "maximum bet"}, BET)
    state = own(*script, stacks=(4, 100), share=halves, stakes=Stakes(ante=3, limit="pot"))
    state = after(state, "d dh p1 ????, d dh p2 ????, p1 up 3c to low, p1 up Kc to high")
    state = after(state, "p2 up 4d to low, p2 up 9d to high")
    assert announced(state) == ["Ann cannot pay 6 to swap or move a card", "Bob may swap or move a card for 6"]
    assert all_announced(after(state, "p2 no"))[-1].startswith("Ann opens")


def test_a_misdeal_returns_payments_from_an_untracked_stack() -> None:
    """Ann and Bob have anted 3; they pay 9 each, and Ann pays 27 for another card."""
    state = after(selling("pot", BUY, {**BUY, "key": "more"}, BET, chips=(None, 100, 100)), "p1 pay 9, p2 pay 9, p3 no")
    state = after(state, "p1 pay 27, d misdeal")
    assert state.result is not None
    assert state.result.returned == ((0, 39), (1, 12), (2, 3))


@pytest.mark.parametrize("then", ["pay", "extra card"])
def test_the_price_of_an_ante_is_announced_where_there_is_none(then: str) -> None:
    trigger = {"rule": "up-card", "ranks": "4", "then": then, "price": "ante"}
    state = after(own(deal("du"), BET, trigger=[trigger], stakes=Stakes(ante=0)), "d dh p1 ??4c")
    assert announced(state)[-1] == "There is no ante: the price is the smallest bet, 2"
