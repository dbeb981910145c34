"""Betting: turns, sizes, caps, and raises that reopen the action."""

from __future__ import annotations

import pytest

from app.cards.card import parse_cards
from app.games.house import Stakes
from app.games.reasons import Reason
from app.hand.action import BET
from app.hand.play import legal, prompt
from app.hand.state import Announcement, State
from app.hand.steps.bet import Opens
from app.hand.view import whose_turn
from app.ranking.words import HandName
from tests.hand.at_table import after, announced, hand, refusal, stacks

THIRD = "d dh p1 ????2c, d dh p2 ????Kd, d dh p3 ????7s"


def third(*held: int | None, **more: object) -> State:
    """Deal third street: Bob's king opens."""
    return after(hand(stacks=held or (100, 100, 100), **more), THIRD)  # type: ignore[arg-type]


def test_the_high_card_opens_and_may_check() -> None:
    state = third()
    assert announced(state) == ["Bob opens: king high showing"]
    assert (
        Announcement(state.count, Opens(1, Reason("hand showing", 1, hand=HandName("king high"))))
        in state.announcements
    )
    assert legal(state) == ("p2 cc", "p2 cbr 2", "p2 f")


def test_a_raise_is_entered_as_a_total() -> None:
    state = after(third(), "p2 cbr 2, p3 cbr 4")
    assert [player.bet for player in state.players] == [0, 2, 4]
    assert "p1 cbr 6" in legal(state)
    assert refusal(state, "p1 cbr 2") == "a bet or raise must go above 4"


def test_a_bet_and_three_raises_are_the_cap() -> None:
    state = after(third(), "p2 cbr 2, p3 cbr 4, p1 cbr 6, p2 cbr 8")
    assert legal(state) == ("p3 cc", "p3 f")
    assert refusal(state, "p3 cbr 10") == "the betting is capped at a bet and 3 raises"
    ruled = after(state, "p3 cbr 10 !")
    assert "even though the betting is capped" in announced(ruled)[0]


def test_there_is_no_cap_heads_up() -> None:
    state = after(third(), "p2 cbr 2, p3 cbr 4, p1 f, p2 cbr 6, p3 cbr 8")
    assert "p2 cbr 10" in legal(state)


def test_the_cap_applies_heads_up_by_house_rule() -> None:
    state = after(third(house={"heads_up_cap": True}), "p2 cbr 2, p3 cbr 4, p1 f, p2 cbr 6, p3 cbr 8")
    assert legal(state) == ("p2 cc", "p2 f")


def test_a_bet_out_of_turn_needs_the_dealers_ruling_and_does_not_move_the_action() -> None:
    state = third()
    assert refusal(state, "p1 cbr 2") == "it is Bob's turn"
    ruled = after(state, "p1 cbr 2 !")
    assert whose_turn(ruled) == 1
    assert refusal(ruled, "p3 cc") == "it is Bob's turn, 2 to call"


def test_a_short_all_in_does_not_reopen_the_action() -> None:
    # Bob bets 10, Cy calls, Ann is all in for 15: 5 more is less than a full raise, so Bob may call but not raise.
    stakes = Stakes(ante=0, limit="none", min_bet=10)
    state = after(third(15, 100, 100, stakes=stakes), "p2 cbr 10, p3 cc, p1 cbr 15")
    assert legal(state) == ("p2 cc", "p2 f")
    assert refusal(state, "p2 cbr 40") == "a short all-in does not reopen the betting"


def test_a_full_all_in_raise_reopens_the_action() -> None:
    stakes = Stakes(ante=0, limit="none", min_bet=10)
    state = after(third(20, 100, 100, stakes=stakes), "p2 cbr 10, p3 cc, p1 cbr 20")
    assert "p2 cbr 30..100" in legal(state)


def test_two_short_all_ins_that_add_up_to_more_than_a_raise_reopen_the_action() -> None:
    stakes = Stakes(ante=0, limit="none", min_bet=10)
    dealt = after(hand(stacks=(21, 100, 100, 15), stakes=stakes), THIRD, "d dh p4 ????8c")
    state = after(dealt, "p2 cbr 10, p3 cc, p4 cbr 15, p1 cbr 21")
    # Each all-in is short by itself, but Bob, who bet 10, faces 11 more: that is a full raise.
    assert "p2 cbr 31..100" in legal(state)
    alone = after(dealt, "p2 cbr 10, p3 cc, p4 cbr 15, p1 cc")
    assert legal(alone) == ("p2 cc", "p2 f")


def test_two_short_all_ins_that_add_up_to_exactly_a_raise_reopen_the_action() -> None:
    stakes = Stakes(ante=0, limit="none", min_bet=10)
    dealt = after(hand(stacks=(20, 100, 100, 15), stakes=stakes), THIRD, "d dh p4 ????8c")
    state = after(dealt, "p2 cbr 10, p3 cc, p4 cbr 15, p1 cbr 20")
    assert "p2 cbr 30..100" in legal(state)
    one_less = after(hand(stacks=(19, 100, 100, 15), stakes=stakes), THIRD, "d dh p4 ????8c")
    assert legal(after(one_less, "p2 cbr 10, p3 cc, p4 cbr 15, p1 cbr 19")) == ("p2 cc", "p2 f")


def test_half_a_raise_reopens_the_action_by_house_rule() -> None:
    stakes = Stakes(ante=0, limit="none", min_bet=10)
    state = third(15, 100, 100, stakes=stakes, house={"all_in_reopens": "half raise"})
    state = after(state, "p2 cbr 10, p3 cc, p1 cbr 15")
    assert any(line.startswith("p2 cbr") for line in legal(state))


def test_all_in_players_are_not_asked_to_act_again() -> None:
    state = after(third(5, 5, 5, stakes=Stakes(ante=1)), "p2 cbr 2, p3 cbr 4, p1 cc, p2 cc")
    assert state.frame.label == "Fourth street"
    assert all(player.all_in for player in state.players)
    dealt = after(state, "d dh p1 3c, d dh p2 4c, d dh p3 5c")
    assert dealt.frame.label == "Fifth street"


def test_an_uncalled_bet_goes_back_at_once() -> None:
    stakes = Stakes(ante=0, limit="none", min_bet=2)
    state = after(third(10, 100, 100, stakes=stakes), "p2 cbr 50, p3 f, p1 cc")
    assert announced(state)[:2] == ["Ann is all in for 10", "40 goes back to Bob: nobody could call it"]
    assert stacks(state) == [0, 90, 100]
    assert state.pot == 20


def test_a_bet_larger_than_the_stack_is_refused_even_with_a_ruling() -> None:
    stakes = Stakes(ante=0, limit="none", min_bet=2)
    state = third(stakes=stakes)
    assert refusal(state, "p2 cbr 101 !") == "Bob has 100 behind"


def test_a_player_with_an_untracked_stack_can_go_all_in() -> None:
    state = after(third(None, None, None), "p2 cbr 2, p3 allin 1, p1 cc")
    assert [player.all_in for player in state.players] == [False, False, True]
    assert [player.committed for player in state.players] == [3, 3, 2]


def test_the_big_bet_starts_on_fifth_street() -> None:
    state = after(third(), "p2 cc, p3 cc, p1 cc, d dh p1 3c, d dh p2 4c, d dh p3 5c")
    assert "p2 cbr 2" in legal(state)
    state = after(state, "p2 cc, p3 cc, p1 cc, d dh p1 8c, d dh p2 9c, d dh p3 Tc")
    assert "p2 cbr 4" in legal(state)


def test_an_open_pair_allows_either_bet_on_fourth_street_by_house_rule() -> None:
    state = after(third(house={"open_pair_big_bet": True}), "p2 cc, p3 cc, p1 cc, d dh p1 2d, d dh p2 4c, d dh p3 5c")
    assert legal(state) == ("p1 cc", "p1 cbr 2", "p1 cbr 4", "p1 f")


JOKERS = {"modifier": "jokers", "count": 2, "play": "wild"}


def fourth_street_with(ann: str, bob: str, cy: str) -> State:
    """Deal fourth street of a joker game after third was checked through, with these up-cards in order."""
    up = tuple((cards[:2], cards[2:]) for cards in (ann, bob, cy))
    state = hand(modifiers=(JOKERS,), house={"open_pair_big_bet": True, "wild_showing": False})
    state = after(state, *(f"d dh p{n + 1} ????{first}" for n, (first, _) in enumerate(up)))
    opener = state.opener or 0
    state = after(state, *(f"p{(opener + step) % 3 + 1} cc" for step in range(3)))
    return after(state, *(f"d dh p{n + 1} {second}" for n, (_, second) in enumerate(up)))


@pytest.mark.parametrize("cards", ["JrJb", "Jr2c", "2cJr", "Jb3c", "3dJb", "JrAc", "JbAh"])
def test_an_open_pair_never_counts_jokers(cards: str) -> None:
    state = fourth_street_with(cards, "9hTd", "5s7h")
    bets = [ask.action.amount for ask in prompt(state).asks if ask.action.verb == BET]
    assert bets == [2]


def test_a_natural_pair_is_an_open_pair_in_a_game_with_jokers() -> None:
    state = fourth_street_with("JrJb", "9h9d", "5s7h")
    bets = [ask.action.amount for ask in prompt(state).asks if ask.action.verb == BET]
    assert bets == [2, 4]


def test_a_folded_players_pair_is_not_an_open_pair() -> None:
    state = after(third(house={"open_pair_big_bet": True}), "p2 cbr 2, p3 cc, p1 cc")
    assert legal(after(state, "d dh p1 2d, d dh p2 4c, d dh p3 5c"))[1:3] == ("p1 cbr 2", "p1 cbr 4")
    state = after(third(house={"open_pair_big_bet": True}), "p2 cbr 2, p3 cc, p1 f")
    assert legal(after(state, "d dh p2 4c, d dh p3 5c")) == ("p2 cc", "p2 cbr 2", "p2 f")


def test_the_last_round_may_have_its_own_bet() -> None:
    state = after(third(house={"last_bet": 20}), "p2 cc, p3 cc, p1 cc")
    for street in ("d dh p1 3c, d dh p2 4c, d dh p3 5c", "d dh p1 8c, d dh p2 9c, d dh p3 Tc"):
        state = after(state, street, "p2 cc, p3 cc, p1 cc")
    state = after(state, "d dh p1 8d, d dh p2 9d, d dh p3 Td")
    state = after(state, "p3 cc, p1 cc, p2 cc, d dh p1 ??, d dh p2 ??, d dh p3 ??")
    assert "p3 cbr 20" in legal(state)


def test_a_pot_limit_raise_may_be_as_large_as_the_pot_after_the_call() -> None:
    stakes = Stakes(ante=1, limit="pot", min_bet=2)
    state = after(third(stakes=stakes), "p2 cbr 3")
    # The pot has 3 antes and the bet of 3; a call of 3 makes it 9, so a raise may go to 3 + 9.
    assert "p3 cbr 6..12" in legal(state)


def test_the_spread_limit_bounds_a_raise() -> None:
    stakes = Stakes(ante=1, limit="spread", min_bet=1, max_bet=5)
    state = after(third(stakes=stakes), "p2 cbr 3")
    assert "p3 cbr 6..8" in legal(state)


def test_the_low_card_brings_in_and_clubs_are_lowest() -> None:
    stakes = Stakes(bring_in=1)
    state = hand(stakes=stakes, house={"opener_first": "low card brings in"})
    state = after(state, "d dh p1 ????2d, d dh p2 ????2c, d dh p3 ????7s")
    assert legal(state) == ("p2 pb", "p2 cbr 2")
    assert "must bring in" in refusal(state, "p2 cc")
    called = after(state, "p2 pb")
    assert legal(called) == ("p3 cc", "p3 cbr 2", "p3 f")
    assert "p1 cbr 4" in legal(after(called, "p3 cbr 2"))
    # The bring-in may still raise if everybody else has only called.
    assert legal(after(called, "p3 cc, p1 cc"))[0].startswith("d dh")


def test_the_end_of_the_betting_is_announced_once() -> None:
    stakes = Stakes(ante=0, limit="none", min_bet=2)
    state = after(third(10, 100, 100, stakes=stakes), "p2 cbr 50, p3 f, p1 cc")
    assert announced(state)[2:] == ["No more betting: everyone but Bob is all in"]
    assert announced(after(state, "d dh p1 3c, d dh p2 4c")) == []


def test_players_all_in_for_the_ante_are_announced_at_once() -> None:
    assert announced(hand(stacks=(1, 1, 100)))[0] == "Ann and Bob are all in for the ante"
    assert announced(hand(stacks=(1, 100, 100)))[0] == "Ann is all in for the ante"


def test_the_bring_in_is_announced_with_its_price() -> None:
    state = hand(stakes=Stakes(bring_in=1), house={"opener_first": "low card brings in"})
    state = after(state, "d dh p1 ????2d, d dh p2 ????2c, d dh p3 ????7s")
    assert announced(state) == ["Bob brings in 1: low card, the 2 of clubs"]
    assert state.opener_why == Reason("low card", 1, cards=parse_cards("2c"))


def test_a_tie_for_the_opener_is_announced_with_the_rule_that_decides_it() -> None:
    tie = "d dh p1 ????9c, d dh p2 ????Kh, d dh p3 ????Ks"
    assert announced(after(hand(), tie)) == ["Bob opens: king high showing, tied, first to the dealer's left"]
    state = after(hand(house={"opener_tie": "suit"}), tie)
    assert announced(state) == ["Cy opens: king high showing, tied, highest by suit"]
    low = after(
        hand(modifiers=({"modifier": "hi-lo"},), house={"opener_later": "low hand"}), tie, "p2 cc, p3 cc, p1 cc"
    )
    low = after(low, "d dh p1 8d, d dh p2 8h, d dh p3 8s")
    assert announced(low) == ["Ann opens: 9-8 low showing"]


def test_the_next_player_opens_in_place_of_an_all_in_player_and_the_reason_is_announced() -> None:
    opened = third(1, 100, 100, house={"opener_first": "left of dealer"})
    assert announced(opened)[-1] == "Bob opens: Ann, first to the dealer's left, is all in"
    assert announced(third(100, 1, 100))[-1] == "Cy opens: Bob, with king high showing, is all in"


def test_the_hand_ends_without_a_showdown_when_everyone_else_folds() -> None:
    state = after(third(), "p2 cbr 2, p3 f, p1 f")
    assert stacks(state) == [99, 102, 99]
    assert announced(state) == ["Bob wins 5: everyone else has folded"]
    assert refusal(state, "p1 cc") == "the hand is over"


def test_a_player_with_an_untracked_stack_pays_the_bring_in_in_full() -> None:
    state = after(hand("razz", (None, None, None), stakes=Stakes(bring_in=1)), THIRD)
    brought = after(state, "p2 pb")
    assert brought.players[1].bet == 1
    assert legal(brought)[0] == "p3 cc"


def test_fourth_street_has_the_small_bet_without_an_open_pair() -> None:
    state = after(third(house={"open_pair_big_bet": True}), "p2 cc, p3 cc, p1 cc")
    assert "p2 cbr 4" not in legal(after(state, "d dh p1 3c, d dh p2 4c, d dh p3 5c"))
    assert "p2 cbr 4" in legal(after(state, "d dh p1 3c, d dh p2 Kc, d dh p3 5c"))
