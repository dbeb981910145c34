"""Cards for players who want one, and steps that repeat."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.errors import GameError
from app.games.steps.rounds import Hit, Repeat
from app.hand.play import legal, prompt
from app.hand.state import State
from app.hand.view import DEALER, view
from tests.hand.at_table import after, announced, hand, labels, prompt_words, refusal, stacks
from tests.hand.own_game import BET, deal, own

HIT = {"step": "hit"}


def round_of(*steps: dict[str, Any], **more: Any) -> State:
    """Deal a card down and one up each, and check around."""
    return after(own(deal("du"), BET, *steps, **more), "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p1 cc, p2 cc, p3 cc")


FIRST = {"opener": {"first": "left of dealer", "later": "left of dealer"}}


def test_players_take_a_card_or_stand_in_turn() -> None:
    state = round_of(HIT, **FIRST)
    assert legal(state) == ("d dh p1 CARD", "p1 no")
    assert prompt_words(state) == "Ann: a card, or stand?"
    assert view(state, DEALER).to_act == 0
    assert refusal(state, "p2 no") == "it is Ann's turn to take a card or stand"
    assert refusal(state, "d dh p1 2c3c") == "Ann is owed a card, not 2"
    assert refusal(state, "d dh p1 9c") == "the 9 of clubs is Ann's up-card"
    state = after(state, "d dh p1 2c, p2 no")
    assert announced(state) == ["Cy: a card, or stand?"]
    assert refusal(state, "p3 pay 1") == "there is nothing to pay for now"


def test_a_player_who_declared_out_is_not_offered_a_card() -> None:
    state = own(deal("ddd"), {"step": "declare", "names": ["in", "out"]}, HIT, {"step": "contest"})
    state = after(state, "d dh p1 ??????, d dh p2 ??????, d dh p3 ??????")
    assert prompt_words(after(state, "p1 declare out, p2 declare in, p3 declare in")) == "Bob: a card, or stand?"


def test_cards_and_bets_repeat_until_all_stand() -> None:
    state = round_of(HIT, {"step": "repeat", "steps": 2}, BET, **FIRST)
    assert prompt(state).street == "Round 2"
    state = after(state, "p1 no, p2 no, d dh p3 3c")
    assert (prompt(state).kind, prompt(state).street) == ("bet", "Round 2")
    state = after(state, "p1 cc, p2 cc, p3 cc")
    assert (prompt(state).kind, prompt(state).street) == ("card", "Round 3")
    state = after(state, "p1 no, p2 no, p3 no")
    assert announced(state)[0] == "All stand"
    assert (prompt(state).kind, prompt(state).street) == ("bet", "Round 3")
    assert prompt(after(state, "p1 cc, p2 cc, p3 cc")).kind == "show"


def test_steps_repeat_up_to_a_limit() -> None:
    state = round_of({"step": "repeat", "steps": 1, "until": "most", "most": 3}, **FIRST)
    state = after(state, "p1 cc, p2 cc, p3 cc, p1 cc, p2 cc, p3 cc")
    assert prompt(state).kind == "show"
    assert state.rounds == 3


def test_the_rounds_end_when_the_deck_is_out() -> None:
    """Six cards are dealt at first. The other 46 go around fifteen times, and once more to Ann."""
    state = round_of({**HIT, "face": "down"}, {"step": "repeat", "steps": 2}, **FIRST)
    for _ in range(15):
        state = after(state, "d dh p1 ??, d dh p2 ??, d dh p3 ??, p1 cc, p2 cc, p3 cc")
    state = after(state, "d dh p1 ??")
    assert announced(state)[0] == "The deck is out: nobody else is dealt a card"
    state = after(state, "p1 cc, p2 cc, p3 cc")
    assert announced(state)[:2] == ["The deck is out: nobody else is dealt a card", "All stand"]


def test_calling_the_deck_out_returns_the_payment_for_a_card() -> None:
    state = after(round_of({**HIT, "price": 5}, **FIRST), "p1 no, p2 pay 5")
    assert legal(state) == ("d dh p2 CARD",)
    assert refusal(state, "p2 no") == "Bob is still to be dealt a card"
    state = after(state, "d out")
    assert state.players[1].stack == 99
    assert prompt(state).kind == "show"


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ([BET, {"step": "repeat", "steps": 3}], "there are fewer steps before it"),
        (
            [{"step": "roll"}, BET, {"step": "repeat", "steps": 2, "until": "somebody knocks"}],
            "only betting rounds, cards and declarations can come again",
        ),
        ([HIT, {"step": "repeat", "steps": 1}], "no betting round is among these steps"),
        ([BET, {"step": "repeat", "steps": 1}], "nobody can stand in these steps"),
        ([BET, {"step": "repeat", "steps": 1, "until": "most"}], "most must be 1 to 60, or 0 for no limit"),
    ],
)
def test_steps_that_cannot_repeat_are_refused(steps: list[dict[str, Any]], reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        own(deal("du"), *steps)


def test_the_settlement_says_that_everyone_is_over_the_number() -> None:
    state = hand("seven-twenty-seven", (10, 10), options={"over": "never wins"})
    state = after(state, "d dh p1 ??Th, d dh p2 ??9h, p1 cc, p2 cc, d dh p1 9c, d dh p2 Tc, p1 cc, p2 cc")
    state = after(
        state, "d dh p1 8c, d dh p2 8s, p1 cc, p2 cc, p1 no, p2 no, p1 cc, p2 cc, p1 sm 9dTh9c8c, p2 sm Td9hTc8s"
    )
    assert "everyone is over 27" in " ".join(announced(state))


IN_OR_OUT = {"step": "declare", "names": ["in", "out"], "in_turn": True}


def test_everyone_is_dealt_another_card_until_somebody_is_in() -> None:
    until = {"step": "repeat", "steps": 2, "until": "somebody is in"}
    state = own(deal("d"), deal("d"), IN_OR_OUT, until, {"step": "contest"}, stacks=(100, 100))
    state = after(state, "d dh p1 ??, d dh p2 ??, d dh p1 ??, d dh p2 ??, p1 declare out, p2 declare out")
    assert legal(state) == ("d dh p1 ??", "d dh p2 ??")
    state = after(state, "d dh p1 ??, d dh p2 ??, p1 declare out, p2 declare in")
    assert ([len(player.cards) for player in state.players], legal(state)) == ([3, 3], ("d ok",))


def test_a_deal_in_which_nobody_goes_in_ends_when_the_deck_is_short() -> None:
    """Of 20 cards, the first deal takes ten: enough are left for one more round of five each, and no other."""
    until = {"step": "repeat", "steps": 2, "until": "somebody is in"}
    state = own(deal("ddddd"), IN_OR_OUT, until, {"step": "contest"}, deck={"strip": "23456789"}, stacks=(100, 100))
    for _ in range(2):
        state = after(state, "d dh p1 ??????????, d dh p2 ??????????, p1 declare out, p2 declare out")
    assert legal(state) == ("d redeal", "d leave")


def test_cards_and_bets_repeat_until_somebody_knocks() -> None:
    knock = {"step": "repeat", "steps": 2, "until": "somebody knocks"}
    state = round_of(deal("u"), BET, knock, BET, **FIRST)
    state = after(state, "d dh p1 2c, d dh p2 3c, d dh p3 4c, p1 cc, p2 cc, p3 f")
    assert (prompt_words(state), labels(state)) == (
        "Does anybody knock?",
        ["Another round", "Ann knocks", "Bob knocks"],
    )
    assert refusal(state, "p3 no") == "Cy has folded"
    state = after(state, "d ok, d dh p1 2d, d dh p2 3d, p1 cc, p2 cc, p2 no")
    assert announced(state)[0] == "Bob knocks"
    assert (prompt(state).kind, state.rounds) == ("bet", 4)


def test_the_rule_sheet_says_what_ends_the_rounds() -> None:
    assert Repeat(1, "somebody is in").words() == "Then the last step again until somebody is in."
    assert Repeat(2, "most", 3).words() == "Then the last two steps again, three times in all."
    knock = Repeat(2, "somebody knocks", 5).words()
    assert knock.endswith(" until somebody who claims the best hand knocks, five times in all.")
    with pytest.raises(GameError, match="nobody declares in these steps"):
        round_of({"step": "repeat", "steps": 1, "until": "somebody is in"})


def test_a_card_may_cost_the_current_pot() -> None:
    state = round_of({**HIT, "face": "down", "price": "pot"}, **FIRST, stacks=(100, 6, 100))
    assert announced(state) == ["Ann: a card for 3, or stand?"]
    state = after(state, "p1 pay 3, d dh p1 ??")
    # Bob has 5 left, and a card costs 6 now.
    assert legal(state) == ("p3 pay 6", "p3 no")
    assert stacks(after(state, "p3 pay 6, d out")) == [96, 5, 99]
    half = round_of({**HIT, "price": "half the pot"}, **FIRST)
    assert legal(half) == ("p1 pay 1", "p1 no")
    assert Hit(price="half the pot").words().endswith(" may take a card face up for half of what is in the pot.")
    with pytest.raises(GameError, match="a price that follows the pot is for one card"):
        round_of({**HIT, "price": "pot", "again": True})
