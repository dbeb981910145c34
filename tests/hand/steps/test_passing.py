"""Passing hands or some cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.cards.card import cards_text, parse_cards
from app.games.house import Stakes
from app.hand.play import legal, start
from app.hand.state import State
from tests.hand.at_table import after, announced, stacks
from tests.hand.own_game import BET, deal, own, three_down


def down(state: State, seat: int) -> str:
    return cards_text(state.players[seat].down)


def test_hands_are_passed_to_the_left() -> None:
    state = after(three_down({"step": "pass", "to": "left"}, BET), "d ok")
    assert [down(state, seat) for seat in range(3)] == ["??????", "AcKdQh", "??????"]


def test_hands_are_passed_to_the_right() -> None:
    state = after(three_down({"step": "pass", "to": "right"}, BET), "d ok")
    assert [down(state, seat) for seat in range(3)] == ["??????", "??????", "AcKdQh"]


def test_hands_are_passed_over_a_folded_player() -> None:
    state = after(three_down(BET, {"step": "pass", "to": "left"}, BET), "p1 cc, p2 f, p3 cc, d ok")
    assert [down(state, seat) for seat in (0, 2)] == ["??????", "AcKdQh"]


def passing(**how: object) -> State:
    """Deal three cards to four players, known only for Ann, before they pass some."""
    state = own(deal("ddd"), {"step": "pass", **how}, BET, stacks=(100,) * 4)
    return after(state, "d dh p1 AcKdQh, d dh p2 ??????, d dh p3 ??????, d dh p4 ??????")


def test_no_down_card_is_known_after_some_cards_are_passed() -> None:
    state = after(passing(count=2), "d ok")
    assert [down(state, seat) for seat in range(4)] == ["??????"] * 4
    # Ann's ace may have gone to Bob, or anywhere by the next pass.
    assert "Ac" not in cards_text(sorted(state.seen))


@pytest.mark.parametrize(
    ("how", "seat"),
    [
        ({"to": "left"}, 1),
        ({"to": "left", "places": 2}, 2),
        ({"to": "left", "places": 3}, 3),
        ({"to": "right"}, 3),
        ({"to": "across"}, 2),
        ({"to": "left", "places": 6}, 2),
    ],
)
def test_hands_are_passed_a_number_of_places(how: dict[str, object], seat: int) -> None:
    assert down(after(passing(**how), "d ok"), seat) == "AcKdQh"


def test_across_goes_to_the_next_of_three_players() -> None:
    state = after(three_down({"step": "pass", "to": "across"}, BET), "d ok")
    assert [down(state, seat) for seat in range(3)] == ["??????", "AcKdQh", "??????"]


def test_up_cards_are_not_passed() -> None:
    state = own(deal("dddu"), {"step": "pass", "count": 2}, BET, stacks=(100, 100))
    state = after(state, "d dh p1 ??????Kh, d dh p2 ??????2c, d ok")
    assert [[len(player.cards), *player.up] for player in state.players] == [
        [4, *parse_cards("Kh")],
        [4, *parse_cards("2c")],
    ]


def test_a_player_with_fewer_cards_passes_all_of_them() -> None:
    """Bob has one card: he passes it, and gets two from Ann."""
    state = own(deal("dd"), {"step": "discard", "count": 1}, {"step": "pass", "count": 2}, BET, stacks=(100, 100))
    state = after(state, "d dh p1 ????, d dh p2 ????, p1 sd ??, p2 sd ??, d ok")
    assert [len(player.cards) for player in state.players] == [1, 1]


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({}, "Each player passes all their down cards to the left"),
        ({"count": 1, "to": "right"}, "Each player passes a down card to the right"),
        ({"count": 3, "to": "across"}, "Each player passes three down cards across the table"),
        ({"count": 2, "places": 2}, "Each player passes two down cards two places to the left"),
        (
            {"count": 2, "in_turn": True},
            "In turn from the dealer's left, each player passes two down cards to the left",
        ),
    ],
)
def test_the_announcement_says_what_to_pass(how: dict[str, object], words: str) -> None:
    assert announced(passing(**how)) == [words]


@pytest.mark.parametrize(
    ("step", "lines", "ann", "bob"),
    [
        ({"step": "pass"}, "d ok", "KhKd5c", "2h3d6c"),
        ({"step": "trade", "price": "free"}, "p1 pay 0, p2 pay 0, d ok", "KhKd5c", "2h3d6c"),
        ({"step": "turn-down"}, "d ok", "2h3d3c", "QhJd6c"),
    ],
)
def test_a_player_who_has_shown_shows_again_with_other_cards(
    step: dict[str, object], lines: str, ann: str, bob: str
) -> None:
    """Ann, all in for the ante like the others, shows too early, and wins the 15 with the cards that she ends with."""
    dealt = "d dh p1 ????5c, d dh p2 ????6c, d dh p3 ????7c, p1 sm 2h3d5c"
    state = after(own(deal("ddu"), BET, step, BET, stacks=(5, 5, 5), stakes=Stakes(ante=5)), dealt, lines)
    assert "p1 sm CARDS" in legal(state)
    assert stacks(after(state, f"p1 sm {ann}, p2 sm {bob}, p3 sm Th9d7c")) == [15, 0, 0]
    old = after(start(replace(state.setup, from_0_3=True)), dealt, lines)
    assert "p1 sm CARDS" not in legal(old)
