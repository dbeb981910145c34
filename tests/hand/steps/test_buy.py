"""Options that players may buy."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.games.reasons import Reason
from app.hand.play import legal, prompt, start
from app.hand.state import Announcement, State
from app.words.announcements import announcements
from app.words.speaker import Speaker
from tests.hand.at_table import after, announced, prompt_words, refusal, stacks
from tests.hand.own_game import BET, deal, own

BUY = {"step": "buy", "key": "down", "what": "to have it down"}
JOKER_FOLDS: dict[str, Any] = {
    "deck": {"jokers": 1},
    "wild": [{"rule": "jokers"}],
    "trigger": [{"rule": "up-card", "joker": True, "then": "fold"}],
}


def buying(*, chips: tuple[int | None, ...] = (100, 100, 100), **more: Any) -> State:
    """Deal two cards each, then an option, then a card up, or down for buyers."""
    last = deal("u", bought="down", bought_cards="d")
    state = own(deal("du"), BET, {**BUY, **more}, last, BET, stacks=chips)
    return after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p2 cc, p3 cc, p1 cc")


def test_players_answer_in_turn_and_a_payment_is_not_a_bet() -> None:
    state = buying()
    assert legal(state) == ("p1 pay 4", "p1 no")
    assert prompt_words(state) == "Ann: 4 to have it down?"
    assert "it is Ann's turn" in refusal(state, "p2 pay 4")
    state = after(state, "p1 pay 4, p2 no, p3 pay 4")
    assert stacks(state) == [95, 99, 95]
    assert state.pot == 11
    assert all(player.bet == 0 for player in state.players)


def test_a_buyer_is_dealt_the_bought_card() -> None:
    state = after(buying(), "p1 pay 4, p2 no, p3 no")
    assert "d dh p2 CARD" in legal(state)
    state = after(state, "d dh p1 ??, d dh p2 2c, d dh p3 3c")
    assert [len(player.down) for player in state.players] == [2, 1, 1]


def test_the_price_is_exact_unless_the_dealer_rules() -> None:
    state = buying()
    assert refusal(state, "p1 pay 5") == "it costs 4, not 5"
    assert after(state, "p1 pay 5 !").players[0].stack == 94


def test_a_player_who_cannot_pay_is_not_asked() -> None:
    state = buying(chips=(100, 4, 100))
    assert announced(state) == ["Bob cannot pay 4", "Ann may pay 4 to have it down"]
    state = after(state, "p1 no")
    assert prompt(state).seat == 2


def test_players_who_cannot_pay_are_announced_together() -> None:
    state = buying(chips=(4, 4, 100))
    assert state.announcements[-2] == Announcement(state.count, Reason("cannot pay", seats=(0, 1), amount=4))
    assert announced(state) == ["Ann and Bob cannot pay 4", "Cy may pay 4 to have it down"]


def test_an_all_in_player_is_not_announced_as_unable_to_pay() -> None:
    state = own(deal("du"), BET, BUY, BET, stacks=(1, 4, 100))
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p2 cc, p3 cc")
    assert announced(state) == ["Bob cannot pay 4", "Cy may pay 4 to have it down"]


def test_players_passed_over_twice_by_one_action_are_announced_once() -> None:
    script = (deal("du"), BET, {**BUY, "key": "one"}, {**BUY, "key": "two"}, BET)
    state = own(*script, stacks=(4, 4, 4))
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p2 cc, p3 cc, p1 cc")
    events = [made.event for made in state.announcements if made.after == state.count]
    assert events[:2] == [Reason("cannot pay", seats=(0, 1, 2), amount=4)] * 2
    assert announcements(events, Speaker(state.setup.names))[0] == "Ann, Bob and Cy cannot pay 4"
    assert len(announcements(events, Speaker(state.setup.names))) == len(events) - 1


def test_an_option_may_be_free() -> None:
    assert legal(buying(price="free")) == ("p1 pay 0", "p1 no")


def test_a_player_who_pays_the_last_chip_is_all_in_and_still_in_the_hand() -> None:
    state = after(buying(chips=(5, 100, 100)), "p1 pay 4")
    assert state.players[0].all_in
    assert 0 in state.live


@pytest.mark.parametrize(
    ("step", "lines", "asks"),
    [
        (BUY, "p2 up Jr !, p1 no", ("p3 pay 4", "p3 no")),
        ({"step": "draw"}, "p3 up Jr !, p1 sd, p2 sd", ("p1 cc", "p1 cbr 2", "p1 f")),
        # A player who has already paid or discarded gets nothing in return.
        ({"step": "draw", "price": "small bet"}, "p1 pay 2, p1 up Jr !", ("p2 pay 2", "p2 no")),
        ({"step": "draw"}, "p1 sd ??, p1 up Jr !", ("p2 sd", "p2 sd ??", "p2 sd ????")),
        (
            {"step": "draw", "together": True},
            "p1 sd ??, p2 sd ??, p3 sd ??, p2 up Jr !",
            ("d dh p1 ??", "d dh p3 ??"),
        ),
        ({"step": "hit"}, "p1 up Jr !", ("d dh p2 CARD", "p2 no")),
        ({"step": "market", "row": [0, 0], "swap": True}, "d db AsKs, p1 sd ??, p1 up Jr !", ("p2 sd ??", "p2 no")),
    ],
)
def test_a_player_forced_to_fold_is_not_asked_again(step: dict[str, Any], lines: str, asks: tuple[str, ...]) -> None:
    state = after(own(deal("dd"), step, BET, **JOKER_FOLDS), "d dh p1 ????, d dh p2 ????, d dh p3 ????", lines)
    assert legal(state) == asks


def test_a_stored_hand_of_0_2_still_asks_a_player_forced_to_fold() -> None:
    now = own(deal("d"), BUY, BET, **JOKER_FOLDS)
    stored = start(replace(now.setup, from_0_2=True))
    lines = "d dh p1 ??, d dh p2 ??, d dh p3 ??, p2 up Jr !, p1 no"
    assert legal(after(stored, lines, "p2 no")) == legal(after(now, lines)) == ("p3 pay 4", "p3 no")
