"""A hand run twice: when that is possible, and other actions between the boards."""

from __future__ import annotations

from typing import Any

import pytest

from app.cards.card import cards_text
from app.games.house import Stakes
from app.hand.cards import left_in_deck
from app.hand.state import State
from app.hand.view import TELEVISION, view
from tests.hand.at_table import after, hand, label, refusal, stacks
from tests.hand.own_game import BET, deal, own

NO_LIMIT = Stakes(ante=1, limit="none", small=2, big=4, min_bet=2)
ALL_IN = "d dh p1 ????, d dh p2 ????, p1 cc, p2 cc, d db 2c7d9h, p1 cbr 19, p2 cc"
#: Bob's three eights win the first board, Ann's aces the second.
SHOWN = "p1 sm AsAd, p2 sm 8c8d"
FIRST = ("d twice, d db 8h, d db 3s", SHOWN)


def holdem() -> State:
    return hand("texas-holdem", (20, 20), stakes=NO_LIMIT)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("d dh p1 ????, d dh p2 ????", "not now. Next: Ann to act"),
        ("d dh p1 ????, d dh p2 ????, p1 cc, p2 cc", "the betting is over, and Ann and Bob can still bet"),
        (f"{ALL_IN}, d twice", "it is already being run twice"),
        (f"{ALL_IN}, d db 8h, d db 3s", "not now. Next: Ann shows, or mucks"),
        (f"{ALL_IN}, d twice, d db 8h, d db 3s, {SHOWN}", "it is already being run twice"),
        # A hand dealt again keeps the other half.
        (
            f"{ALL_IN}, d twice, d db 8h, d db 3s, {SHOWN}, d redeal, d dh p1 ????, d dh p2 ????",
            "it is already being run twice",
        ),
    ],
)
def test_running_it_twice_is_refused_at_the_wrong_time(lines: str, why: str) -> None:
    assert why in refusal(after(holdem(), lines), "d twice")


@pytest.mark.parametrize(
    ("game", "cards", "players", "why"),
    [
        # A discard comes after the flop; a layout already has its cards; nine players leave seven cards.
        ("crazy-pineapple", 3, 2, "other cards may still come"),
        ("iron-cross", 5, 2, "other cards may still come"),
        ("cincinnati", 5, 9, "too few cards left for two boards"),
    ],
)
def test_running_it_twice_is_refused_if_other_cards_may_come_or_the_deck_is_too_short(
    game: str, cards: int, players: int, why: str
) -> None:
    state, seats = hand(game, (20,) * players, stakes=NO_LIMIT), range(1, players + 1)
    state = after(state, *(f"d dh p{seat} {'??' * cards}" for seat in seats))
    state = after(state, "p1 cbr 19", *(f"p{seat} cc" for seat in seats[1:]))
    assert why in refusal(state, "d twice")


@pytest.mark.parametrize(("last", "enough"), [(1, True), (2, False)])
def test_both_boards_and_their_burns_are_dealt_from_the_deck(last: int, enough: bool) -> None:
    streets = ({"step": "common", "count": count} for count in (3, 1, last))
    script = [deal("dddddd"), *(step for street in streets for step in (BET, street)), BET]
    state = own(*script, stacks=(20,) * 6, stakes=NO_LIMIT, house={"burns": 1})
    state = after(state, *(f"d dh p{seat} {'??' * 6}" for seat in range(1, 7)), "p1 cbr 19")
    state = after(state, *(f"p{seat} cc" for seat in range(2, 7)))
    # Six sixes and a burn leave 15: three, one and one, twice, are ten, with a burn before five of their six streets.
    assert left_in_deck(state) == 15
    if not enough:
        assert refusal(state, "d twice") == "the deck has too few cards left for two boards"
        return
    state = after(state, "d twice, d db 2c3c4c, d db 5c, d db 6c")
    assert left_in_deck(state) == 8
    held = [f"{rank}{suit}" for suit in "cdhs" for rank in "789TJQKA"] + ["2h", "3h", "2s", "3s"]
    state = after(state, *(f"p{seat} sm {''.join(held[6 * seat - 6 : 6 * seat])}" for seat in range(1, 7)))
    assert left_in_deck(after(state, "d db 2d3d4d, d db 5d, d db 6d")) == 0


@pytest.mark.parametrize(
    ("script", "more"),
    [
        ([{"step": "declare"}], {"share": [{"rule": "high"}, {"rule": "low"}]}),
        ([], {"share": [{"rule": "high", "qualifier": "three of a kind", "unclaimed": "ante and deal again"}]}),
        ([], {"trigger": [{"rule": "up-card", "cards": "Qs", "then": "redeal"}]}),
    ],
    ids=["declared", "dealt again", "set off"],
)
def test_running_it_twice_is_refused_if_a_showdown_or_an_up_card_may_bring_more(
    script: list[dict[str, Any]], more: dict[str, Any]
) -> None:
    state = own(deal("dd"), BET, *script, {"step": "common"}, BET, stacks=(20, 20), stakes=NO_LIMIT, **more)
    state = after(state, "d dh p1 ????, d dh p2 ????, p1 cbr 19, p2 cc")
    state = after(state, *(["p1 declare high, p2 declare low"] if script else []))
    assert "other cards may still come" in refusal(state, "d twice")


def test_the_second_board_goes_on_where_the_first_began() -> None:
    state = after(hand("texas-holdem", (20, 20), stakes=NO_LIMIT, house={"burns": 1}), ALL_IN, "d twice")
    assert (label(state), state.burnt) == ("Turn: deal", 2)
    state = after(state, "d db 8h, d db 3s", SHOWN)
    assert (label(state), state.burnt) == ("Turn: deal", 4)
    assert after(state, "d db 4c, d db Jd").burnt == 5


def test_a_muck_is_refused_before_the_second_board() -> None:
    state = after(holdem(), ALL_IN, "d twice, d db 8h, d db 3s")
    assert refusal(state, "p1 sm") == "Ann plays for the second board too, and has to show"


def test_a_ruling_applies_to_one_board() -> None:
    state = after(
        holdem(), ALL_IN, "d twice, d db 8h, d db 3s, d ranks high p1, d db 4c, d db Jd, p1 sm KsQs, p2 sm 8c8d"
    )
    assert stacks(state) == [20, 20]


@pytest.mark.parametrize(
    ("lines", "end"),
    [
        ("d misdeal", [20, 20]),
        ("d split p1 5 p2 15", [5, 35]),
        # Bob has won 20 on the first board. The rest is played for with new cards.
        ("d redeal, d dh p1 ????, d dh p2 ????, d db 2c7d9h, d db 8h, d db 3s, p1 sm 9c9d, p2 sm 7c7h", [20, 20]),
    ],
)
def test_the_second_half_can_be_misdealt_divided_or_redealt(lines: str, end: list[int]) -> None:
    state = after(after(holdem(), ALL_IN, *FIRST), lines)
    assert stacks(state) == end


def test_each_board_is_a_row_that_marks_its_winning_cards() -> None:
    state = after(after(holdem(), ALL_IN, *FIRST), "d db 4c, d db Jd")
    seen = view(state, TELEVISION)
    rows = [[place.card for place in row if place.card] for row in seen.layout]
    assert [cards_text(card.card for card in row) for row in rows] == ["2c7d9h8h3s", "2c7d9h4cJd"]
    assert [cards_text(card.card for card in row if card.plays) for row in rows] == ["7d9h8h", "7d9hJd"]
    assert seen.middle == ()
    assert [str(name) for name in seen.seats[1].hands] == ["three eights", "pair of eights"]
