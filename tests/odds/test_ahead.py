"""The deal still to come, the assumptions made, and hands without odds."""

from __future__ import annotations

import pytest

from app.games.house import Stakes
from app.odds.ahead import Ahead, ahead_of
from app.odds.estimate import odds
from app.odds.figures import NoOdds, Odds
from app.odds.study import study
from app.odds.views import Known, shown
from tests.hand.at_table import after, hand
from tests.hand.own_game import BET, deal, own
from tests.odds.hands import calm


@pytest.mark.parametrize(
    ("game_id", "count", "assumptions"),
    [
        ("seven-card-stud", 6, {"nobody folds or bets"}),
        ("five-card-draw", 3, {"nobody folds or bets", "everyone stands pat"}),
        ("chicago", 6, {"nobody folds or bets", "cards speak"}),
        ("dakota", 6, {"nobody folds or bets", "cards speak", "highest turned up", "nobody buys"}),
        ("baseball", 6, {"nobody folds or bets", "extra cards taken"}),
        # If nothing depends on which cards are up, no assumption is made about that.
        ("roll-your-own", 6, {"nobody folds or bets"}),
        ("seven-card-stud", 10_000, set()),
    ],
)
def test_assumptions_are_named(game_id: str, count: int, assumptions: set[str]) -> None:
    answer = odds(shown(calm(game_id, 3).play_to(count)), deals=20)
    assert isinstance(answer, Odds)
    assert set(answer.assumptions) == assumptions


@pytest.mark.parametrize(
    ("game_id", "obstacle", "step"),
    [
        ("anaconda", "choice to come", "Pass"),
        ("cowpie", "choice to come", "SetAside"),
        ("shifting-sands", "choice to come", "Deal"),
        ("roll-your-own-chicago", "choice to come", "Roll"),
        ("roll-your-own-baseball", "choice to come", "Roll"),
        ("three-five-seven", "choice to come", "Contest"),
        ("bourre", "table judges", "NoneType"),
    ],
)
def test_a_choice_that_cannot_be_assumed_leaves_no_odds(game_id: str, obstacle: str, step: str) -> None:
    answer = odds(shown(calm(game_id, 4).state))
    assert isinstance(answer, NoOdds)
    assert (answer.obstacle, type(answer.step).__name__) == (obstacle, step)


def test_a_hand_that_is_over_has_no_odds() -> None:
    dealer = calm("seven-card-stud", 2)
    dealer.play_out()
    assert odds(shown(dealer.state)) == NoOdds("hand is over")


def test_the_pot_of_a_hand_to_be_redealt_is_divided_evenly() -> None:
    state = after(hand("the-bitch", (100, 100)), "d dh p1 ????2c", "d dh p2 ????3c")
    answer = odds(shown(state), deals=300)
    assert isinstance(answer, Odds)
    assert "dealt again evenly" in answer.assumptions


def test_a_street_with_a_short_deck_ends_with_one_common_card() -> None:
    dealer = calm("seven-card-stud", 8)
    while dealer.state.streets < 4:
        dealer.step()
    answer = odds(shown(dealer.state), deals=10)
    assert isinstance(answer, Odds)


def test_an_extra_card_that_nobody_can_pay_for_is_not_dealt() -> None:
    broke = calm("baseball", 3, stacks=(12, 12, 12))
    while broke.state.streets < 1:
        broke.step()
    ahead = ahead_of(shown(broke.state).state)
    assert isinstance(ahead, Ahead)
    assert (ahead.assumptions, ahead.fixed) == ((), True)


@pytest.mark.parametrize(("stack", "taken"), [(4, True), (3, False)])
def test_an_extra_card_may_cost_the_pot(stack: int, taken: bool) -> None:
    """Three antes of 1: the largest bet at pot limit is 3."""
    stakes = Stakes(limit="pot", min_bet=2)
    state = hand("baseball", (stack, 3, 3), options={"extra_card_price": "big bet"}, stakes=stakes)
    ahead = ahead_of(shown(state).state)
    assert isinstance(ahead, Ahead)
    assert ("extra cards taken" in ahead.assumptions, ahead.fixed) == (taken, not taken)


def test_payments_for_up_cards_are_ignored() -> None:
    dealer = calm("baseball", 3, options={"up_three": "match the pot", "extra_card_price": 100_000})
    ahead = ahead_of(shown(dealer.play_to(4)).state)
    assert isinstance(ahead, Ahead)
    assert set(ahead.assumptions) == {"nobody folds or bets", "payments left out"}


def test_hands_that_can_be_read_in_too_many_ways_have_no_odds() -> None:
    """Each card also counts as every other rank and the other suit of its colour: seven are read in 26 ** 7 ways."""
    wild = [{"rule": "counts-as", "as_ranks": "23456789TJQKA"}, {"rule": "counts-as", "colour": True}]
    state = own(deal("ddddddd"), BET, stacks=(100, 100), wild=wild)
    dealt = after(state, "d dh p1 2c3c4c5d6d7d8h", "d dh p2 2h3h4h5s6s7s8c")
    assert odds(Known(dealt, "open"), deals=10) == NoOdds("too many hands")
    assert study(dealt.setup.game, 2, 10) == NoOdds("too many hands")
