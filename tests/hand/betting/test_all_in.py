"""All in: stacks counted or not, the last player with chips, and stacks found to be smaller."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.games.house import Stakes
from app.games.steps.deal import Deal
from app.hand.action import BID, PAY
from app.hand.play import legal, prompt, start
from app.hand.settlement.pots import pots_of
from app.hand.state import State
from tests.hand.at_table import after, all_announced, announced, hand, labels, prompt_words, refusal, stacks
from tests.hand.own_game import deal, own

STREET = "d dh p1 ????2c, d dh p2 ????Kd, d dh p3 ????7h"


def older(state: State) -> State:
    """Return the hand as dealt by version 0.2."""
    return start(replace(state.setup, from_0_2=True))


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("canadian", "d dh p1 ??????, d dh p2 ??????, d stack p2 0"),
        ("weeping-willow", "d dh p1 ??????????, d dh p2 ??????????, d stack p2 0"),
        ("auction", "d dh p1 ????, d dh p2 ????, d stack p2 0, d db Kd, p1 bid 2"),
    ],
)
def test_a_player_all_in_with_an_uncounted_stack_is_not_asked_to_pay_or_bid(game: str, lines: str) -> None:
    state = after(hand(game, (None, None)), lines)
    assert not [ask for ask in prompt(state).asks if ask.seat == 1 and ask.action.verb in (PAY, BID)]


def test_a_player_all_in_with_an_uncounted_stack_cannot_match_the_pot() -> None:
    state = hand("oppression", (None, None), options={"cannot_match": "may not go in"})
    state = after(state, f"d dh p1 {'??' * 7}, d dh p2 {'??' * 7}", "p1 sets ????, p2 sets ????, d stack p2 0")
    assert refusal(state, "p2 declare in") == "Bob cannot match the 2 in the pot"


def test_an_uncounted_stack_may_be_all_in_for_less_than_any_bet_or_call_that_is_open() -> None:
    state = after(hand(stacks=(None, None, None)), "d dh p1 ????9c, d dh p2 ????Td, d dh p3 ????Kh")
    assert legal(state)[-1] == "p3 allin 1..2"
    state = after(state, "p3 cbr 2")
    assert legal(state)[-1] == "p1 allin 1..4"
    # After a bet and three raises: above her own bet of 4, up to the call.
    assert legal(after(state, "p1 cbr 4, p2 cbr 6, p3 cbr 8")) == ("p1 cc", "p1 f", "p1 allin 5..8")


def test_the_returned_part_of_an_uncounted_all_in_is_the_whole_stack() -> None:
    state = after(hand(stacks=(None,) * 3), STREET, "p2 cbr 2, p3 allin 4, p1 allin 1, p2 f")
    assert announced(state)[0] == "2 goes back to Cy: nobody could call it"
    assert stacks(state) == [None, None, 2]


@pytest.mark.parametrize("bet", [20, 60])
def test_an_all_in_is_for_the_chips_that_the_player_has_left(bet: int) -> None:
    state = hand(stacks=(61, 100, 100), stakes=Stakes(limit="none", min_bet=2))
    state = after(state, STREET, f"p2 cbr 2, p3 cc, p1 cbr 6, p2 cbr {bet}, p3 f")
    raises = [preset.chips for ask in prompt(state).asks if ask.amount for preset in ask.amount.presets]
    assert ("All in 54" in labels(state)) == (bet == 60)
    assert raises[-1:] == ([54] if bet == 20 else [])


def test_the_last_player_with_chips_is_asked_only_to_call() -> None:
    state = after(hand(stacks=(3, 100, 100)), STREET, "p2 cbr 2, p3 cc, p1 cc")
    state = after(state, "d dh p1 3c, d dh p2 Kh, d dh p3 8h, p2 f")
    assert prompt_words(state) == "Ann's up-card"
    called = after(hand(stacks=(7, 100, 100)), STREET, "p2 cbr 2, p3 f")
    assert prompt_words(called) == "Ann to act: 2 to call"


def test_a_hand_of_version_0_2_asks_the_last_player_with_chips_to_act() -> None:
    state = after(older(hand(stacks=(3, 100, 100))), STREET, "p2 cbr 2, p3 cc, p1 cc")
    state = after(state, "d dh p1 3c, d dh p2 Kh, d dh p3 8h, p2 f")
    assert prompt_words(state) == "Cy to act"
    assert prompt_words(after(state, "p3 cc")) == "Ann's up-card"


def test_the_dealer_can_correct_a_stack() -> None:
    state = after(hand(), STREET, "p2 cbr 2", "d stack p3 1")
    assert announced(state) == ["Cy has 1 left, 98 fewer than counted"]
    assert refusal(state, "p3 cbr 4") == "Cy has 1 behind"
    assert labels(state)[0] == "All in 1"
    assert refusal(state, "d stack p3 1") == "Cy has 1 behind"


def test_a_player_with_an_uncounted_stack_and_nothing_left_is_all_in() -> None:
    state = after(hand(stacks=(None, 100, 100)), STREET, "d stack p1 0")
    assert announced(state) == ["Ann has nothing left", "Ann is all in"]
    assert refusal(state, "p1 cc") == "Ann is already all in"


def test_a_stack_found_larger_calls_the_rest() -> None:
    state = after(hand(stacks=(3, 100, 100)), STREET, "p2 cbr 2, p3 cbr 4, p1 cc, d stack p1 10")
    assert announced(state) == ["Ann has 10 left, 10 more than counted"]
    assert prompt_words(after(state, "p2 cc")) == "Ann to act: 2 to call"


def test_the_stack_of_a_folded_player_cannot_be_corrected() -> None:
    state = after(hand(), STREET, "p2 f")
    assert refusal(state, "d stack p2 3") == "Bob has folded"


def test_a_misdeal_returns_bets_to_a_corrected_stack() -> None:
    state = after(hand(), STREET, "p2 cbr 2, p3 cc, d stack p3 10, d misdeal")
    assert stacks(state) == [100, 100, 13]
    assert state.result is not None
    assert dict(state.result.returned)[2] == 3


def test_missing_chips_are_not_part_of_the_winnings() -> None:
    state = after(hand(), STREET, "p2 cbr 2, p3 cc, d stack p3 10, p1 f, d dh p2 Kh, d dh p3 8h, p2 f")
    # Cy has put in 3 of the 100 and 87 are missing: he has 10 left, plus the pot of 3 + 2 + 2.
    assert stacks(state) == [99, 97, 17]


def test_a_fold_out_of_turn_need_not_wait_for_the_bring_in() -> None:
    stakes = Stakes(bring_in=1)
    state = after(hand(stakes=stakes, house={"opener_first": "low card brings in"}), STREET)
    assert refusal(state, "p3 f") == "it is Ann's turn"
    assert prompt_words(after(state, "p3 f !")) == "Ann brings in 1, or completes it"
    assert refusal(state, "p1 f !") == "Ann must bring in 1 or complete it"


def test_antes_in_mid_hand_make_side_pots() -> None:
    """Cy antes 1 and then has 2 of the 3 chips anted later: the others' third chips are a side pot of 2."""
    state = own(deal("d"), deal("d", antes=3), stacks=(10, 10, 3))
    state = after(state, "d dh p1 ??, d dh p2 ??, d dh p3 ??")
    assert all_announced(state)[-2:] == ["Everyone still in antes again: 11 in the pot", "Cy is all in for the ante"]
    assert ([pot.amount for pot in pots_of(state)], stacks(state)) == ([9, 2], [6, 6, 0])
    state = after(state, "d dh p1 ??, d dh p2 ??, d dh p3 ??, p1 sm 2c3d, p2 sm 4c5d, p3 sm AcAd")
    assert stacks(state) == [6, 8, 9]
    assert Deal("d", antes=3).words() == "Everyone still in puts in three antes. Deal each player one card face down."
    assert Deal("d", antes=1).words().startswith("Everyone still in antes again. ")


def test_an_all_in_for_no_more_than_the_bring_in_is_the_bring_in() -> None:
    """Ann owes 2 and has 1 left: the others still call 2 or complete to 4, even if her chips are not counted."""
    stakes = Stakes(small=4, big=8, bring_in=2)
    dealt = "d dh p1 ????Kh, d dh p2 ????7h, d dh p3 ????6h"
    state = after(hand("razz", (2, 100, 100), stakes=stakes), dealt)
    assert labels(state) == ["Bring in 1"]
    assert refusal(state, "p1 cbr 1") == "a bet or raise must go above 2"
    uncounted = after(hand("razz", (None, 100, 100), stakes=stakes), dealt)
    for brought_in in (after(state, "p1 pb"), after(uncounted, "p1 allin 1")):
        assert brought_in.players[0].all_in
        assert labels(brought_in) == ["Call 2", "Complete to 4", "Fold"]
        # Two antes and Ann's own, and 1 from each: the second chips of the callers are a side pot.
        assert [pot.amount for pot in pots_of(after(brought_in, "p2 cc, p3 cc"))] == [6, 2]
    old = after(start(replace(state.setup, from_0_3=True)), dealt, "p1 cbr 1")
    assert labels(old) == ["Call 1", "Raise to 5", "Fold"]
