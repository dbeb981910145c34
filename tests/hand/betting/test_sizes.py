"""Limits of bets and raises: the bring-in, the smallest chip, the pot, short all-ins, and turns."""

from __future__ import annotations

from app.games.house import Stakes
from app.hand.play import legal
from app.hand.view import whose_turn
from tests.hand.at_table import after, hand, refusal
from tests.hand.betting.test_betting import THIRD, third

NO_LIMIT = Stakes(ante=0, limit="none", min_bet=10)


def test_a_raise_is_refused_when_everyone_else_is_all_in() -> None:
    dealt = after(hand(stacks=(10, 100), stakes=NO_LIMIT), "d dh p1 ????Kc, d dh p2 ????2d")
    state = after(dealt, "p1 cbr 10")
    assert legal(state) == ("p2 cc", "p2 f")
    assert refusal(state, "p2 cbr 30") == "everyone else is all in: there is nobody to raise"


def test_a_raise_is_refused_when_no_other_player_has_chips_to_call_it() -> None:
    """Bob is all in for 30, and Ann has yet to act: with 30 she can only call, with 31 she can be raised."""
    none = after(third(30, 30, 100, stakes=NO_LIMIT), "p2 cbr 30")
    assert legal(none) == ("p3 cc", "p3 f")
    assert refusal(none, "p3 cbr 60") == "nobody else has the chips to call more than this"
    one = after(third(31, 30, 100, stakes=NO_LIMIT), "p2 cbr 30")
    assert "p3 cbr 60..100" in legal(one)


def test_a_spread_limit_is_capped_like_a_fixed_limit() -> None:
    stakes = Stakes(ante=0, limit="spread", min_bet=1, max_bet=5)
    state = after(third(stakes=stakes), "p2 cbr 1, p3 cbr 2, p1 cbr 3, p2 cbr 4")
    assert legal(state) == ("p3 cc", "p3 f")


def test_the_cap_is_a_single_raise_by_house_rule() -> None:
    state = after(third(house={"raises": 1}), "p2 cbr 2, p3 cbr 4")
    assert legal(state) == ("p1 cc", "p1 f")


BRING_IN = {"opener_first": "low card brings in"}


def test_a_bring_in_as_large_as_the_bet_cannot_be_completed() -> None:
    """Bob owes a bring-in of 2 where the bet is 2: that is a full bet, so the next raise is to 4."""
    dealt = after(hand(stakes=Stakes(small=2, big=4, bring_in=2), house=BRING_IN), THIRD)
    assert legal(dealt) == ("p1 pb",)
    assert refusal(dealt, "p1 cbr 2") == "the bring-in of 2 is a full bet already"
    brought = after(dealt, "p1 pb")
    assert legal(brought) == ("p2 cc", "p2 cbr 4", "p2 f")
    fourth = after(brought, "p2 cc, p3 cc, d dh p1 3d, d dh p2 4c, d dh p3 5c")
    # There is no bring-in on the next street: a bet of 2 is a bet.
    assert legal(fourth) == ("p2 cc", "p2 cbr 2", "p2 f")


def test_a_bring_in_as_large_as_the_bet_is_the_first_of_four_bets() -> None:
    """The bring-in of 2 and raises to 4, 6 and 8 are a bet and three raises."""
    dealt = after(hand(stakes=Stakes(small=2, big=4, bring_in=2), house=BRING_IN), THIRD)
    assert legal(after(dealt, "p1 pb, p2 cbr 4, p3 cbr 6, p1 cbr 8")) == ("p2 cc", "p2 f")


def test_a_no_limit_bet_in_place_of_the_bring_in_must_be_larger() -> None:
    """The bring-in is the smallest bet of 2; a bet instead of it must be larger. Later streets have no bring-in."""
    stakes = Stakes(ante=0, limit="none", min_bet=2, bring_in=2)
    dealt = after(hand(stakes=stakes, house=BRING_IN), THIRD)
    assert legal(dealt) == ("p1 pb", "p1 cbr 3..100")
    fourth = after(dealt, "p1 pb, p2 cc, p3 cc, d dh p1 3d, d dh p2 4c, d dh p3 5c")
    assert legal(fourth) == ("p2 cc", "p2 cbr 2..98", "p2 f")


def test_the_smallest_bet_is_rounded_up_to_whole_chips() -> None:
    """With a smallest chip of 5, the minimum bet of 2 becomes one such chip."""
    state = third(stakes=Stakes(ante=0, limit="none", min_bet=2), house={"chip_unit": 5})
    assert legal(state) == ("p2 cc", "p2 cbr 5..100", "p2 f")


def test_the_largest_pot_limit_raise_is_rounded_down_to_whole_chips() -> None:
    """The pot is 8, 3 antes and Bob's 5, and 13 after a call: Cy may raise to 18, so to 15 in chips of 5."""
    state = third(stakes=Stakes(ante=1, limit="pot", min_bet=5), house={"chip_unit": 5})
    assert "p3 cbr 10..15" in legal(after(state, "p2 cbr 5"))


def test_only_the_chips_owed_are_added_to_the_pot_for_a_pot_limit_raise() -> None:
    """Bob has bet 3 of the 12 to match and owes 9: his call makes the pot of 18 one of 27, so he may raise to 39."""
    state = after(third(stakes=Stakes(ante=1, limit="pot", min_bet=2)), "p2 cbr 3, p3 cbr 12, p1 f")
    assert "p2 cbr 21..39" in legal(state)


def test_a_raise_over_a_short_all_in_adds_a_full_bet() -> None:
    """In a fixed limit of 2, Bob opens all in for 1: the next raise is to 3. Only a bring-in is completed to 2."""
    state = after(third(100, 2, 100), "p2 cbr 1")
    assert legal(state) == ("p3 cc", "p3 cbr 3", "p3 f")


def test_a_bring_in_cannot_be_completed_after_a_short_all_in() -> None:
    """Ann brings in 1 where the bet is 4, and Bob is all in for 2: a raise adds a full bet of 4."""
    stakes = Stakes(ante=0, small=4, big=8, bring_in=1)
    state = after(hand(stacks=(100, 2, 100), stakes=stakes, house=BRING_IN), THIRD, "p1 pb, p2 cbr 2")
    assert legal(state) == ("p3 cc", "p3 cbr 6", "p3 f")


def test_the_player_who_brought_in_may_raise_a_completed_bring_in() -> None:
    """Completing the bring-in of 1 to a bet of 2 is a full bet, so Bob, who brought in, may raise too."""
    state = after(hand(stakes=Stakes(bring_in=1), house=BRING_IN), "d dh p1 ????2d, d dh p2 ????2c, d dh p3 ????7s")
    state = after(state, "p2 pb, p3 cbr 2, p1 f")
    assert legal(state) == ("p2 cc", "p2 cbr 4", "p2 f")


def test_a_fixed_limit_keeps_its_size_after_the_dealer_allows_a_larger_raise() -> None:
    """Cy's raise of 8 stands by ruling. Ann's all-in for 2 more is a full raise at this limit, and Cy may reraise."""
    dealt = after(hand(stacks=(13, 100, 100, 100)), THIRD, "d dh p4 ????8c")
    state = after(dealt, "p2 cbr 2, p3 cbr 10 !, p4 cc, p1 cbr 12, p2 f")
    assert legal(state) == ("p3 cc", "p3 cbr 14", "p3 f")


def test_less_than_half_a_raise_does_not_reopen_the_action_by_house_rule() -> None:
    """Bob bets 10 and Ann is all in for 14: 4 more is less than half a raise; 5 more would be half."""
    house = {"all_in_reopens": "half raise"}
    state = after(third(14, 100, 100, stakes=NO_LIMIT, house=house), "p2 cbr 10, p3 cc, p1 cbr 14")
    assert legal(state) == ("p2 cc", "p2 f")


def test_action_on_a_bet_starts_at_its_left_even_after_a_check_out_of_turn() -> None:
    """Cy's check out of turn stands. When Ann bets, Bob on her left acts first, and Cy after him."""
    state = after(third(), "p3 cc !, p2 cc")
    assert whose_turn(state) == 0
    state = after(state, "p1 cbr 2")
    assert whose_turn(state) == 1
    assert whose_turn(after(state, "p2 cc")) == 2


def test_a_bet_out_of_turn_does_not_move_the_action_after_a_check() -> None:
    """Bob has checked and Cy is to act when Ann bets out of turn: Cy answers it, and Bob after him."""
    state = after(third(), "p2 cc, p1 cbr 2 !")
    assert whose_turn(state) == 2
    assert whose_turn(after(state, "p3 cc")) == 1


def test_a_raise_out_of_turn_does_not_move_the_action_after_the_bring_in() -> None:
    """Ann has brought in 1 and Bob is to act when Cy completes to 2 out of turn: Bob answers it, and Ann after him."""
    state = after(hand(stakes=Stakes(bring_in=1), house=BRING_IN), THIRD, "p1 pb, p3 cbr 2 !")
    assert whose_turn(state) == 1
    assert whose_turn(after(state, "p2 cc")) == 0


def test_a_bet_out_of_turn_does_not_move_the_action_after_a_fold() -> None:
    """Cy's check out of turn stands, Bob checks, Dee folds: it is Ann's turn, even after Bob bets out of turn."""
    dealt = after(hand(stacks=(100, 100, 100, 100)), THIRD, "d dh p4 ????8c")
    state = after(dealt, "p3 cc !, p2 cc, p4 f, p2 cbr 2 !")
    assert whose_turn(state) == 0
    assert whose_turn(after(state, "p1 cc")) == 2


def test_a_refused_size_is_named_as_a_bet_a_completion_or_a_raise() -> None:
    assert refusal(third(), "p2 cbr 3") == "Bob may bet 2, not 3"
    brought = after(hand(stakes=Stakes(small=2, big=4, bring_in=1), house=BRING_IN), THIRD + ", p1 pb")
    assert refusal(brought, "p2 cbr 3") == "Bob may complete to 2, not 3"
    assert refusal(after(third(), "p2 cbr 2"), "p3 cbr 3") == "Cy may raise to 4, not 3"
