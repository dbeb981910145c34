"""Hands that version 0.3 stored end as they ended there."""

from functools import reduce
from pathlib import Path

import pytest

from app.dataclass import replace
from app.games.house import Stakes
from app.games.load import resolve
from app.games.modifiers import read_modifier
from app.hand.notation import parse_action
from app.hand.play import legal, play, start
from app.hand.state import Setup, State
from app.record.setup import setup_of
from app.record.text import read

RECORDS = Path(__file__).parent.parent / "records"


def after(state: State, line: str) -> State:
    played = play(state, parse_action(line))
    assert isinstance(played, State), played
    return played


@pytest.mark.parametrize(
    ("name", "stacks"),
    [
        # Ann's straight flush won the whole pot: 3 antes, 50 from Bob and Cy, 10 from Ann, 5 from each; 9-5+128.
        ("seven-card-stud/found-chips-win-no-earlier-bets", (132, 44, 44)),
        # All stayed for the next hand, the side pot of 40 too.
        ("baseball/rainout-leaves-a-side-pot-that-was-won", (0, 70, 70)),
        # Ann's bet of 2 and Cy's raise to 4 stayed in the pot: 97, 97, 95-2+13.
        ("seven-card-stud/redeal-returns-an-uncalled-bet", (97, 97, 106)),
        # Bob's blind of 2 counted as part of his call: Cy won 1 and 5 from each, Bob got 2 back.
        ("texas-holdem/blinds-before-a-redeal-are-for-everybody", (99, 95, 11)),
        # Cy, who was never all in, won 3 antes and 10 from each.
        ("five-card-stud/redeal-before-a-short-stack-has-called", (89, 89, 29)),
        # Ann had the ace of spades.
        ("razz/the-odd-chip-by-suit", (102, 101, 98)),
    ],
)
def test_a_hand_of_version_0_3_ends_as_it_did(name: str, stacks: tuple[int, ...]) -> None:
    record = read((RECORDS / f"{name}.toml").read_text("utf-8"), name)
    old = start(replace(setup_of(record), from_0_3=True))
    assert tuple(player.stack for player in reduce(after, record.actions, old).players) == stacks


def test_a_dealer_of_version_0_3_antes_again_for_those_who_have_folded_too() -> None:
    name = "trips-to-win/dealer-antes-for-those-still-in"
    record = read((RECORDS / f"{name}.toml").read_text("utf-8"), name)
    old = start(replace(setup_of(record), from_0_3=True))
    assert reduce(after, record.actions[:17], old).pot == 14


def test_in_a_draft_of_version_0_3_an_ace_was_the_highest_card_in_razz() -> None:
    name = "modifiers/razz-draft-by-suit"
    record = read((RECORDS / f"{name}.toml").read_text("utf-8"), name)
    old = start(replace(setup_of(record), from_0_3=True))
    # The ace of clubs is lower than the ace of spades.
    assert legal(reduce(after, record.actions[:10], old))[0] == "p1 takes 3c"


def test_a_player_of_version_0_3_with_chips_left_plays_for_every_pot() -> None:
    """Ann called all in for 10, and 9 more were found; Bob was all in for 50, Cy and Dee for 100."""
    players = {"names": ("Ann", "Bob", "Cy", "Dee"), "stacks": (11, 51, 101, 101), "antes": (1, 1, 1, 1)}
    now = start(Setup(resolve("five-card-stud"), **players, stakes=Stakes(limit="none")))
    old = start(replace(now.setup, from_0_3=True))
    lines = [f"d dh p{seat} ??{card}" for seat, card in enumerate(("2h", "Kd", "9c", "8c"), start=1)]
    lines += ["p2 cbr 50", "p3 cbr 100", "p4 cc", "p1 cc", "d stack p1 9"]
    for rank in "345":
        lines += [f"d dh p{seat} {rank}{suit}" for seat, suit in enumerate("hdcs", start=1)]
    lines += ["p2 sm QdKd3d4d5d", "p3 sm Jc9c3c4c5c", "p4 sm Ts8c3s4s5s", "p1 sm Ah2h3h4h5h"]
    for state, won in ((now, 44), (old, 264)):
        assert reduce(after, lines, state).players[0].stack == 9 + won


def test_a_card_in_the_middle_counted_as_dealt_when_it_was_taken_in_version_0_3() -> None:
    """When the deck is called out, Bob has yet to take his card: for 0.3 this was the last one, which all share now."""
    game = resolve("five-card-stud", {}, [read_modifier("draft", "test")])
    now = start(Setup(game, ("Ann", "Bob"), (100, 100), (1, 1), Stakes()))
    old = start(replace(now.setup, from_0_3=True))
    lines = [
        "d dh p1 ??2h",
        "d dh p2 ??Kd",
        "p2 cc",
        "p1 cc",
        "d db 3c",
        "d db 4c",
        "p1 takes 3c",
        "d out",
        "p2 takes 4c",
    ]
    lines += ["p2 cc", "p1 cc"]
    for state, asked in ((now, "d db CARD"), (old, "p2 cc")):
        assert legal(reduce(after, lines, state))[0] == asked
