"""Trading down cards."""

from __future__ import annotations

from typing import Any

from app.cards.card import UNSEEN
from app.hand.play import legal, prompt
from app.hand.state import State
from app.words.actions import describe
from tests.hand.at_table import after, labels, prompt_words, refusal, stacks
from tests.hand.own_game import BET, deal, own, three_down


def trading(**more: Any) -> State:
    return three_down({"step": "trade", **more}, BET)


def test_each_trade_is_paid_for_by_each_trader_until_the_table_is_done() -> None:
    state = trading()
    assert legal(state) == ("d ok", "p1 pay 1", "p2 pay 1", "p3 pay 1")
    state = after(state, "p1 pay 1, p3 pay 1, p1 pay 1, p2 pay 1, d ok")
    assert stacks(state) == [97, 98, 98]
    assert state.pot == 7
    assert prompt(state).kind == "bet"


def test_a_traders_down_cards_are_no_longer_known() -> None:
    state = after(trading(), "p1 pay 1")
    assert state.players[0].down == (UNSEEN,) * 3


def test_the_game_limits_the_number_of_trades() -> None:
    state = after(trading(most=2), "p1 pay 1, p1 pay 1")
    assert refusal(state, "p1 pay 1") == "Ann has made two trades already"
    assert "p1 pay 1" not in legal(state)


def test_a_trade_has_its_price_and_needs_the_chips() -> None:
    assert refusal(trading(price="small bet"), "p1 pay 1") == "a trade costs 2, not 1"
    state = trading(price=2)
    poor = own(deal("ddd"), {"step": "trade", "price": 2}, BET, stacks=(100, 2, 100))
    poor = after(poor, "d dh p1 ??????, d dh p2 ??????, d dh p3 ??????")
    assert "p2 pay 2" in legal(state)
    assert "p2 pay 2" not in legal(poor)
    assert refusal(poor, "p2 pay 2") == "Bob cannot pay for a trade"


def test_a_free_trade_is_not_paid_for() -> None:
    state = trading(price="free", both_pay=True)
    assert labels(state) == ["Done", "Trades", "Trades", "Trades"]
    assert describe(state, "p1 pay 0") == "Ann trades"
    assert prompt_words(after(state, "p1 pay 0")) == "The other player trades too"


def test_trading_ends_only_after_both_sides_have_paid() -> None:
    state = after(trading(both_pay=True), "p1 pay 1")
    assert legal(state) == ("p1 pay 1", "p2 pay 1", "p3 pay 1")
    assert prompt_words(state) == "The other player pays 1 too"
    assert refusal(state, "d ok") == "both players pay for a trade, and one has not paid yet"
    # Two payments by the same player are halves of two different trades.
    assert "d ok" not in legal(after(state, "p1 pay 1"))
    assert "d ok" in legal(after(state, "p1 pay 1, p2 pay 1, p3 pay 1"))
    assert prompt(after(state, "p2 pay 1, d ok")).kind == "bet"


def test_a_trade_is_not_offered_without_a_second_player_who_can_pay() -> None:
    state = own(deal("ddd"), {"step": "trade", "price": 2, "both_pay": True}, BET, stacks=(100, 1, 5))
    state = after(state, "d dh p1 ??????, d dh p2 ??????, d dh p3 ??????, p1 pay 2, p1 pay 2")
    # Cy has 4 behind: two trades.
    assert refusal(state, "p1 pay 2") == "nobody is left for Ann to trade with"
    assert refusal(state, "p2 pay 2") == "Bob cannot pay for a trade"
    assert legal(state) == ("p3 pay 2",)
    assert legal(after(state, "p3 pay 2, p3 pay 2")) == ("d ok",)
