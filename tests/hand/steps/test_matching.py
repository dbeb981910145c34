"""Cards that match the rank of one turned up in the layout."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.errors import GameError
from app.hand.play import legal, prompt
from app.hand.state import State
from tests.hand.at_table import after, refusal, said
from tests.hand.own_game import BET, deal, own

LAYOUT = {"grid": ["bad"]}
BAD = {"step": "common", "places": "bad", "own": False}


def table(cards: str, *dealt: str, **more: Any) -> State:
    state = own(deal(cards), BAD, {"step": "matching", "place": "bad", **more}, BET, layout=LAYOUT)
    return after(state, *(f"d dh p{seat} {hand}" for seat, hand in enumerate(dealt, 1)))


def test_open_cards_go_by_themselves_and_each_says_how_many_are_down() -> None:
    state = after(table("ddu", "??KdKh", "????9c", "????4h"), "d db Ks")
    assert said(state)[0] == "Ann throws away the king of diamonds and the king of hearts"
    assert legal(state) == ("p1 no", "p1 sd ??", "p2 no", "p2 sd ??", "p3 no", "p3 sd ??")
    assert (
        refusal(state, "p2 sd ????")
        == refusal(state, "p2 sd 9c")
        == "only kings that nobody has seen are thrown away now"
    )
    state = after(state, "p3 no, p1 sd ??, p2 sd Kc")
    assert [len(player.cards) for player in state.players] == [0, 2, 3]
    assert prompt(state).kind == "bet"
    state = after(state, "p2 cc, p3 cc, p1 cc, p2 sm 2c9c, p3 sm 2d3d4h")
    assert state.result is not None


def test_nobody_is_asked_where_all_four_are_seen() -> None:
    state = after(table("du", "??Kh", "??Kd", "??Kc"), "d db Ks")
    assert (prompt(state).kind, [len(player.cards) for player in state.players]) == ("bet", [1, 1, 1])


def test_the_last_who_shows_the_rank_has_nobody_to_lose_to() -> None:
    state = after(table("du", "??Kh", "??Kd", "??Kc", then="fold"), "d db Ks")
    assert state.result is not None
    assert state.live == (2,)


@pytest.mark.parametrize(("place", "steps"), [("bad", []), ("bad bad", [BAD])])
def test_the_place_must_be_turned_up_before(place: str, steps: list[dict[str, Any]]) -> None:
    with pytest.raises(GameError, match="no step before turns up this place"):
        own(deal("du"), *steps, {"step": "matching", "place": place}, layout=LAYOUT)
