"""Actions at the table only: stacks put in order, up-cards turned down."""

from __future__ import annotations

from app.hand.play import prompt
from app.hand.view import TELEVISION, Viewer, view
from tests.hand.at_table import after, announced, prompt_words, refusal, run_of
from tests.hand.own_game import BET, deal, own, three_down


def test_a_physical_step_takes_one_tap() -> None:
    state = three_down({"step": "physical", "does": "Everyone orders their stack."}, BET)
    assert prompt_words(state) == "Everyone orders their stack"
    assert announced(state) == ["Everyone orders their stack"]
    assert run_of(state) == ["d ok"]
    assert refusal(state, "d ok now") == "'ok' takes no further words"
    assert prompt(after(state, "d ok")).kind == "bet"


def test_cards_turned_down_can_no_longer_be_told_apart() -> None:
    state = own(deal("du"), BET, {"step": "turn-down"}, BET)
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p2 cc, p3 cc, p1 cc, d ok")
    for viewer in (TELEVISION, Viewer("player", 0)):
        assert [(seat.cards, seat.down) for seat in view(state, viewer).seats] == [((), 2)] * 3
    assert state.opener == 0
