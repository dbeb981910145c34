"""Effects of up-cards: a redeal, a fold, a centre card."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.errors import GameError
from app.hand.play import legal, prompt
from app.hand.state import State
from tests.hand.at_table import after, announced, hand, refusal, stacks, wild
from tests.hand.own_game import BET, deal, own


def studding(*rules: dict[str, Any], rest: tuple[dict[str, Any], ...] = (), **table: Any) -> State:
    """Deal one down and one up each, then another up."""
    script = (deal("du"), BET, deal("u"), BET, *rest)
    return own(*script, trigger=list(rules), **table)


REDEAL = {"rule": "up-card", "cards": "Qs", "then": "redeal"}
PAIR = {"rule": "up-card", "pair": True, "third": False, "then": "centre card"}


def test_a_redeal_card_stops_the_deal_at_once() -> None:
    state = after(studding(REDEAL), "d dh p1 ??9c, d dh p2 ??Qs")
    assert legal(state) == ("d redeal",)
    assert "Redeal: the queen of spades is up" in announced(state)[0]
    assert "not now" in refusal(state, "d dh p3 ??4h")


def test_a_redeal_keeps_the_pot_and_folded_players_stay_out() -> None:
    state = after(studding(REDEAL), "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p2 cbr 2, p3 f, p1 cc")
    state = after(state, "d dh p1 Qs, d redeal")
    assert state.pot == 7
    assert state.live == (0, 1)
    assert legal(state) == ("d dh p1 ??CARD", "d dh p2 ??CARD")
    # The whole deck is reshuffled.
    state = after(state, "d dh p1 ??Kd, d dh p2 ??9c")
    assert state.opener == 0


def test_a_redeal_card_in_the_hole_has_no_effect() -> None:
    state = after(studding(REDEAL), "d dh p1 Qs9c, d dh p2 ??Kd, d dh p3 ??4h")
    assert state.opener == 1


def test_a_redeal_card_turned_up_in_a_roll_means_a_redeal() -> None:
    state = own(deal("dd"), {"step": "roll"}, BET, trigger=[REDEAL])
    state = after(state, "d dh p1 ????, d dh p2 ????, d dh p3 ????, p1 up Qs, p2 up 4c, p3 up 9c")
    assert legal(state) == ("d redeal",)


FOLDS = {
    "trigger": [{"rule": "up-card", "joker": True, "then": "fold"}],
    "deck": {"jokers": 2},
    "wild": [{"rule": "jokers"}],
}


def test_a_player_dealt_a_joker_face_up_must_fold() -> None:
    state = own(deal("dd"), {"step": "roll"}, BET, **FOLDS)
    state = after(state, "d dh p1 ????, d dh p2 ????, d dh p3 ????, p1 up Jr, p2 up 4c")
    assert announced(state) == []
    state = after(state, "p3 up 9c")
    assert announced(state)[0] == "Ann has a joker up and must fold"
    assert state.live == (1, 2)
    assert state.opener == 2


def test_the_last_player_in_need_not_fold_to_a_joker() -> None:
    state = own(deal("dd"), {"step": "roll"}, BET, **FOLDS)
    state = after(state, "d dh p1 ????, d dh p2 ????, d dh p3 ????, p1 up Jr, p2 up Jb, p3 up 4c")
    assert state.result is not None
    assert stacks(state) == [99, 99, 102]


def test_a_joker_in_the_hole_folds_nobody() -> None:
    state = own(deal("dd"), BET, **FOLDS)
    state = after(state, "d dh p1 Jr9c, d dh p2 ????, d dh p3 ????")
    assert state.live == (0, 1, 2)


def test_a_pair_turns_up_a_centre_card_before_the_deal_continues() -> None:
    state = studding(PAIR, wild=[{"rule": "follow-pair"}])
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p2 cc, p3 cc, p1 cc, d dh p1 9d")
    assert legal(state) == ("d db CARD",)
    assert announced(state) == ["Ann's pair: next up-card is wild", "Turn one card up in the centre"]
    assert refusal(state, "d db ??") == "it comes face up: name the card"
    assert refusal(state, "d db 4s5s") == "1 more to the middle, not 2"
    state = after(state, "d db 4s")
    assert wild(state).startswith("Fours are wild")
    assert legal(state) == ("d dh p2 CARD", "d dh p3 CARD")


def test_the_centre_card_belongs_to_no_player_and_makes_no_pair() -> None:
    state = studding(PAIR)
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p2 cc, p3 cc, p1 cc, d dh p1 9d")
    assert announced(state) == ["Ann has a pair up: turn one card up in the centre"]
    state = after(state, "d db Ks")
    assert legal(state) == ("d dh p2 CARD", "d dh p3 CARD")
    assert after(state, "d dh p2 2c, d dh p3 3c").opener == 0


def test_a_third_card_of_the_rank_turns_up_a_centre_card_only_by_option() -> None:
    first = "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p2 cc, p3 cc, p1 cc, d dh p1 9d, d db Ks, d dh p2 2c, d dh p3 3c"
    rest = (deal("u"), BET)
    state = after(studding(PAIR, rest=rest), first, "p1 cc, p2 cc, p3 cc, d dh p1 9h")
    assert prompt(state).seat == 1
    state = after(studding({**PAIR, "third": True}, rest=rest), first, "p1 cc, p2 cc, p3 cc, d dh p1 9h")
    assert legal(state) == ("d db CARD",)


def test_each_players_pair_turns_up_a_centre_card() -> None:
    state = studding(PAIR, wild=[{"rule": "follow-pair"}])
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p2 cc, p3 cc, p1 cc, d dh p1 9d, d db 4s")
    state = after(state, "d dh p2 Ks")
    assert legal(state) == ("d db CARD",)
    assert wild(after(state, "d db 2s")).startswith("Deuces are wild")


def test_a_last_queen_waits_for_the_card_that_it_turns_up() -> None:
    state = hand("follow-the-queen", (100, 100), options={"last_queen_turns_card": True})
    state = after(state, "d dh p1 ????Kh, d dh p2 ????4h, p1 cc, p2 cc, d dh p1 2c, d dh p2 3c, p1 cc, p2 cc")
    state = after(state, "d dh p1 8c, d dh p2 7c, p1 cc, p2 cc, d dh p1 Tc, d dh p2 Qd")
    assert announced(state) == ["Bob's queen: next up-card is wild", "Turn one card up in the centre"]
    assert announced(after(state, "d db 9s"))[0] == "Nines are wild (followed Bob's queen)"


SECOND_QUEEN = (
    "d dh p1 ????Qh, d dh p2 ????4h, p2 cc, p1 cc, d dh p1 2c, d dh p2 3c, p2 cc, p1 cc",
    "d dh p1 8c, d dh p2 7c, p2 cc, p1 cc, d dh p1 Tc, d dh p2 Qd",
)


def test_a_last_queen_ends_what_was_wild_once() -> None:
    state = after(hand("follow-the-queen", (100, 100)), *SECOND_QUEEN)
    about = [text for text in announced(state) if "wild" in text]
    assert about == ["Fours are dead, nothing wild follows: Bob's queen was the last up-card"]


def test_a_last_queen_that_turns_a_card_up_ends_what_was_wild_once() -> None:
    state = after(hand("follow-the-queen", (100, 100), options={"last_queen_turns_card": True}), *SECOND_QUEEN)
    about = [text for text in announced(state) if "wild" in text]
    assert about == ["Bob's queen: fours are no longer wild, next up-card is wild"]


def test_only_pairs_of_some_ranks_may_count() -> None:
    state = studding({"rule": "up-card", "pair": True, "pairs": "7K", "then": "redeal"})
    assert (
        state.game.triggers[0]
        .words()
        .startswith("When somebody makes an open pair of sevens or pair of kings, the hand")
    )
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p2 cc, p3 cc, p1 cc, d dh p1 9d")
    assert legal(state) == ("d dh p2 CARD", "d dh p3 CARD")
    assert legal(after(state, "d dh p2 Ks")) == ("d redeal",)
    with pytest.raises(GameError, match="it needs pair = true"):
        studding({"rule": "up-card", "pairs": "7", "ranks": "7", "then": "redeal"})
