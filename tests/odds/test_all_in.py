"""Odds at an all-in: at which moments of a hand, and from which cards."""

from __future__ import annotations

from random import Random

import pytest

from app.games.house import Stakes
from app.hand.state import State
from app.odds.all_in import known_at_all_in
from app.odds.estimate import odds
from app.odds.figures import Odds
from tests.hand.at_table import after, hand
from tests.odds.hands import calm, other_unseen

NO_LIMIT = Stakes(ante=1, limit="none", small=2, big=4, min_bet=2)


def view_of(state: State) -> str:
    """Return the view used for the odds; empty if there are none."""
    known = known_at_all_in(state)
    return known.view if known is not None else ""


def holdem(*stacks: int) -> State:
    """Return a hand of hold'em with the hole cards dealt."""
    return after(hand("texas-holdem", stacks, stakes=NO_LIMIT), *(f"d dh p{n} ????" for n in range(1, len(stacks) + 1)))


def test_two_players_all_in_before_the_last_card_have_odds() -> None:
    state = holdem(20, 20)
    assert view_of(state) == ""
    bet = after(state, "p1 cbr 19")
    assert view_of(bet) == ""  # Bob owes a call
    state = after(bet, "p2 cc")
    assert view_of(state) == ""  # all hands are alike while no hole cards are known
    assert view_of(after(state, "d db 2c7d9h, d db 3c")) == ""
    assert view_of(after(state, "p1 sm AsAd")) == "shown"


def test_there_are_no_odds_while_a_side_pot_is_still_being_bet() -> None:
    state = after(holdem(10, 50, 50), "p1 cbr 9, p2 cc, p3 cc")
    assert view_of(state) == ""
    state = after(state, "d db 2c7d9h")
    assert view_of(state) == ""
    state = after(state, "p2 cbr 40, p3 f, p1 sm AsAd")
    assert view_of(state) == "shown"


def test_there_are_odds_if_one_player_covers_all_others() -> None:
    state = after(holdem(10, 20, 90), "p1 cbr 9, p2 cbr 19, p3 cc")
    assert state.bettors == (2,)
    state = after(state, "p1 sm AsAd")
    assert view_of(state) == "shown"
    assert view_of(after(state, "d db 2c7d9h, d db 3c")) == "shown"


def test_hands_turned_up_are_known_one_by_one_and_then_all() -> None:
    state = after(holdem(20, 20), "p1 cbr 19, p2 cc, p1 sm AsAd")
    assert view_of(state) == "shown"
    state = after(state, "p2 sm KsKd")
    assert view_of(state) == "open"
    known = known_at_all_in(after(state, "d db 2c7d9h, d db 3c"))
    assert known is not None
    answer = odds(known)
    assert isinstance(answer, Odds)
    assert answer.exact
    assert answer.seats[1].share.value == 2 / 44  # two kings among the remaining cards


def test_at_the_showdown_odds_begin_with_the_first_hand_turned_up() -> None:
    state = after(holdem(20, 20), "p1 cbr 19, p2 cc, d db 2c7d9h, d db 3c, d db Jh")
    assert view_of(state) == ""
    state = after(state, "p1 sm AsAd")
    assert view_of(state) == "shown"
    assert view_of(after(state, "p2 sm KsKd")) == ""  # the hand is over


def test_a_hand_run_twice_has_no_odds() -> None:
    state = after(holdem(20, 20), "p1 cbr 19, p2 cc, p1 sm AsAd, p2 sm KsKd, d db 2c7d9h")
    assert view_of(state) == "open"
    assert view_of(after(state, "d twice")) == ""


def test_there_are_no_odds_during_a_draw() -> None:
    state = hand("five-card-draw", (20, 20), stakes=NO_LIMIT)
    state = after(state, "d dh p1 ??????????, d dh p2 ??????????, p1 cbr 19, p2 cc, p1 sm AsAd2c3c4c")
    assert view_of(state) == ""
    state = after(state, "p1 sd, p2 sd")
    assert view_of(state) == ""  # Ann may have drawn to the hand she turned up
    assert view_of(after(state, "p1 sm AsAd2c3c4c")) == "shown"


def test_there_are_no_odds_before_cards_are_passed() -> None:
    state = hand("anaconda", (1, 1), stakes=NO_LIMIT)
    assert state.bettors == ()
    assert view_of(state) == ""


@pytest.mark.parametrize(
    "game_id", ["five-card-stud", "seven-card-stud", "follow-the-queen", "low-hole-wild", "chicago"]
)
def test_unseen_cards_change_neither_the_moment_nor_what_is_known(game_id: str) -> None:
    random, dealer = Random(game_id), calm(game_id, 3, stacks=(12, 12, 90))
    dealer.play_out()
    known = [known_at_all_in(state) for state in dealer.states]
    assert any(known)
    assert [known_at_all_in(other_unseen(state, random)) for state in dealer.states] == known
