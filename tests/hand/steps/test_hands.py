"""Several hands a player, built in the open and rearranged for a price."""

from __future__ import annotations

from typing import Any

from app.hand.play import legal, prompt
from app.hand.state import State
from tests.hand.at_table import after, refusal, stacks
from tests.hand.own_game import BET, deal, own

BUILD = {"step": "build"}
HALVES = [{"rule": "high", "hand": "high"}, {"rule": "low", "hand": "low"}]


def building(cards: int = 4, turned: int = 1, **table: Any) -> State:
    """Down cards for two players, some of them turned up into two hands."""
    script = (deal("d" * cards), {**BUILD, "count": turned}, {"step": "rearrange"}, BET)
    state = own(*script, **{"stacks": (100, 100), "share": HALVES, **table})
    return after(state, f"d dh p1 {'??' * cards}, d dh p2 {'??' * cards}")


def hands(state: State, seat: int) -> dict[str, int]:
    """Return how many cards lie in each of a seat's hands."""
    held = [held.hand for held in state.players[seat].cards if held.hand]
    return {hand: held.count(hand) for hand in held}


def test_each_card_turned_goes_to_a_hand_that_is_named() -> None:
    state = building()
    assert legal(state)[:2] == ("p1 up CARD to high", "p1 up CARD to low")
    assert "say which card goes to which hand" in refusal(state, "p1 up 9c")
    assert "high, low" in refusal(state, "p1 up 9c to middle")
    assert refusal(state, "p1 up ?? to low") == "one card at a time, by name"
    state = after(state, "p2 up Kd to high, p1 up 3c to low")
    assert hands(state, 0) == {"low": 1}
    assert hands(state, 1) == {"high": 1}


def test_everybody_turns_as_many_as_the_step_says() -> None:
    state = after(building(turned=2), "p1 up 3c to low, p1 up 4c to low")
    assert refusal(state, "p1 up 5c to low") == "Ann has no card to turn up now"
    assert prompt(state).seat == 1


def test_no_hand_takes_more_than_five_cards() -> None:
    state = building(cards=7, turned=7)
    state = after(state, "p1 up 2c to low, p1 up 3c to low, p1 up 4c to low, p1 up 5c to low, p1 up 7c to low")
    assert "Ann's low hand" in refusal(state, "p1 up 8c to low")
    assert "p1 up CARD to low" not in legal(state)
    assert hands(after(state, "p1 up 8c to high"), 0) == {"low": 5, "high": 1}


def rearranging(**table: Any) -> State:
    """Deal two turned up each: Ann a three low and a king high, Bob both cards low."""
    state = building(turned=2, **table)
    return after(state, "p1 up 3c to low, p1 up Kc to high, p2 up 4d to low, p2 up 9d to low")


def test_a_swap_is_paid_for_first_and_may_be_left() -> None:
    state = rearranging()
    assert legal(state) == ("p1 pay 4", "p1 no")
    assert refusal(state, "p1 swaps 3c Kc") == "a swap or a move is paid for first"
    assert "it is Ann's turn to rearrange" in refusal(state, "p2 pay 4")
    state = after(state, "p1 no")
    assert prompt(state).seat == 1
    assert stacks(state) == [99, 99]


def test_two_cards_change_places_between_hands_in_whatever_order_they_are_named() -> None:
    for line in ("p1 swaps 3c Kc", "p1 swaps Kc 3c"):
        state = after(rearranging(), "p1 pay 4", line)
        assert {str(held.card): held.hand for held in state.players[0].cards if held.hand} == {
            str(state.players[0].up[0]): "high",
            str(state.players[0].up[1]): "low",
        }
        assert stacks(state) == [95, 99]


def test_a_card_moves_to_the_other_hand() -> None:
    state = after(rearranging(), "p1 no, p2 pay 4")
    assert legal(state) == ("p2 moves 4d to high", "p2 moves 9d to high")
    assert "moved to a hand that is not full" in refusal(state, "p2 moves 4d to low")
    assert hands(after(state, "p2 moves 9d to high"), 1) == {"low": 1, "high": 1}


def test_nothing_moves_into_a_full_hand() -> None:
    state = building(cards=6, turned=6)
    for seat, suit in ((1, "c"), (2, "d")):
        state = after(state, *(f"p{seat} up {rank}{suit} to low" for rank in "23457"), f"p{seat} up K{suit} to high")
    state = after(state, "p1 pay 4")
    assert "p1 moves Kc to low" not in legal(state)
    assert "p1 swaps 2c Kc" in legal(state)


def test_who_cannot_pay_is_not_asked_to_rearrange() -> None:
    assert prompt(rearranging(stacks=(4, 100))).seat == 1


def test_the_better_of_a_players_open_hands_is_the_hand_showing() -> None:
    script = (deal("dddd"), {**BUILD, "count": 2}, BET)
    state = own(*script, share=HALVES, stacks=(100, 100))
    state = after(state, "d dh p1 ????????, d dh p2 ????????")
    # Ann's kings lie apart; Bob's fours are together.
    state = after(state, "p1 up Kc to high, p1 up Kd to low, p2 up 4c to high, p2 up 4d to high")
    assert state.opener == 1


def test_each_half_goes_to_the_best_of_its_own_hands() -> None:
    script = (deal("dddd"), {**BUILD, "count": 4}, BET)
    state = own(*script, share=HALVES, stacks=(100, 100))
    state = after(state, "d dh p1 ????????, d dh p2 ????????")
    # Ann: king-nine high, ace-three low. Bob: jacks high, ace-deuce low. Both halves are Bob's.
    state = after(state, "p1 up Kc to high, p1 up 9c to high, p1 up Ac to low, p1 up 3c to low")
    state = after(state, "p2 up Jd to high, p2 up Jc to high, p2 up Ad to low, p2 up 2d to low, p2 cc, p1 cc")
    assert state.result is not None
    assert stacks(state) == [99, 101]


def test_the_best_of_all_hands_built_may_win_both_ways() -> None:
    either = [{"rule": "high", "hand": "any"}, {"rule": "low", "hand": "any"}]
    script = (deal("dddd"), {**BUILD, "count": 4, "hands": ["left", "right"]}, BET)
    state = own(*script, share=either, stacks=(100, 100))
    state = after(state, "d dh p1 ????????, d dh p2 ????????")
    # Ann: nines, and queen-jack. Bob: eights, and ace-three: the low. Two chips, one each.
    state = after(state, "p1 up 9c to left, p1 up 9d to left, p1 up Qc to right, p1 up Jd to right")
    state = after(state, "p2 up 8c to right, p2 up 8d to right, p2 up Ac to left, p2 up 3d to left, p1 cc, p2 cc")
    assert stacks(state) == [100, 100]


def test_a_low_of_five_cards_only_where_the_game_wants_it_full() -> None:
    full = [{"rule": "high", "hand": "any"}, {"rule": "low", "hand": "any", "full": True}]
    script = (deal("dddd"), {**BUILD, "count": 4, "hands": ["left", "right"]}, BET)
    state = own(*script, share=full, stacks=(100, 100))
    state = after(state, "d dh p1 ????????, d dh p2 ????????")
    state = after(state, "p1 up 9c to left, p1 up 9d to left, p1 up Qc to right, p1 up Jd to right")
    state = after(state, "p2 up 8c to right, p2 up 8d to right, p2 up Ac to left, p2 up 3d to left, p1 cc, p2 cc")
    assert stacks(state) == [101, 99]
