"""What is done at the table: trading, passing, turning cards over, cards in the middle."""

from __future__ import annotations

from typing import Any

from app.cards.card import cards_text
from app.hand.play import legal, prompt
from app.hand.state import State
from app.hand.view import TELEVISION, Viewer, view
from tests.hand.at_table import after, refusal, said, stacks
from tests.hand.steps.test_discard import BET, deal, own


def dealt(*steps: dict[str, Any], cards: str = "ddd", **table: Any) -> State:
    """Three down cards each, known only for Ann, then the steps."""
    state = own(deal(cards), *steps, **table)
    return after(state, "d dh p1 AcKdQh, d dh p2 ??????, d dh p3 ??????")


def down(state: State, seat: int) -> str:
    return cards_text(state.players[seat].down)


def test_something_done_with_the_cards_needs_one_tap() -> None:
    state = dealt({"step": "physical", "does": "Everyone orders their stack."}, BET)
    assert prompt(state).text == "Everyone orders their stack"
    assert said(state) == ["Everyone orders their stack"]
    assert prompt(state).run == ("d ok",)
    assert refusal(state, "d ok now") == "'ok' takes no further words"
    assert prompt(after(state, "d ok")).kind == "bet"


def test_hands_are_passed_to_the_left_among_those_still_in() -> None:
    state = after(dealt({"step": "pass", "to": "left"}, BET), "d ok")
    assert [down(state, seat) for seat in range(3)] == ["??????", "AcKdQh", "??????"]


def test_or_to_the_right() -> None:
    state = after(dealt({"step": "pass", "to": "right"}, BET), "d ok")
    assert [down(state, seat) for seat in range(3)] == ["??????", "??????", "AcKdQh"]


def test_who_has_folded_is_passed_over() -> None:
    state = after(dealt(BET, {"step": "pass", "to": "left"}, BET), "p1 cc, p2 f, p3 cc, d ok")
    assert [down(state, seat) for seat in (0, 2)] == ["??????", "AcKdQh"]


def trading(**more: Any) -> State:
    return dealt({"step": "trade", **more}, BET)


def test_each_trade_is_paid_for_by_each_trader_until_the_table_is_done() -> None:
    state = trading()
    assert legal(state) == ("d ok", "p1 pay 1", "p2 pay 1", "p3 pay 1")
    state = after(state, "p1 pay 1, p3 pay 1, p1 pay 1, p2 pay 1, d ok")
    assert stacks(state) == [97, 98, 98]
    assert state.pot == 7
    assert prompt(state).kind == "bet"


def test_what_a_trader_holds_is_not_known_any_more() -> None:
    state = after(trading(), "p1 pay 1")
    assert down(state, 0) == "??????"


def test_nobody_trades_more_often_than_the_game_allows() -> None:
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


def test_cards_turned_down_are_among_the_others_and_nobody_can_say_which() -> None:
    state = own(deal("du"), BET, {"step": "turn-down"}, BET)
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p2 cc, p3 cc, p1 cc, d ok")
    for viewer in (TELEVISION, Viewer("player", 0)):
        assert [(seat.cards, seat.down) for seat in view(state, viewer).seats] == [((), 2)] * 3
    assert state.opener == 0


def test_all_cards_are_turned_up_one_by_one_by_name() -> None:
    state = dealt({"step": "turn-all-up"}, BET)
    assert refusal(state, "p1 up ??") == "one card at a time, by name"
    assert refusal(state, "p1 up 2c") == "Ann has no such down card"
    state = after(state, "p1 up Ac, p2 up 2c, p2 up 2d, p1 up Kd, p1 up Qh")
    assert refusal(state, "p1 up 3s") == "Ann has no down card left"
    state = after(state, "p2 up 3h, p3 up 5c, p3 up 6d, p3 up 7h")
    assert state.opener == 1


def test_a_common_card_counts_in_every_hand() -> None:
    state = own(deal("dd"), {"step": "common"}, BET, stacks=(100, 100))
    state = after(state, "d dh p1 ????, d dh p2 ????")
    assert refusal(state, "d db ??") == "it comes face up: name the card"
    state = after(state, "d db 9c, p1 cc, p2 cc, p1 sm 9dAh, p2 sm KhKd")
    assert stacks(state) == [99, 101]
    other = own(deal("dd"), {"step": "common"}, BET, stacks=(100, 100))
    other = after(other, "d dh p1 ????, d dh p2 ????, d db Kc, p1 cc, p2 cc, p1 sm AdAh, p2 sm KhKd")
    assert stacks(other) == [99, 101]


def test_a_card_in_the_middle_that_belongs_to_nobody_does_not_count() -> None:
    state = own(deal("dd"), {"step": "common", "own": False}, BET, stacks=(100, 100))
    state = after(state, "d dh p1 ????, d dh p2 ????, d db Kc, p1 cc, p2 cc, p1 sm AdAh, p2 sm KhKd")
    assert stacks(state) == [101, 99]


def test_several_common_cards_are_laid_in_one_tap_or_more() -> None:
    state = after(dealt({"step": "common", "count": 3}, BET), "d db 9c")
    assert "2 more" in refusal(state, "d db 2c3c4c")
    assert prompt(after(state, "d db 2c3c")).kind == "bet"


def test_the_last_common_card_is_wild_with_its_rank() -> None:
    state = dealt({"step": "common", "count": 2}, BET, wild=[{"rule": "last-common"}])
    state = after(state, "d db 9c")
    assert said(state) == ["Nines are wild (the last common card)"]
    assert after(state, "d db 4h").wild.label == "Fours are wild (the last common card)"
