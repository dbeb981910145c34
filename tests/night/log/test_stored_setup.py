"""Setups stored by older versions keep their meaning, and their hands are played on under the old rules."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from app.games.house import HouseRules, Stakes
from app.games.load import resolve
from app.hand.play import replay
from app.hand.state import Setup
from app.night.log.loading import setup_from_json, setup_to_json
from app.night.models import Seat

#: The seats of Ann and Bob, who deals.
SEATS = (Seat(id=1, player_id=1, place=0), Seat(id=2, player_id=2, place=1))

#: House rules that the first version did not have.
NEWER = (
    "big_bet_from_round max_price_no_limit natural_wins made_wild_needs_five low_kind low_hole_ace both_scope"
    " nobody_holds turn_order joker_bring_in uncontested_declarations burns rotation overtaken_all_up draft_ties"
    " ante_price unbid_card"
).split()


def stored(game: str, **house: Any) -> dict[str, Any]:
    """Return a setup as the first version stored it."""
    setup = Setup(resolve(game), ("Ann", "Bob"), (100, 100), (1, 1), Stakes())
    raw = setup_to_json(setup, SEATS)
    known = {name: value for name, value in asdict(HouseRules()).items() if name not in NEWER}
    return {**raw, "house": {**known, "big_bet_from": 5, "natural_wins": False, **house}}


def read(game: str, **house: Any) -> Setup:
    return setup_from_json(dict(resolve(game).raw), stored(game, **house))


@pytest.mark.parametrize(
    ("game", "cards", "first"),
    [
        ("seven-card-stud", 5, 3),
        ("seven-card-stud", 6, 4),
        ("five-card-stud", 5, 4),
        ("mississippi-stud", 5, 2),
        ("night-baseball", 5, 3),
        ("mississippi-mud", 5, 3),
    ],
)
def test_a_big_bet_counted_in_cards_is_read_as_a_round(game: str, cards: int, first: int) -> None:
    setup = read(game, big_bet_from=cards)
    assert setup.house.big_bet_from_round == first
    assert setup.big_bet_street == cards


def test_an_older_hand_keeps_the_order_of_turned_cards_as_tapped() -> None:
    assert read("roll-your-own").house.turn_order == "as tapped"


def test_a_hand_of_version_0_2_keeps_its_joker_bring_in_and_ranking() -> None:
    setup = read("razz", nobody_holds="next hand")
    assert (setup.house.joker_bring_in, setup.from_0_2) == ("highest", True)


def test_an_older_hand_requires_uncontested_declarations_to_be_shown() -> None:
    assert read("chicago").house.uncontested_declarations == "must show"


def test_an_overtaken_player_of_an_older_hand_stays_in_the_betting() -> None:
    assert read("beat-your-neighbor").house.overtaken_all_up == "stays"
    assert read("beat-your-neighbor", nobody_holds="next hand").house.overtaken_all_up == "stays"


def test_a_setup_of_today_reads_back() -> None:
    setup = Setup(resolve("five-card-stud"), ("Ann", "Bob"), (100, 100), (1, 1), Stakes())
    back = setup_from_json(dict(setup.game.raw), setup_to_json(setup, SEATS))
    assert back == setup
    assert (back.big_bet_street, back.from_0_2, back.from_0_3) == (0, False, False)


def test_a_hand_of_version_0_3_leaves_equal_lows_to_the_seats() -> None:
    """In razz Ann and Bob show 4-A; ties go by suit, and Bob has the four of spades."""
    game = resolve("razz")
    players = {"names": ("Ann", "Bob", "Cy"), "stacks": (100, 100, 100), "antes": (1, 1, 1)}
    setup = Setup(game, **players, stakes=Stakes(bring_in=1), house=HouseRules(opener_tie="suit"))
    raw = setup_to_json(setup, [*SEATS, SEATS[0]])
    deal = "d dh p1 ????As, d dh p2 ????Ac, d dh p3 ????9d, p3 pb, p1 cc, p2 cc, d dh p1 4c, d dh p2 4s, d dh p3 Kc"
    old = {name: value for name, value in raw.items() if name != "blinds"}
    for stored_setup, opener in ((raw, "p2"), (old, "p1")):
        back = setup_from_json(dict(game.raw), stored_setup)
        _, refusal = replay(back, [*deal.split(", "), f"{opener} cc"])
        assert refusal is None, opener


def test_a_hand_of_version_0_2_replays_its_superfluous_checks() -> None:
    """Bob is all in for the ante and Cy folds; 0.2 still asked Ann, the only player with chips, to check."""
    deal = "d dh p1 ????9c, d dh p2 ????Kd, d dh p3 ????Ah, p3 f, p1 cc, d dh p1 2c, d dh p2 3d"
    raw = stored("seven-card-stud") | {"names": ["Ann", "Bob", "Cy"], "stacks": [100, 1, 100], "antes": [1, 1, 1]}
    _, refusal = replay(setup_from_json(dict(resolve("seven-card-stud").raw), raw), deal.split(", "))
    assert refusal is None


def test_a_hand_stored_before_blinds_existed_has_none() -> None:
    raw = stored("seven-card-stud")
    del raw["blinds"]
    assert setup_from_json(dict(resolve("seven-card-stud").raw), raw).blinds == ()


def test_blinds_are_stored_seat_by_seat() -> None:
    stakes = Stakes(small_blind=1, big_blind=2)
    setup = Setup(resolve("texas-holdem"), ("Ann", "Bob"), (100, 100), (0, 0), stakes, blinds=(2, 1))
    assert setup_from_json(dict(setup.game.raw), setup_to_json(setup, SEATS)) == setup
