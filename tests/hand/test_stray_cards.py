"""Stray cards: an extra card that stays, and an exposed down card."""

from __future__ import annotations

from typing import Any

import pytest

from app.cards.card import parse_cards
from app.hand.ask import Refusal
from app.hand.play import play
from tests.hand.at_table import after, announced, hand, prompt_words, refusal
from tests.hand.own_game import BET, deal, own

THIRD = "d dh p1 ????Kc, d dh p2 ????9d, d dh p3 ????8s"


def test_an_extra_card_stays_only_by_the_dealers_ruling() -> None:
    state = after(hand(), "d dh p1 ????Kc")
    refused = play(state, "d dh p1 Kd")
    assert isinstance(refused, Refusal)
    assert refused.overrulable
    state = after(state, "d dh p1 Kd !")
    assert announced(state) == ["Dealer's ruling: it stands, even though Ann has had every card of this street"]
    assert prompt_words(state) == "Bob's up-card"
    assert [held.up for held in state.players[0].cards] == [False, False, True, True]


def test_a_stray_card_found_during_betting_does_not_move_the_action() -> None:
    state = after(hand(), THIRD, "p1 cc")
    assert refusal(state, "d dh p3 8c") == "no card is due to Cy now"
    state = after(state, "d dh p3 8c !")
    assert prompt_words(state) == "Bob to act"
    # The next street is dealt as usual, and the stray card counts for opening.
    state = after(state, "p2 cc, p3 cc, d dh p1 2c, d dh p2 3c, d dh p3 4c")
    assert state.opener == 2


def test_a_card_that_is_due_or_lies_elsewhere_cannot_stray() -> None:
    state = after(hand(), "d dh p1 ????Kc")
    assert refusal(state, "d dh p1 Kc !") == "the king of clubs is Ann's up-card"
    assert refusal(state, "d dh p2 ?????? !") == "it comes face up: name the card"
    assert refusal(state, "d dh p1 2c3c !") == "no card is due to Ann now"


def test_an_exposed_down_card_becomes_an_up_card() -> None:
    state = after(hand("follow-the-queen"), THIRD)
    assert refusal(state, "p2 up Qs") == "Bob has no card to turn up now"
    state = after(state, "p2 up Qs !")
    assert "Bob's queen: next up-card is wild" in announced(state)
    assert state.players[1].up == tuple(parse_cards("Qs9d"))


@pytest.mark.parametrize("line", ["p2 up Qs !", "d dh p2 Qs !"])
def test_a_stray_card_is_refused_after_a_fold_or_at_the_showdown(line: str) -> None:
    state = after(own(deal("du"), BET, stacks=(100, 100, 100)), "d dh p1 ??Kc, d dh p2 ??9d, d dh p3 ??8s")
    assert "not now" in refusal(after(state, "p1 cc, p2 f"), line)
    state = after(state, "p1 cc, p2 cc, p3 cc")
    assert "not now" in refusal(state, line)


def test_an_exposed_card_does_not_disturb_built_hands() -> None:
    build = {"step": "build", "count": 1, "hands": ["first", "second"]}
    state = own(deal("ddd"), build, BET, share=[{"rule": "high", "hand": "any"}])
    state = after(state, "d dh p1 ??????, d dh p2 ??????")
    assert isinstance(play(state, "d dh p1 2c !"), Refusal)


@pytest.mark.parametrize(
    ("step", "lines"),
    [
        ({"step": "draft"}, "d db As, d db Ks"),
        ({"step": "draft"}, "d db As, d db Ks, p1 takes As"),
        ({"step": "auction-card"}, "d db As, d dh p1 Ks !"),
        ({"step": "market", "row": [0, 0]}, "d db As, d db Ks, p1 takes As"),
    ],
)
def test_cards_in_the_middle_are_no_longer_in_the_deck(step: dict[str, Any], lines: str) -> None:
    """Of 20 cards 18 are dealt, and two are in the middle or have gone to a player."""
    state = own(deal("d" * 9), step, BET, deck={"strip": "23456789"}, stacks=(100, 100))
    state = after(state, f"d dh p1 {'??' * 9}, d dh p2 {'??' * 9}", lines)
    assert "no card is due to Bob now" in refusal(state, "d dh p2 Qs !")
