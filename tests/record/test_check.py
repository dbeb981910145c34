"""The expectations of a record, and the messages when they do not hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tomli_w

from app.dataclass import replace
from app.record.check import Replayed, run
from app.record.report import verdict
from app.record.text import read

RECORDS = Path(__file__).parent.parent / "records"

HAND: dict[str, Any] = {
    "variant": "woolworth",
    "antes": [1, 1, 1],
    "small_bet": 2,
    "big_bet": 4,
    "starting_stacks": [100, 100, 100],
    "players": ["Ann", "Bob", "Cy"],
    "actions": ["d dh p1 ????9c", "d dh p2 ????5h", "d dh p3 ????Kd", "p2 cbr 2", "p3 cc", "p1 cc", "d dh p1 Td"],
}


def replay(expect: dict[str, Any], at: int | None = None, **changes: Any) -> Replayed:
    return run(read(tomli_w.dumps({**HAND, **changes, "_expect": [expect]}), "hand.toml"), at)


@pytest.mark.parametrize(
    "expect",
    [
        {"after": 0, "pot": 3, "wild": "5c5d5h5sTcTdThTs"},
        {"after": 3, "opener": "p2", "to_act": "p2", "showing_p2": "ace high"},
        {"after": 4, "to_act": "p3", "refuses": "p1 cc"},
        {"after": 3, "says": "BOB OPENS"},
        {"after": 0, "announces": ["5s and 10s are wild"]},
        {"after": 3, "announces": ["Bob opens: ace high showing"]},
        {"after": 4, "announces": []},
        {"announces": ["10s and 5s are dead: a second one is showing"]},
        {"wild": "", "wild_p1": "", "says": "are dead", "opener": "", "to_act": ""},
        {"pot": 9, "refuses": "d dh p2 Td"},
        {"showing_p1": "ten high"},
    ],
)
def test_a_correct_expectation_passes(expect: dict[str, Any]):
    replayed = replay(expect)
    assert replayed.failures == ()
    assert replayed.held == len(expect) - ("after" in expect)
    assert replayed.status == 0


@pytest.mark.parametrize(
    ("expect", "message"),
    [
        ({"after": 6, "wild": "5c"}, "after 6: wild: expected 5c, found 5c5d5h5sTcTdThTs"),
        ({"wild": "2c"}, "after 7: wild: expected 2c, found none"),
        ({"wild_p1": "2c"}, "after 7: wild_p1: expected 2c, found none"),
        ({"after": 3, "opener": "p1"}, "after 3: opener: expected p1, found p2"),
        ({"after": 1, "to_act": "p1"}, "after 1: to_act: expected p1, found nobody"),
        ({"pot": 8}, "after 7: pot: expected 8, found 9"),
        ({"showing_p1": "pair of tens"}, "after 7: showing_p1: expected pair of tens, found ten high"),
        ({"after": 4, "says": "wild"}, "after 4: says: expected 'wild', found nothing said"),
        (
            {"after": 3, "announces": ["Bob opens: ace high showing", "5s are wild"]},
            "after 3: announces: expected 'Bob opens: ace high showing', '5s are wild', "
            "found 'Bob opens: ace high showing'",
        ),
        (
            {"after": 0, "announces": []},
            "after 0: announces: expected nothing announced, found '5s and 10s are wild'",
        ),
        ({"after": 4, "announces": ["Bob bets"]}, "after 4: announces: expected 'Bob bets', found nothing announced"),
        ({"after": 3, "refuses": "p2 cc"}, "after 3: refuses: expected 'p2 cc' to be refused, but it was accepted"),
    ],
)
def test_a_false_expectation_is_reported_with_expected_and_found_values(expect: dict[str, Any], message: str):
    replayed = replay(expect)
    assert replayed.failures == (f"hand.toml: {message}",)
    assert replayed.status == 1


def test_an_expectation_after_the_last_action_is_not_checked():
    assert replay({"after": 6, "pot": 0}, at=5).status == 0
    assert replay({"pot": 0}, at=5).status == 0
    assert replay({"after": 5, "pot": 0}, at=5).status == 1
    assert replay({"pot": 9}, at=5, finishing_stacks=[1, 2, 3]).status == 0


def test_finishing_stacks_are_checked_only_at_the_end():
    folds = [*HAND["actions"][:4], "p3 f", "p1 f"]
    assert replay({"pot": 0}, actions=folds, finishing_stacks=[99, 102, 99]).status == 0
    (failure,) = replay({"pot": 0}, actions=folds, finishing_stacks=[99, 103, 98]).failures
    assert failure == "hand.toml: finishing_stacks: expected 99, 103, 98, found 99, 102, 99"
    (failure,) = replay({"pot": 9}, finishing_stacks=[99, 103, 98]).failures
    assert failure == "hand.toml: finishing_stacks: expected 99, 103, 98, but the hand is not over"


def test_winnings_are_checked_where_the_game_is_called_by_its_id():
    inf = float("inf")
    folds = {"actions": [*HAND["actions"][:4], "p3 f", "p1 f"], "starting_stacks": [inf] * 3}
    assert replay({"pot": 0}, winnings=[0, 5, 0], **folds).status == 0
    (failure,) = replay({"pot": 0}, winnings=[0, 4, 0], **folds).failures
    assert failure == "hand.toml: winnings: expected 0, 4, 0, found 0, 5, 0"
    (failure,) = replay({"pot": 9}, winnings=[0, 5, 0]).failures
    assert failure == "hand.toml: winnings: expected 0, 5, 0, but the hand is not over"
    assert replay({"pot": 9}, at=5, winnings=[1, 2, 3]).status == 0
    raked = {**folds, "variant": "F7S", "bring_in": 1, "starting_stacks": [9, 9, 9]}
    raked["actions"] = ["d dh p1 ????2c", "d dh p2 ????Kd", "d dh p3 ????As", "p1 pb", "p2 cbr 2", "p3 f", "p1 f"]
    assert replay({"pot": 0}, winnings=[0, 3, 0], **raked).status == 0, "after rake, without the bet nobody called"


def test_untracked_stacks_stay_untracked():
    inf = float("inf")
    folds = [*HAND["actions"][:4], "p3 f", "p1 f"]
    changes = {"actions": folds, "starting_stacks": [inf, 100, 100], "finishing_stacks": [inf, 102, 99]}
    assert replay({"pot": 0}, **changes).status == 0


def test_a_refused_action_is_reported_with_its_number_and_reason():
    replayed = replay({"pot": 0}, actions=[*HAND["actions"][:4], "# now", "p1 cc # out of turn"])
    assert replayed.refused == "hand.toml: action 5 'p1 cc': it is Cy's turn, 2 to call"
    assert (replayed.status, replayed.failures, replayed.state.count) == (2, (), 4)


FIVE_BETS = ["p3 cbr 4", "p1 cbr 6", "p2 cbr 8", "p3 cbr 10"]


@pytest.mark.parametrize(
    ("variant", "lines", "refused"),
    [
        ("FT", FIVE_BETS, ""),
        ("texas-holdem", FIVE_BETS, "action 7 'p3 cbr 10': the betting is capped at a bet and 3 raises"),
        ("FT", ["p1 cbr 4"], "action 4 'p1 cbr 4': it is Cy's turn, 2 to call"),
        ("FT", ["p3 cbr 400"], "action 4 'p3 cbr 400': Cy has 100 behind"),
    ],
)
def test_a_bet_in_turn_of_the_public_format_stands_without_a_mark(variant: str, lines: list[str], refused: str):
    deal = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"]
    blinds = {"antes": [0, 0, 0], "blinds_or_straddles": [1, 2, 0]}
    replayed = replay({"after": 3, "pot": 3}, variant=variant, actions=[*deal, *lines], **blinds)
    assert replayed.refused.removeprefix("hand.toml: ") == refused
    if not refused:
        assert replay({"says": "the betting is capped"}, variant=variant, actions=[*deal, *lines], **blinds).held == 1


@pytest.mark.parametrize(
    ("end", "stacks"),
    [
        (["p1 sm ???? # laid down", "p2 sm AhAc"], [98, 102]),
        (["p1 sm 8h8d", "p2 sm ????"], [102, 98]),
        (["p1 sm", "p2 sm AhAc"], [98, 102]),
    ],
)
def test_hands_of_the_public_format_may_stay_face_down_or_be_shown_afterwards(end: list[str], stacks: list[int]):
    street = ["p1 cc", "p2 cc"]
    deal = ["d dh p1 ????", "d dh p2 ????", "p2 cc", "p1 cc"]
    board = ["d db 2c7d9h", *street, "d db Ks", *street, "d db 4s", *street]
    two = {"players": ["Ann", "Bob"], "antes": [0, 0], "blinds_or_straddles": [1, 2], "starting_stacks": [100, 100]}
    hand = {**two, "actions": [*deal, *board, *end], "finishing_stacks": stacks}
    assert replay({"pot": 0, "to_act": ""}, variant="FT", **hand).status == 0
    assert replay({"pot": 0, "to_act": ""}, variant="texas-holdem", **hand).refused


def test_hands_of_the_public_format_may_wait_to_be_shown():
    """A program that knows a hand only from its showdown shows nothing at the all-in, nor before each card."""
    deal = ["d dh p1 ????", "d dh p2 ????", "p2 cc"]
    wait = ["p1 sm ????", "p2 sm ????"]
    actions = [*deal, *wait, "d db 2c7d9h", *wait, "d db Ks", "d db 4s", "p1 sm 8h8d", "p2 sm ????"]
    two = {"players": ["Ann", "Bob"], "antes": [0, 0], "blinds_or_straddles": [1, 2], "starting_stacks": [2, 2]}
    replayed = replay({"pot": 0}, variant="FT", actions=actions, finishing_stacks=[4, 0], **two)
    assert (replayed.status, replayed.refused) == (0, "")
    assert replayed.record.actions[3:5] == ("# p1 sm ????", "# p2 sm ????")


def test_the_winner_of_a_hand_of_the_public_format_may_show_when_all_have_folded():
    blinds = {"antes": [0, 0, 0], "blinds_or_straddles": [1, 2, 0]}
    folds = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 f"]
    assert replay({"pot": 0}, variant="FT", actions=[*folds, "p2 sm AhKh"], **blinds).status == 0
    late = replay({"pot": 0}, variant="FT", actions=[*folds, "p2 cc"], **blinds)
    assert late.refused == "hand.toml: action 6 'p2 cc': the hand is over"


def test_a_record_of_version_0_2_with_a_needless_check_still_replays():
    """Ann and Bob are all in for the ante; Cy alone has chips, and was still asked to check once Dee had folded."""
    players = {"players": ["Ann", "Bob", "Cy", "Dee"], "antes": [1] * 4, "starting_stacks": [1, 1, 100, 100]}
    deal = ["d dh p1 ????9c", "d dh p2 ????8h", "d dh p3 ????Kd", "d dh p4 ????Ad"]
    asked = replay({"pot": 4}, variant="seven-card-stud", actions=[*deal, "p4 f", "p3 cc", "d dh p1 2c"], **players)
    assert (asked.status, asked.state.setup.from_0_2) == (0, True)
    now = replay({"pot": 4}, variant="seven-card-stud", actions=[*deal, "p4 f", "d dh p1 2c"], **players)
    assert (now.status, now.state.setup.from_0_2) == (0, False)


def test_a_record_of_version_0_3_whose_hand_would_end_otherwise_now_still_replays():
    """Cy bet 2 and the cards were thrown in: 0.3 left the bet in the pot, today it is returned."""
    record = read((RECORDS / "seven-card-stud/redeal-returns-an-uncalled-bet.toml").read_text("utf-8"))
    assert (run(record).status, run(record).state.setup.from_0_3) == (0, False)
    older = run(replace(record, expect=(), finishing_stacks=(97, 97, 106)))
    assert (older.status, older.state.setup.from_0_3, older.state.setup.from_0_2) == (0, True, False)
    assert verdict(older) == "16 actions replayed by the rules of version 0.3, 1 check held"
    assert run(replace(record, expect=(), finishing_stacks=(97, 97, 107))).status == 1
