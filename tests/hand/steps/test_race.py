"""Turning unseen cards: until one leads, or one at a time around the table."""

from __future__ import annotations

from typing import Any

from app.hand.play import legal, prompt
from app.hand.state import State
from tests.hand.at_table import after, announced, refusal, stacks
from tests.hand.own_game import BET, deal, own

RACE = {"step": "turn-until-lead"}


def racing(cards: int = 3, *first: dict[str, Any], **table: Any) -> State:
    """Deal unseen cards to everyone, to be turned until one leads."""
    state = own(*first, deal("d" * cards), RACE, **table)
    if first:
        state = after(state, "d db 9h")
    return after(state, *(f"d dh p{n + 1} {'??' * cards}" for n in range(3)))


def test_the_first_player_leads_with_one_card_and_bets() -> None:
    state = racing()
    assert legal(state) == ("p1 up CARD",)
    state = after(state, "p1 up 2c")
    assert announced(state) == ["Ann leads and opens: deuce high showing"]
    assert state.opener == 0
    assert prompt(state).kind == "bet"


def test_the_next_player_turns_cards_until_the_hand_is_better_not_equal() -> None:
    state = after(racing(), "p1 up 9c, p1 cc, p2 cc, p3 cc, p2 up 4d")
    assert prompt(state).seat == 1
    assert "it is Bob's turn to turn cards" in refusal(state, "p3 up 5h")
    # Nine and four beat a lone nine.
    assert "Bob leads and opens: nine high showing" in announced(after(state, "p2 up 9d"))
    equal = after(racing(), "p1 up 9c, p1 cc, p2 cc, p3 cc, p2 up 9d")
    assert prompt(equal).kind == "roll"
    assert prompt(equal).seat == 1


def test_the_leader_opens_the_betting() -> None:
    state = after(racing(), "p1 up 9c, p1 cc, p2 cc, p3 cc, p2 up Kd")
    assert state.opener == 1


def test_a_player_who_turns_every_card_without_leading_folds() -> None:
    state = after(racing(), "p1 up Ac, p1 cc, p2 cc, p3 cc, p2 up 4d, p2 up 7d, p2 up 9h")
    assert "Bob has turned every card without taking the lead, and folds" in announced(state)
    assert state.live == (0, 2)
    assert prompt(state).seat == 2


def test_the_leader_wins_when_all_others_have_failed() -> None:
    state = after(racing(1), "p1 up Ac, p1 cc, p2 cc, p3 cc, p2 up 4d, p3 up 5d")
    assert state.result is not None
    assert stacks(state) == [102, 99, 99]


def test_the_race_goes_around_until_all_cards_are_up() -> None:
    state = after(racing(2), "p1 up 2c, p1 cc, p2 cc, p3 cc, p2 up 3d, p2 cc, p3 cc, p1 cc")
    state = after(state, "p3 up 4d, p3 cc, p1 cc, p2 cc")
    assert prompt(state).seat == 0
    state = after(state, "p1 up 2d, p1 cc, p2 cc, p3 cc, p2 up 3c, p2 cc, p3 cc, p1 cc")
    state = after(state, "p3 up 4h")
    assert "Cy leads and opens: pair of fours showing" in announced(state)
    state = after(state, "p3 cc, p1 cc, p2 cc")
    # Every card is up: there is nothing to show.
    assert state.result is not None
    assert stacks(state) == [99, 99, 102]


def test_a_folded_player_does_not_turn_cards() -> None:
    state = after(racing(), "p1 up 9c, p1 cbr 2, p2 f, p3 cc")
    assert prompt(state).seat == 2


def test_a_card_in_the_middle_is_a_hand_to_beat() -> None:
    state = racing(3, {"step": "common", "own": False})
    assert announced(state) == ["Ann turns cards to beat nine high in the middle"]
    state = after(state, "p1 up 8c")
    assert prompt(state).kind == "roll"
    assert "Ann leads and opens: nine high showing" in announced(after(state, "p1 up 9c"))


def test_a_pair_to_beat_takes_an_article() -> None:
    state = after(racing(), "p1 up 9c, p1 cc, p2 cc, p3 cc, p2 up 9d, p2 up 9h, p2 cc, p3 cc, p1 cc")
    assert announced(state) == ["Cy turns cards to beat a pair of nines"]


def test_the_card_to_beat_does_not_count_at_the_showdown() -> None:
    state = after(racing(1, {"step": "common", "own": False}), "p1 up Tc, p1 cc, p2 cc, p3 cc, p2 up Jc")
    state = after(state, "p2 cc, p3 cc, p1 cc, p3 up 9c")
    assert "Cy has turned every card" in " ".join(announced(state))
    # Bob's jack beats Ann's ten; neither pairs the nine in the middle.
    assert stacks(state) == [99, 102, 99]


def test_a_wild_card_counts_as_soon_as_it_is_turned() -> None:
    state = racing(wild=[{"rule": "ranks", "ranks": "3"}])
    state = after(state, "p1 up Kc, p1 cc, p2 cc, p3 cc, p2 up 3d")
    assert "Bob leads and opens: ace high showing" in announced(state)


def test_a_card_made_wild_by_turning_it_counts_at_once() -> None:
    # The three follows Ann's queen, so it is wild: an ace.
    state = racing(wild=[{"rule": "follow-rank", "rank": "Q"}])
    state = after(state, "p1 up Qc, p1 cc, p2 cc, p3 cc, p2 up 3d")
    assert "Bob leads and opens: ace high showing" in announced(state)


def test_a_single_wild_card_does_not_beat_another() -> None:
    # The first up-card of each player is wild for its owner: an ace against an ace, then a pair of fours.
    state = after(racing(wild=[{"rule": "first-up"}]), "p1 up Kc, p1 cc, p2 cc, p3 cc, p2 up 3d")
    assert prompt(state).kind == "roll"
    assert "Bob leads and opens: pair of fours showing" in announced(after(state, "p2 up 4d"))


def test_players_turn_one_card_each_around_the_table() -> None:
    script = (deal("dd"), {"step": "next-turns"}, BET, {"step": "next-turns"}, BET, {"step": "next-turns"}, BET)
    state = after(own(*script), "d dh p1 ????, d dh p2 ????, d dh p3 ????")
    assert legal(state) == ("p1 up CARD",)
    state = after(state, "p1 up 9c, p1 cc, p2 cc, p3 cc")
    assert legal(state) == ("p2 up CARD",)
    state = after(state, "p2 up 4c, p1 cc, p2 cc, p3 f")
    # Cy is out, so it is Ann's turn again.
    assert legal(state) == ("p1 up CARD",)


def test_cards_are_turned_one_at_a_time_by_name() -> None:
    state = racing()
    assert refusal(state, "p1 up ??") == "one card at a time, by name"
    assert refusal(state, "p1 up 2c3c") == "one card at a time, by name"
