"""Every card dealt or turned face up must be named: an unseen card is refused."""

from __future__ import annotations

import pytest

from app.hand.ask import Refusal
from app.hand.play import play, start
from app.record.setup import setup_of
from app.record.text import read
from tests.hand.at_table import after, hand, refusal
from tests.hand.own_game import BET, deal, own, three_down

UP = "it comes face up: name the card"
BY_NAME = "one card at a time, by name"
DRAW_OPEN = {"step": "draw", "like_for_like": True, "most": 2}
FREE_FOUR = {"rule": "extra-card", "rank": "4", "price": "free"}
PAIR = {"rule": "centre-after-pair"}


def test_a_card_dealt_up_must_be_named() -> None:
    state = own(deal("ddu"), BET)
    assert refusal(state, "d dh p1 ????????") == "Ann gets 3 more on this street, not 4"
    assert refusal(state, "d dh p1 ??????") == UP
    state = after(state, "d dh p1 ????")
    assert refusal(state, "d dh p1 ??") == UP
    assert after(state, "d dh p1 9c").players[0].up != ()


def test_a_card_dealt_up_without_down_cards_or_for_a_price_must_be_named() -> None:
    state = after(own(deal("d"), deal("n"), BET), "d dh p1 ??, d dh p2 ??, d dh p3 ??")
    assert refusal(state, "d dh p1 ??") == UP
    buy = {"step": "buy", "key": "up", "what": "to have it up", "price": "free"}
    state = own(buy, deal("d", bought="up", bought_cards="u"), BET)
    state = after(state, "p1 pay 0, p2 no, p3 no")
    assert refusal(state, "d dh p1 ??") == UP
    assert after(state, "d dh p1 9c, d dh p2 ??").players[1].down != ()


def test_the_common_card_of_a_short_deck_must_be_named() -> None:
    state = own(deal("dddddd"), BET, deal("d"), BET, stacks=(100,) * 8)
    state = after(state, *(f"d dh p{n} ????????????" for n in range(1, 9)), *(f"p{n} cc" for n in range(1, 9)))
    assert refusal(state, "d db ??") == UP
    assert len(after(state, "d db 9c").common_cards) == 1


def test_cards_in_the_middle_must_be_named() -> None:
    state = after(own(deal("d"), {"step": "common"}, BET), "d dh p1 ??, d dh p2 ??, d dh p3 ??")
    assert refusal(state, "d db ??") == UP
    dealt = after(own(deal("u"), deal("u"), BET, trigger=[PAIR]), "d dh p1 9c, d dh p2 4c, d dh p3 5c, d dh p1 9d")
    assert refusal(dealt, "d db ??") == UP


def test_cards_of_a_draft_or_an_auction_must_be_named() -> None:
    draft = after(own(deal("u"), {"step": "draft"}, BET), "d dh p1 9c, d dh p2 4c, d dh p3 5c")
    assert refusal(draft, "d db 2c??3c") == UP
    auction = after(own(deal("d"), {"step": "auction-card"}, BET), "d dh p1 ??, d dh p2 ??, d dh p3 ??")
    assert refusal(auction, "d db ??") == "one card is turned up in the middle, by name"
    auction = after(auction, "d db 8c, p1 no, p2 no, p3 no")
    assert refusal(auction, "d dh p2 ??") == UP


def test_cards_drawn_up_and_extra_up_cards_must_be_named() -> None:
    draw = after(own(deal("u"), DRAW_OPEN, BET), "d dh p1 9c, d dh p2 4c, d dh p3 5c, p1 sd 9c")
    assert refusal(draw, "d dh p1 ??") == UP
    extra = after(own(deal("u"), BET, trigger=[FREE_FOUR]), "d dh p1 4c, p1 pay 0")
    assert refusal(extra, "d dh p1 ??") == UP


@pytest.mark.parametrize(
    ("step", "line"),
    [
        ({"step": "roll"}, "p1 up ??"),
        ({"step": "turn-all-up"}, "p1 up ??"),
        ({"step": "build"}, "p1 up ?? to high"),
        ({"step": "next-turns"}, "p1 up ??"),
        ({"step": "turn-until-lead"}, "p1 up ??"),
    ],
)
def test_a_card_turned_up_must_be_named(step: dict[str, object], line: str) -> None:
    assert refusal(three_down(step, BET), line) == BY_NAME


def test_a_card_taken_face_up_must_be_named() -> None:
    state = after(own(deal("d"), deal("c"), BET), "d dh p1 ??, d dh p2 ??, d dh p3 ??")
    assert refusal(state, "d dh p1 ??") == "Ann takes the next card up, or first turns one up"


RECORD = """
variant = "{variant}"
antes = [1, 1]
bring_in = 1
small_bet = 2
big_bet = 4
starting_stacks = [100, 100]
actions = ["d dh p1 ????4c", "d dh p2 ??????", "p1 pb", "p2 f"]
"""


def test_an_imported_record_may_leave_folded_cards_unknown() -> None:
    state = start(setup_of(read(RECORD.format(variant="F7S/8"), "hand.phh")))
    assert after(state, "d dh p1 ????4c, d dh p2 ??????, p1 pb, p2 f").result is not None
    state = start(setup_of(read(RECORD.format(variant="stud-eight-or-better"), "hand.toml")))
    assert isinstance(play(after(state, "d dh p1 ????4c"), "d dh p2 ??????"), Refusal)
    assert refusal(after(hand("stud-eight-or-better"), "d dh p1 ????4c"), "d dh p2 ??????") == UP
