"""Several hands for each player, built in the open and rearranged for a price."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.errors import GameError
from app.games.load import resolve
from app.games.sheet import rule_sheet
from app.games.steps.hands import Build
from app.hand.play import legal, prompt
from app.hand.state import State
from app.hand.view import TELEVISION, view
from tests.hand.at_table import after, announced, labels, prompt_words, refusal, stacks
from tests.hand.own_game import BET, deal, own

BUILD = {"step": "build"}
HENWAYS = ("henway-no-peek", "wtf", "bunk-beds", "buzz-beds")
HALVES = [{"rule": "high", "hand": "high"}, {"rule": "low", "hand": "low"}]


def building(cards: int = 4, turned: int = 1, swap: str = "as a move", **table: Any) -> State:
    """Deal down cards to two players, some to be turned up into two hands."""
    script = (deal("d" * cards), {**BUILD, "count": turned}, {"step": "rearrange", "swap": swap}, BET)
    state = own(*script, **{"stacks": (100, 100), "share": HALVES, **table})
    return after(state, f"d dh p1 {'??' * cards}, d dh p2 {'??' * cards}")


def hands(state: State, seat: int) -> dict[str, int]:
    """Return the number of cards in each of a seat's hands."""
    held = [held.hand for held in state.players[seat].cards if held.hand]
    return {hand: held.count(hand) for hand in held}


def test_each_card_is_turned_up_into_a_named_hand() -> None:
    state = building()
    assert legal(state)[:2] == ("p1 up CARD to high", "p1 up CARD to low")
    assert "say which card goes to which hand" in refusal(state, "p1 up 9c")
    assert "high, low" in refusal(state, "p1 up 9c to middle")
    assert refusal(state, "p1 up ?? to low") == "one card at a time, by name"
    state = after(state, "p2 up Kd to high, p1 up 3c to low")
    assert hands(state, 0) == {"low": 1}
    assert hands(state, 1) == {"high": 1}


def test_a_step_may_put_as_many_cards_in_each_hand() -> None:
    state = own(deal("dddd"), {**BUILD, "count": 2, "each": True}, BET, stacks=(100, 100), share=HALVES)
    state = after(state, "d dh p1 ????????, d dh p2 ????????, p1 up Kd to high")
    assert legal(state) == ("p1 up CARD to low", "p2 up CARD to high", "p2 up CARD to low")
    assert refusal(state, "p1 up Qd to high") == "Ann's high hand takes no more cards now"


def test_the_step_sets_how_many_cards_each_player_turns_up() -> None:
    state = after(building(turned=2), "p1 up 3c to low, p1 up 4c to low")
    assert refusal(state, "p1 up 5c to low") == "Ann has no card to turn up now"
    assert prompt(state).seat == 1


def test_a_hand_takes_at_most_five_cards() -> None:
    state = building(cards=7, turned=7)
    state = after(state, "p1 up 2c to low, p1 up 3c to low, p1 up 4c to low, p1 up 5c to low, p1 up 7c to low")
    assert "Ann's low hand" in refusal(state, "p1 up 8c to low")
    assert "p1 up CARD to low" not in legal(state)
    assert hands(after(state, "p1 up 8c to high"), 0) == {"low": 5, "high": 1}


def rearranging(**table: Any) -> State:
    """Deal two cards turned up each: Ann a three low and a king high, Bob both cards low."""
    state = building(turned=2, **table)
    return after(state, "p1 up 3c to low, p1 up Kc to high, p2 up 4d to low, p2 up 9d to low")


def test_a_swap_is_paid_for_first_and_may_be_declined() -> None:
    state = rearranging()
    assert legal(state) == ("p1 pay 4", "p1 no")
    assert refusal(state, "p1 swaps 3c Kc") == "pay for the swap or move first"
    assert "it is Ann's turn to rearrange" in refusal(state, "p2 pay 4")
    state = after(state, "p1 no")
    assert prompt(state).seat == 1
    assert stacks(state) == [99, 99]


def test_two_cards_are_swapped_between_hands_in_either_order() -> None:
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
    assert "move one to a hand that is not full" in refusal(state, "p2 moves 4d to low")
    assert hands(after(state, "p2 moves 9d to high"), 1) == {"low": 1, "high": 1}


def test_a_card_cannot_move_into_a_full_hand() -> None:
    state = building(cards=6, turned=6)
    for seat, suit in ((1, "c"), (2, "d")):
        state = after(state, *(f"p{seat} up {rank}{suit} to low" for rank in "23457"), f"p{seat} up K{suit} to high")
    state = after(state, "p1 pay 4")
    assert "p1 moves Kc to low" not in legal(state)
    assert "p1 swaps 2c Kc" in legal(state)


def test_a_player_who_cannot_pay_is_not_asked_to_rearrange() -> None:
    assert prompt(rearranging(stacks=(4, 100))).seat == 1


def test_a_free_swap_is_offered_beside_a_paid_move() -> None:
    state = rearranging(swap="free")
    assert legal(state) == ("p1 pay 4", "p1 swaps 3c Kc", "p1 no")
    assert announced(state)[-1] == "Ann may swap two cards for nothing, or move one for 4"
    assert prompt_words(state) == "Ann: swap two cards for nothing, or move one for 4?"
    assert refusal(state, "p1 moves 3c to high") == "pay for the move first; a swap is free"
    assert stacks(after(state, "p1 swaps Kc 3c")) == [99, 99]
    state = after(state, "p1 pay 4")
    assert prompt_words(state) == "Ann moves a card"
    assert legal(state) == ("p1 moves 3c to high", "p1 moves Kc to low")
    assert "move one to a hand that is not full" in refusal(state, "p1 swaps 3c Kc")
    # Bob's cards are in one hand, so he cannot swap.
    assert legal(after(state, "p1 moves 3c to high")) == ("p2 pay 4", "p2 no")


def test_a_free_swap_is_offered_to_a_player_who_cannot_pay_for_a_move() -> None:
    assert legal(rearranging(swap="free", stacks=(4, 100))) == ("p1 swaps 3c Kc", "p1 no")


def unnamed(cards: int = 4, turned: int = 2) -> State:
    """Deal down cards to two players, some to be turned up into any number of hands."""
    either = [{"rule": "high", "hand": "any"}]
    script = (deal("d" * cards), {**BUILD, "count": turned, "hands": []}, BET)
    state = own(*script, share=either, stacks=(100, 100))
    return after(state, f"d dh p1 {'??' * cards}, d dh p2 {'??' * cards}")


def test_a_card_can_start_a_new_hand_if_the_game_names_no_hands() -> None:
    state = unnamed()
    assert announced(state)[-1] == "Everyone turns up two cards, each for a hand already started or a new one"
    assert legal(state) == ("p1 up CARD to first", "p2 up CARD to first")
    assert labels(state) == ["New hand", "New hand"]
    state = after(state, "p1 up Kc to first")
    assert legal(state) == ("p1 up CARD to first", "p1 up CARD to second", "p2 up CARD to first")
    assert labels(state)[:2] == ["To 1", "New hand"]
    assert hands(after(state, "p1 up 3c to second"), 0) == {"first": 1, "second": 1}


def test_numbered_hands_may_be_started_in_any_order() -> None:
    state = after(unnamed(), "p1 up Kc to third")
    assert legal(state)[:2] == ("p1 up CARD to third", "p1 up CARD to first")
    assert "which card goes to which hand" in refusal(state, "p1 up 3c to fifth")
    assert "which card goes to which hand" in refusal(state, "p1 up 3c to high")


def test_a_full_numbered_hand_takes_no_more_cards() -> None:
    state = after(unnamed(cards=7, turned=7), *(f"p1 up {rank}c to first" for rank in "23457"))
    assert legal(state)[0] == "p1 up CARD to second"
    assert refusal(state, "p1 up 8c to first") == "Ann's first hand takes no more cards now"


def test_the_view_lists_started_hands_by_number() -> None:
    state = after(unnamed(), "p1 up Kc to second, p2 up 3d to first")
    seen = view(state, TELEVISION)
    assert (seen.hands, seen.more_hands) == ((), ("first", "second"))


def test_the_best_of_all_numbered_hands_opens_and_wins() -> None:
    state = after(unnamed(cards=2), "p1 up Kc to first, p1 up Kd to second, p2 up 4c to first, p2 up 4d to first")
    assert state.opener == 1
    assert stacks(after(state, "p2 cc, p1 cc")) == [99, 101]


@pytest.mark.parametrize(
    "step", [{"hands": ["one"]}, {"hands": ["a", "a"]}, {"hands": [], "each": True}, {"each": True}]
)
def test_hands_must_be_two_or_more_with_different_names_or_any_number(step: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        own(deal("dddd"), {**BUILD, **step}, BET, share=HALVES)


@pytest.mark.parametrize(
    ("chosen", "call"),
    [
        ("from the hand", "Everyone turns up a card for the high or low hand"),
        ("after a look", "Everyone looks at their top card and picks the high or low hand, then all turn up"),
        ("once turned", "Everyone turns up the top card, then picks the high or low hand"),
    ],
)
def test_the_announcement_says_when_a_hand_is_picked(chosen: str, call: str) -> None:
    state = own(deal("dd"), {**BUILD, "chosen": chosen}, BET, share=HALVES, stacks=(100, 100))
    assert announced(after(state, "d dh p1 ????, d dh p2 ????"))[-1] == call


def test_the_rule_sheet_says_when_a_hand_is_picked() -> None:
    sheets = {game: "\n".join(line for part in rule_sheet(resolve(game)) for line in part.lines) for game in HENWAYS}
    assert "looks at their top card alone" in sheets["henway-no-peek"]
    assert "looks at their top card alone" in sheets["wtf"]
    assert "turn up their top card together and then, with all in sight" in sheets["bunk-beds"]
    assert "turn up their top two cards together and then, with all in sight" in sheets["buzz-beds"]


@pytest.mark.parametrize(("game", "which"), [("bunk-beds", "the high one"), ("tripple-double", "the best")])
def test_the_build_step_says_which_hand_is_the_hand_showing(game: str, which: str) -> None:
    said_of = {spec.shows_best_of for spec in resolve(game).script if isinstance(spec, Build)}
    assert said_of == {f"Of the hands that a player builds, {which} is the hand showing."}


def test_the_better_of_a_players_open_hands_is_the_hand_showing() -> None:
    script = (deal("dddd"), {**BUILD, "count": 2}, BET)
    state = own(*script, share=HALVES, stacks=(100, 100))
    state = after(state, "d dh p1 ????????, d dh p2 ????????")
    # Ann's kings are apart; Bob's fours are together.
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


def test_a_low_needs_five_cards_if_the_game_requires_a_full_hand() -> None:
    full = [{"rule": "high", "hand": "any"}, {"rule": "low", "hand": "any", "full": True}]
    script = (deal("dddd"), {**BUILD, "count": 4, "hands": ["left", "right"]}, BET)
    state = own(*script, share=full, stacks=(100, 100))
    state = after(state, "d dh p1 ????????, d dh p2 ????????")
    state = after(state, "p1 up 9c to left, p1 up 9d to left, p1 up Qc to right, p1 up Jd to right")
    state = after(state, "p2 up 8c to right, p2 up 8d to right, p2 up Ac to left, p2 up 3d to left, p1 cc, p2 cc")
    assert stacks(state) == [101, 99]


def test_a_card_that_fits_no_hand_stays_down() -> None:
    """Ann has moved a card: her right hand is full after one more, and her left one gets a single card a round."""
    build = {**BUILD, "count": 2, "hands": ["left", "right"], "each": True}
    script = (deal("d" * 10), {**build, "count": 8}, {"step": "rearrange", "price": "free"}, build, BET)
    state = own(*script, share=[{"rule": "high", "hand": "any"}], stacks=(100, 100))
    state = after(state, f"d dh p1 {'??' * 10}, d dh p2 {'??' * 10}")
    for player, suit in (("p1", "c"), ("p2", "d")):
        for number, rank in enumerate("23456789"):
            state = after(state, f"{player} up {rank}{suit} to {'left' if number < 4 else 'right'}")
    state = after(state, "p1 pay 0, p1 moves 2c to right, p2 no, p1 up Tc to left")
    assert legal(state) == ("p2 up CARD to left", "p2 up CARD to right")
    state = after(state, "p2 up Td to left, p2 up Jd to right")
    assert prompt_words(state).endswith("to act")
