"""Cards that match the rank of one turned up in the layout."""

from __future__ import annotations

from typing import Any

import pytest

from app.cards.card import parse_cards
from app.games.errors import GameError
from app.hand.play import legal, prompt
from app.hand.state import State
from app.hand.view import TELEVISION, view
from tests.hand.at_table import after, announced, refusal, stacks
from tests.hand.own_game import BET, deal, own

LAYOUT = {"grid": ["bad"]}
BAD = {"step": "common", "places": "bad", "own": False}


def table(cards: str, *dealt: str, **more: Any) -> State:
    state = own(deal(cards), BAD, {"step": "matching", "place": "bad", **more}, BET, layout=LAYOUT)
    return after(state, *(f"d dh p{seat} {hand}" for seat, hand in enumerate(dealt, 1)))


def test_matching_up_cards_go_at_once_and_players_say_how_many_are_down() -> None:
    state = after(table("ddu", "??KdKh", "????9c", "????4h"), "d db Ks")
    assert announced(state)[0] == "Ann throws away the king of diamonds and the king of hearts"
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


def test_players_are_not_asked_if_all_four_cards_are_visible() -> None:
    state = after(table("du", "??Kh", "??Kd", "??Kc"), "d db Ks")
    assert (prompt(state).kind, [len(player.cards) for player in state.players]) == ("bet", [1, 1, 1])


def test_the_last_player_showing_the_rank_wins_the_pot() -> None:
    state = after(table("du", "??Kh", "??Kd", "??Kc", then="fold"), "d db Ks")
    assert state.result is not None
    assert state.live == (2,)


@pytest.mark.parametrize(("place", "steps"), [("bad", []), ("bad bad", [BAD])])
def test_the_place_must_be_turned_up_first(place: str, steps: list[dict[str, Any]]) -> None:
    with pytest.raises(GameError, match="no earlier step turns up this place"):
        own(deal("du"), *steps, {"step": "matching", "place": place}, layout=LAYOUT)


def test_matching_common_cards_can_go_too() -> None:
    """A king in the middle and one off the deck go: Ann has an ace left, Bob his own pair of queens."""
    middle = {"step": "common", "places": "good"}
    matching = {"step": "matching", "place": "bad", "common": True}
    layout = {"grid": ["good bad"]}
    state = own(deal("dd"), {"step": "common"}, middle, BAD, matching, BET, layout=layout, stacks=(100, 100))
    state = after(state, "d dh p1 ????, d dh p2 ????, d db Kd, d db Kh, d db Ks")
    assert announced(state)[0] == "Thrown away in the middle: the king of diamonds and the king of hearts"
    assert state.common_cards == ()
    seen = view(state, TELEVISION)
    assert ([place.card and place.card.card for place in seen.layout[0]], seen.middle) == (
        [None, *parse_cards("Ks")],
        (),
    )
    assert "is out of play" in refusal(state, "p1 sd Kh")
    state = after(state, "p1 sd ??, p2 no, p1 cc, p2 cc, p1 sm Ac, p2 sm QcQd")
    assert stacks(state) == [99, 101]


def test_common_cards_cannot_go_in_a_game_that_folds_players() -> None:
    with pytest.raises(GameError, match="common cards of the rank go only if"):
        table("du", then="fold", common=True)
