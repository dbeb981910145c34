"""A rotation: reading it, its progress, and who sits out when a game is too small for the table."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from app.games.catalog import catalog
from app.games.house import Stakes
from app.night.rotation import (
    DealtHand,
    Rotation,
    RotationGame,
    Turn,
    next_turn,
    players_dealt_in,
    read_rotation,
    ready_made,
    restarted_rotation,
    rotation_to_json,
)
from app.night.validation import Problem

START = datetime(2026, 11, 25, 20, 0)
THREE = Rotation("Three", tuple(RotationGame(id, id.title()) for id in ("razz", "badugi", "chicago")))


def dealt(*games: int, minutes: int = 2) -> list[DealtHand]:
    return [DealtHand(at, START + timedelta(minutes=minutes * number)) for number, at in enumerate(games)]


def turn(rotation: Rotation, *games: int, players: int = 4, minute: int = 0) -> Turn:
    return next_turn(rotation, dealt(*games), players, START + timedelta(minutes=minute))


def test_an_orbit_ends_when_every_player_has_dealt() -> None:
    assert turn(THREE) == Turn(0, 0, 4)
    assert turn(THREE, 0, 0, 0) == Turn(0, 3, 4)
    assert turn(THREE, 0, 0, 0, 0) == Turn(1, 0, 4)
    assert turn(THREE, 0, 0, 0, 0, 1) == Turn(1, 1, 4)


def test_a_late_player_does_not_bring_back_an_earlier_game() -> None:
    assert turn(THREE, 0, 0, 0, 0, 1, players=5) == Turn(1, 1, 5)


def test_an_orbit_ends_when_the_last_player_still_to_deal_leaves() -> None:
    assert turn(THREE, 0, 0, 0, players=3) == Turn(1, 0, 3)


def test_the_rotation_starts_over_after_its_last_game() -> None:
    every_hand = replace(THREE, moves="hands", count=1)
    assert [turn(every_hand, *range(hands)).at for hands in range(4)] == [0, 1, 2, 0]


def test_hands_are_counted_regardless_of_the_number_of_players() -> None:
    three_hands = replace(THREE, moves="hands", count=3)
    assert turn(three_hands, 0, 0, players=2) == Turn(0, 2, 3)
    assert turn(three_hands, 0, 0, 0, players=2) == Turn(1, 0, 3)


def test_minutes_count_from_the_first_hand_of_a_game() -> None:
    ten = replace(THREE, moves="minutes", count=10)
    assert turn(ten, minute=300) == Turn(0, 0, 10), "nothing has been dealt yet"
    assert turn(ten, 0, 0, minute=9) == Turn(0, 9, 10)
    assert turn(ten, 0, 0, minute=10) == Turn(1, 0, 10)
    assert turn(ten, 0, 0, 1, minute=10) == Turn(1, 6, 10), "the second game began at minute 4"
    assert turn(ten, 0, minute=-60) == Turn(0, 0, 10), "the clock has been set back"


def test_a_rotation_moved_by_hand_stays_at_its_game() -> None:
    by_hand = replace(THREE, moves="by hand")
    assert turn(by_hand, 0, 0, 0, 0, 0, 0) == Turn(0, 6, 0)


def test_a_rotation_continues_from_its_start() -> None:
    assert turn(replace(THREE, start=2)) == Turn(2, 0, 4)
    assert turn(replace(THREE, start=2), 2, 2, 2, 2) == Turn(0, 0, 4)


def test_hands_of_a_game_removed_from_the_rotation_do_not_count() -> None:
    assert turn(THREE, 3) == turn(THREE, 7) == Turn(0, 0, 4)


def test_a_stored_rotation_reads_back() -> None:
    own = RotationGame(
        "chicago", "Low-stakes Chicago", {"x": 1}, ("twist", {"modifier": "wild"}), {"raises": 4}, Stakes()
    )
    rotation = replace(THREE, games=(*THREE.games, own), moves="minutes", count=20, start=1, after=7, again=2)
    assert read_rotation(rotation_to_json(rotation)) == rotation
    assert restarted_rotation(rotation_to_json(rotation)) == rotation_to_json(
        replace(rotation, start=0, after=0, again=None)
    )
    assert restarted_rotation(None) is None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"name": ""}, "give a name"),
        ({"games": []}, "1 to 40 games"),
        ({"games": [{"game": "razz", "name": "Razz"}] * 41}, "1 to 40 games"),
        ({"games": [{"game": "razz"}]}, "name"),
        ({"games": [{"game": "razz", "name": "\0"}]}, "cannot be shown"),
        ({"games": [{"game": "razz", "name": "Razz", "house": {"raises": -1}}]}, "raises"),
        ({"games": [{"game": "razz", "name": "Razz", "stakes": {"small": 0}}]}, "stakes"),
        ({"games": [{"game": "razz", "name": "Razz", "stakes": {"ante": 10**10}}]}, "at most"),
        ({"games": [{"game": "razz", "name": "Razz", "options": {"x": {"y": 1}}}]}, "must be a text"),
        ({"games": [{"game": "razz", "name": "Razz", "modifiers": [{"modifier": 1}]}]}, "must be a text"),
        ({"moves": "sometimes"}, "moves"),
        ({"count": 0}, "from 1 to 600"),
        ({"start": 3}, "starts after its last game"),
        ({"again": 3}, "starts after its last game"),
        ({"after": 10**30}, "rotation.after: must be at most 999999999999999"),
        ({"more": 1}, "unknown key"),
    ],
)
def test_an_invalid_rotation_is_refused(change: dict[str, Any], reason: str) -> None:
    read = read_rotation({**rotation_to_json(THREE), **change})
    assert isinstance(read, Problem)
    assert reason in read.text


def test_players_over_the_limit_take_turns_sitting_out_except_the_dealer() -> None:
    game = replace(catalog()["razz"].usual, players=(2, 8))
    table = list("ABCDEFGHIJ")
    out = []
    for dealer in range(len(table)):
        order = table[dealer + 1 :] + table[: dealer + 1]
        playing = players_dealt_in(order, game)
        assert playing[-1] == table[dealer]
        assert playing == [player for player in order if player in playing]
        out += [player for player in order if player not in playing]
    assert sorted(out) == sorted(table * 2), "in an orbit every player sits out twice"
    for few in (table[:8], table[:7]):
        assert players_dealt_in(few, game) == few


def test_a_game_for_an_even_number_leaves_one_player_out() -> None:
    game = replace(catalog()["razz"].usual, even=True)
    assert players_dealt_in(list("ABCDE"), game) == ["A", "B", "C", "E"]
    assert players_dealt_in(list("ABCD"), game) == ["A", "B", "C", "D"]


def test_a_ready_made_rotation_lists_games_missing_from_the_library() -> None:
    names = {id: info.name for id, info in catalog().items()}
    ours = {name: names[name] for name in ("razz", "seven-card-stud", "stud-eight-or-better")}
    horse, eight = ready_made(ours, Stakes(small=2, big=4))
    assert [game.game for game in horse.games] == ["razz", "seven-card-stud", "stud-eight-or-better"]
    assert horse.missing == ("Texas Hold'em", "Omaha Eight or Better")
    assert len(eight.missing) == 5


def test_the_eight_game_mix_has_its_own_limits() -> None:
    ids = ("texas-holdem", "omaha-eight", "omaha", "razz", "seven-card-stud", "stud-eight-or-better")
    _, eight = ready_made(dict.fromkeys((*ids, "deuce-to-seven-triple-draw"), "x"), Stakes(small=2, big=4))
    assert [game.stakes and (game.stakes.limit, game.stakes.min_bet) for game in eight.games] == [
        *[None] * 6,
        ("none", 2),
        ("pot", 2),
    ]
    assert eight.missing == ()
