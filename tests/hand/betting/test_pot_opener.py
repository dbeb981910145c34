"""Openers: the cards needed to open, the opener first in later rounds, and deals that nobody opens."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.errors import GameError
from app.games.house import Stakes
from app.hand.play import legal, prompt
from app.hand.state import State
from app.hand.view import TELEVISION, view
from tests.hand.at_table import after, all_announced, announced, hand, labels, prompt_words, refusal, stacks
from tests.hand.own_game import BET, deal, own

JACKS = {"step": "bet", "needs": ["pair of jacks"], "passed": "ante and deal again"}
FIVES = ("d dh p1 ??????????", "d dh p2 ??????????", "d dh p3 ??????????")


def five_down(*script: dict[str, Any], **table: Any) -> State:
    return after(own(deal("ddddd"), *script, opener={"first": "left of dealer"}, **table), *FIVES)


def test_there_is_no_opener_before_the_first_bet() -> None:
    state = five_down(JACKS)
    assert (state.opener, prompt_words(state)) == (None, "Ann to act: a pair of jacks or better opens")
    state = after(state, "p1 cc")
    assert prompt_words(state) == "Bob to act: a pair of jacks or better opens"
    state = after(state, "p2 cbr 2")
    assert (state.opener, prompt_words(state)) == (1, "Cy to act: 2 to call")
    assert view(state, TELEVISION).opener_why is not None


def test_the_opener_is_announced_once_and_not_after_a_raise() -> None:
    state = after(
        five_down(JACKS, {"step": "draw"}, BET), "p1 cbr 2, p2 cbr 4, p3 f, p1 cc, p1 sd, p2 sd, p1 cbr 2, p2 cc"
    )
    assert [text for text in all_announced(state) if "or better" in text] == [
        "A pair of jacks or better opens: Ann first",
        "Ann opens, with a pair of jacks or better",
    ]


def test_a_deal_passed_out_keeps_the_pot_and_all_ante_again_as_far_as_they_can() -> None:
    state = after(five_down(JACKS, stacks=(100, 1, 2)), "p1 cc, p3 cc")
    assert (state.pot, stacks(state)) == (5, [98, 0, 0])
    assert "Cy is all in for the ante" in announced(state)
    assert legal(state) == ("d redeal",)
    # There is nobody left to bet against: the new hands are shown.
    state = after(state, "d redeal", *FIVES, "p1 sm 2c2d3h4h5s, p2 sm AcAdKhQsJs, p3 sm KcKd8h7s6s")
    # Bob can win three of the antes; two more are only for Ann and Cy.
    assert stacks(state) == [98, 3, 2]


def test_no_antes_are_paid_again_in_a_game_without_antes() -> None:
    state = after(five_down(JACKS, ante=False), "p1 cc, p2 cc, p3 cc")
    assert (state.pot, announced(state)) == (0, ["Redeal: nobody opened. The pot stays"])
    state = after(five_down(JACKS, stakes=Stakes(ante=0)), "p1 cc, p2 cc, p3 cc")
    assert stacks(state) == [100, 100, 100]


def test_a_deal_passed_out_may_be_redealt_without_antes() -> None:
    state = after(five_down({"step": "bet", "passed": "deal again"}), "p1 cc, p2 cc, p3 cc")
    assert (state.pot, legal(state)) == (3, ("d redeal",))


def test_a_later_round_can_be_passed_out_too() -> None:
    state = five_down(BET, {"step": "bet", "passed": "next hand"})
    state = after(state, "p1 cbr 2, p2 cc, p3 f, p1 cc, p2 cc")
    assert state.result is not None
    assert state.result.carried == 7


def test_a_redeal_by_the_dealer_does_not_count_as_a_deal_passed_out() -> None:
    state = after(hand("jackpots", (100, 100)), "d dh p1 ??????????, d dh p2 ??????????, d redeal")
    state = after(state, "d dh p1 ??????????, d dh p2 ??????????")
    assert announced(state) == ["A pair of jacks or better opens: Ann first"]


def second_opener(how: str, *bets: str) -> list[str]:
    state = after(five_down(BET, {"step": "draw"}, {"step": "bet", "opener": how}), *bets)
    return announced(state)


def test_the_player_who_opened_or_bet_last_acts_first_in_the_next_round() -> None:
    bets = "p1 cc, p2 cbr 2, p3 cbr 4, p1 cc, p2 cc, p1 sd, p2 sd, p3 sd"
    assert second_opener("who opened", bets) == ["Bob opens: the player who opened the pot"]
    assert second_opener("who bet last", bets) == ["Cy opens: the last to bet or raise"]


def test_the_next_player_acts_first_if_the_opener_has_folded() -> None:
    folds = "p1 cc, p2 cbr 2, p3 cbr 4, p1 cc, p2 f, p1 sd, p3 sd"
    assert second_opener("who opened", folds) == ["Cy opens: next after the player who opened the pot"]


def test_the_next_player_acts_first_if_the_last_to_bet_has_folded() -> None:
    folds = "p1 cc, p2 cbr 2, p3 cbr 4, p3 f !, p1 cc, p2 cc, p1 sd, p2 sd"
    assert second_opener("who bet last", folds) == ["Ann opens: next after the last to bet or raise"]


def test_a_deal_passed_out_does_not_count_as_a_betting_round() -> None:
    state = hand("jackpots", (100, 100), house={"two_rounds_big_bet": True})
    state = after(state, FIVES[0], FIVES[1], "p1 cc, p2 cc, d redeal", FIVES[0], FIVES[1])
    assert "p1 cbr 2" in legal(state)
    state = after(state, "p1 cbr 2, p2 cc, p1 sd, p2 sd")
    assert "p1 cbr 4" in legal(state)


def test_the_first_to_the_dealers_left_acts_first_if_nobody_opened() -> None:
    assert second_opener("who opened", "p1 cc, p2 cc, p3 cc, p1 sd, p2 sd, p3 sd") == [
        "Ann opens: first to the dealer's left"
    ]


def shown(cards: str) -> State:
    """Return a hand in which Ann opened and drew one card, Cy folded, Bob stood pat, and Ann shows these cards."""
    state = five_down(JACKS, {"step": "draw"}, BET)
    state = after(state, "p1 cbr 2, p2 cc, p3 f, p1 sd ??, d dh p1 ??, p2 sd, p1 cc, p2 cc, p2 sm 3c3d4h5s6s")
    return after(state, f"p1 sm {cards}")


def test_an_opener_showing_openers_is_not_asked_about_the_discards() -> None:
    assert shown("JcJd9c8c2d").result is not None
    assert shown("2c2d9c9h7d").result is not None


def test_the_dealer_is_asked_whether_the_discards_show_openers() -> None:
    state = shown("TcTd9c8c2d")
    assert prompt_words(state) == "Ann opened with a pair of jacks or better: do the discards show it?"
    assert labels(state) == ["Openers shown", "No openers: hand is dead"]
    assert refusal(state, "p2 f") == "this is for Ann to answer"
    assert stacks(after(state, "d ok")) == [104, 97, 99]
    assert stacks(after(state, "p1 f")) == [97, 104, 99]


def test_an_opener_who_mucks_shows_openers() -> None:
    state = five_down(JACKS, {"step": "draw"}, BET)
    state = after(state, "p1 cbr 2, p2 cc, p3 f, p1 sd, p2 sd, p1 cc, p2 cc, p1 sm")
    assert "Ann opened and shows a pair of jacks or better" in announced(state)


def test_an_uncalled_opener_shows_openers() -> None:
    state = after(five_down(JACKS), "p1 cc, p2 cbr 2, p3 f, p1 f")
    assert "Bob opened and shows a pair of jacks or better" in announced(state)
    assert state.result is not None


@pytest.mark.parametrize("needs", [["jacks"], ["pair of 10s"], "pair of jacks", [3], [""]])
def test_an_unknown_opening_hand_is_refused(needs: object) -> None:
    with pytest.raises(GameError):
        own(deal("ddddd"), {"step": "bet", "needs": needs})


def test_every_pot_is_dealt_for_again_if_no_hand_qualifies() -> None:
    trips = [{"rule": "high", "qualifier": "three of a kind", "unclaimed": "ante and deal again"}]
    state = after(five_down(BET, share=trips, stacks=(3, 100, 100)), "p1 cbr 2, p2 cbr 4, p3 cc")
    state = after(state, "p2 sm 2c2d3h4h5s, p3 sm AcAdKhQsJs, p1 sm KcKd8h7s6s")
    # The main pot of 9 and the side pot of 4 stay, and two players can ante again.
    assert (state.pot, stacks(state)) == (15, [0, 94, 94])
    state = after(state, "d redeal", *FIVES, "p2 cc, p3 cc, p2 sm 2c2d2h4h5s, p3 sm AcAdAhQsJs, p1 sm KcKdKh7s6s")
    assert stacks(state) == [0, 94, 109]


def test_an_unclaimed_share_goes_to_the_winner_of_the_other_share() -> None:
    shares = [
        {"rule": "high", "qualifier": "flush", "unclaimed": "ante and deal again"},
        {"rule": "low", "qualifier": "8", "unclaimed": "ante and deal again"},
    ]
    state = after(five_down(share=shares), "p1 sm 2c3d4h5s8d, p2 sm AcAdKhQsJs, p3 sm KcKd9h7s6s")
    assert stacks(state) == [102, 99, 99]


def test_a_deal_passed_out_can_be_bet_again_for_low() -> None:
    script = {**JACKS, "passed": "low hand wins"}, {"step": "bet", "opener": "who opened"}
    state = after(five_down(*script), "p1 cc, p2 cc, p3 cc")
    assert announced(state)[0] == "Nobody opened: the lowest hand wins now, and any hand may open"
    assert prompt_words(state) == "Ann to act"
    state = after(state, "p1 cc, p2 cbr 2, p3 cc, p1 f")
    assert (state.opener, legal(state)) == (1, ("p2 cc", "p2 cbr 2", "p2 f"))  # the second round, at the small bet
    state = after(state, "p2 cc, p3 cc, p2 sm AcAdKhQsJs, p3 sm KcQd9h7s6s")
    assert stacks(state) == [99, 97, 104]


def test_a_redeal_is_played_for_high_again() -> None:
    state = after(five_down({**JACKS, "passed": "low hand wins"}), "p1 cc, p2 cc, p3 cc, d redeal", *FIVES)
    assert prompt_words(state) == "Ann to act: a pair of jacks or better opens"
    state = after(state, "p1 cbr 2, p2 cc, p3 f, p1 sm AcAdKhQsJs, p2 sm KcQd9h7s6s")
    assert stacks(state) == [104, 97, 99]


def test_the_opener_must_bet_if_the_game_says_so() -> None:
    state = five_down({"step": "bet", "opener_must": "bet"})
    assert legal(state) == ("p1 cbr 2",)
    assert refusal(state, "p1 cc") == refusal(state, "p1 f") == "Ann opens, and must bet"
    assert legal(after(state, "p1 cbr 2")) == ("p2 cc", "p2 cbr 4", "p2 f")
    assert legal(after(state, "p1 cc !")) == ("p2 cc", "p2 cbr 2", "p2 f")
    with pytest.raises(GameError, match="opener_must goes with neither needs nor passed"):
        five_down({**JACKS, "opener_must": "bet"})


def test_the_opener_must_bet_or_fold_if_the_game_says_so_and_the_next_player_may_check() -> None:
    state = five_down({"step": "bet", "opener_must": "bet or fold"})
    assert legal(state) == ("p1 cbr 2", "p1 f")
    assert refusal(state, "p1 cc") == "Ann must bet or fold"
    assert legal(after(state, "p1 f")) == ("p2 cc", "p2 cbr 2", "p2 f")
    assert legal(after(state, "p2 f !")) == ("p1 cbr 2", "p1 f")


def test_a_bet_can_be_skipped_if_nobody_has_drawn() -> None:
    draw, bet = {"step": "draw", "price": 5}, {"step": "bet", "if_drawn": True}
    state = five_down(draw, bet, deal("d"), BET)
    drew = after(state, "p1 no, p2 pay 5, p2 sd ??, d dh p2 ??, p3 no")
    assert (prompt(drew).kind, drew.rounds) == ("bet", 1)
    stood = after(state, "p1 no, p2 no, p3 no")
    assert (announced(stood), prompt(stood).kind, stood.rounds) == (["Nobody has drawn: no bet"], "dealt", 0)
    stood = after(stood, "d dh p1 ??, d dh p2 ??, d dh p3 ??")
    assert (prompt(stood).kind, prompt(stood).seat) == ("bet", 0)
