"""Cards turned up and set off by up-cards, on arrays: hands solved by hand, and games made for the purpose."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from app.cards.card import Card, card_text, parse_cards
from app.hand.state import State
from app.odds.ahead import Ahead, ahead_of
from app.odds.arrays.deals import InArrays, end_of, in_arrays, winners
from app.odds.arrays.places import FinishedHands
from app.odds.figures import End, PotEnd
from tests.hand.at_table import after, hand
from tests.hand.own_game import BET, deal, own
from tests.odds.test_arrays import judged_alike

#: Dakota for two, street by street: three down cards each, then one at a time.
DAKOTA = "4cKd9h QsQh5d 2sJc AsTd 7d6c 3c8h"
#: Baseball for two: Ann's first up-card is a four, as is Bob's second.
BASEBALL = "2c7d4h AhAdAc Kc4c 5dJd 9cTc 8s8h"
STUD = (deal("ddu"), BET, deal("u"), deal("u"), deal("d"), BET)


def on_arrays(state: State) -> InArrays | None:
    ahead = ahead_of(state)
    assert isinstance(ahead, Ahead)
    return in_arrays(ahead)


def dealt(state: State, cards: str) -> tuple[FinishedHands, End]:
    """Deal these cards (those set off by up-cards last) and judge the hand."""
    found = on_arrays(state)
    assert found is not None
    column = np.array([parse_cards(cards)], dtype=np.uint8).T
    return found.finish(column), end_of(found, winners(found, column).tolist()[0])


def texts(hands: FinishedHands, row: int) -> tuple[set[str], set[str]]:
    """Return the down cards of a seat, and its up-cards."""
    down, up = (int(cards[row, 0]) for cards in (hands.down, hands.up))
    return tuple({card_text(Card(at)) for at in range(54) if cards >> at & 1} for cards in (down, up))  # type: ignore[return-value]


def won(end: End) -> dict[str, tuple[int, ...]]:
    return {part.share: part.winners for part in end[0].parts}


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize(
    ("ace", "down"),
    [("high", {"4c", "2s", "3c"}), ("low", {"2s", "As", "3c"})],
)
def test_the_highest_down_card_is_turned_up_on_every_street(known: bool, ace: str, down: set[str]) -> None:
    """Of two queens the spade goes up; an ace that is low in the hole stays down, and the four goes up instead."""
    state, cards = hand("dakota", (100, 100), house={"low_hole_ace": ace}), DAKOTA
    if known:
        state, cards = after(state, "d dh p1 4cKd9h", "d dh p2 QsQh5d"), cards[14:]
    hands, _ = dealt(state, cards)
    assert texts(hands, 0)[0] == down
    assert texts(hands, 1) == ({"5d", "6c", "8h"}, {"Qs", "Qh", "Jc", "Td"})


def test_what_stays_in_the_hole_decides_what_is_wild() -> None:
    """Ann's wild deuce makes only a pair of aces with A-K-9-7-4-3; Bob's wild five makes a straight to the queen."""
    _, end = dealt(hand("dakota", (100, 100)), DAKOTA)
    assert won(end) == {"high": (1,), "low": (0,)}


def test_an_extra_four_face_up_brings_another_card() -> None:
    """Ann has four fours, two of them wild cards; without the extra cards Bob's three aces would win."""
    hands, end = dealt(hand("baseball", (100, 100)), BASEBALL + "4s3d4dKs")
    assert texts(hands, 0) == ({"2c", "7d", "8s"}, {"4h", "4s", "3d", "Kc", "5d", "9c"})
    assert texts(hands, 1) == ({"Ah", "Ad", "8h"}, {"Ac", "4c", "4d", "Ks", "Jd", "Tc"})
    assert won(end) == {"high": (0,)}


def test_an_extra_four_face_down_brings_no_card() -> None:
    """Bob gets the three as his extra card, and makes four aces."""
    state = hand("baseball", (100, 100), options={"extra_card_face": "down"})
    hands, end = dealt(state, BASEBALL + "4s3d4dKs")
    assert texts(hands, 0)[0] == {"2c", "7d", "8s", "4s"}
    assert texts(hands, 1)[0] == {"Ah", "Ad", "8h", "3d"}
    assert won(end) == {"high": (1,)}


def test_only_a_player_who_can_pay_gets_an_extra_card() -> None:
    state = hand("baseball", (100, 1), options={"extra_card_price": "big bet"})
    hands, _ = dealt(state, BASEBALL + "4s3d4dKs")
    assert texts(hands, 0)[1] == {"4h", "4s", "3d", "Kc", "5d", "9c"}
    assert texts(hands, 1)[1] == {"Ac", "4c", "Jd", "Tc"}


@pytest.mark.parametrize("answer", [[], ["p1 pay 2"]])
def test_an_extra_card_that_is_offered_or_bought_comes_first(answer: list[str]) -> None:
    state = after(hand("baseball", (100, 100)), "d dh p1 2c7d4h", *answer)
    hands, end = dealt(state, "4s" + BASEBALL[7:] + "3d4dKs")
    assert texts(hands, 0)[1] == {"4h", "4s", "3d", "Kc", "5d", "9c"}
    assert won(end) == {"high": (0,)}


def test_an_extra_card_that_was_declined_does_not_come() -> None:
    hands, end = dealt(after(hand("baseball", (100, 100)), "d dh p1 2c7d4h", "p1 no"), BASEBALL[7:] + "4d3dKs")
    assert texts(hands, 0)[1] == {"4h", "Kc", "5d", "9c"}
    assert won(end) == {"high": (1,)}


@pytest.mark.parametrize(("cards", "stops"), [("2c7d4h AhAdQs", True), ("2cQs4h AhAdAc", False)])
@pytest.mark.parametrize("after_rainout", ["next hand", "redeal"])
def test_a_queen_of_spades_up_stops_the_hand(cards: str, stops: bool, after_rainout: str) -> None:
    state = hand("baseball", (100, 100), options={"rainout": True, "after_rainout": after_rainout})
    _, end = dealt(state, cards + BASEBALL[13:] + "4s3d4dKs")
    if not stops:
        assert won(end) == {"high": (0,)}
    elif after_rainout == "next hand":
        assert end == (PotEnd((), end[0].stays),)
    else:
        assert won(end) == {"": (0, 1)}


def up_card(then: str, **more: Any) -> dict[str, Any]:
    return {"rule": "up-card", "then": then, **more}


FREE: dict[str, Any] = {"then": "extra card", "price": "free"}
FOLLOW = [{"rule": "follow-rank", "rank": "Q"}]


@pytest.mark.parametrize(
    "more",
    [
        {"trigger": [up_card(**FREE, ranks="45", whom="everybody", face="down")]},
        {"trigger": [up_card(**FREE, ranks="23", whom="everybody")]},
        {"trigger": [up_card(**FREE, ranks="4"), up_card(**FREE, ranks="458", face="down")]},
        {"trigger": [up_card(**FREE, ranks="2468", face="down")], "wild": FOLLOW},
        {"trigger": [up_card(**FREE, ranks="2468", face="down")], "wild": [{"rule": "low-hole"}]},
        {"trigger": [{"rule": "redeal-without", "rank": "Q"}, up_card("redeal", suit="heart")]},
        {"trigger": [up_card("end the hand", cards="QsAh"), up_card(**FREE, suit="spade")]},
    ],
)
def test_effects_of_up_cards_end_alike_on_arrays_and_in_the_engine(more: dict[str, Any]) -> None:
    assert judged_alike(own(*STUD, stacks=(100, 2, 100), **more), 300)


@pytest.mark.parametrize(
    "more",
    [
        {"trigger": [up_card("end the hand", cards="Qs"), up_card("redeal", cards="Qh")]},
        {"trigger": [up_card(**FREE, ranks="4")], "wild": FOLLOW},
        {"trigger": [up_card(**FREE, pair=True)]},
        {"trigger": [up_card(**FREE, ranks="4", count=2)]},
        {"trigger": [up_card(**FREE, ranks="4")], "use": {"exactly": 2}},
        {"trigger": [up_card("fold", ranks="4")]},
        # There are too few cards for everything that may be set off.
        {"trigger": [up_card(**FREE, ranks="23456789", whom="everybody")]},
    ],
)
def test_effects_not_supported_on_arrays_are_judged_by_the_engine(more: dict[str, Any]) -> None:
    assert on_arrays(own(*STUD, **more)) is None


@pytest.mark.parametrize("up", ["Qs", "Js"])
def test_a_queen_that_is_up_already_is_no_reason_to_deal_again(up: str) -> None:
    state = own(*STUD, trigger=[{"rule": "redeal-without", "rank": "Q"}])
    assert judged_alike(after(state, f"d dh p1 ????{up}", "d dh p2 ????2c", "d dh p3 ????3c"), 100)


def test_a_roll_of_only_the_newest_cards_is_judged_by_the_engine() -> None:
    rolls = deal("ddd"), {"step": "roll", "newest": 2}, deal("d"), BET
    assert on_arrays(own(*rolls, wild=[{"rule": "low-hole"}])) is None


@pytest.mark.parametrize("steps", [({"step": "turn-all-up"},), ({"step": "roll", "count": 3},)])
@pytest.mark.parametrize("wild", [FOLLOW, [{"rule": "follow-pair"}], [{"rule": "follow-pair", "third": True}]])
def test_cards_turned_up_together_are_followed_from_the_highest_on(
    steps: tuple[dict[str, Any], ...], wild: list[dict[str, Any]]
) -> None:
    assert judged_alike(own(deal("ddd"), *steps, deal("u"), deal("d"), BET, wild=wild), 300)
