"""The example night: a hand of our own to be played through, and nothing left of it afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from app import record
from app.hand.notation import parse_action
from app.night import db as night_db
from app.night import nights, scope
from app.night.db import Model, db, night_changed, now
from app.night.example import KEPT, delete_example, example_record, start_example
from app.night.history import hands
from app.night.log.replay import Posted
from app.night.models import Night, Player
from app.night.people import persons, seats
from app.night.play import call, taps
from app.night.scope import NightRef
from app.night.validation import Problem
from tests.night.table import deal, everyone_folds

#: Worked out by hand: the pot is four antes, 4 each from Bob and Dee on the third card, 2 each on the fourth, 4 each
#: on the fifth and on the last; Dee's four aces beat Bob's three tens.
STACKS = {"Ann": 99, "Bob": 100 - 1 - 4 - 2 - 4 - 4, "Cy": 99, "Dee": 100 - 1 - 4 - 2 - 4 - 4 + 32}


def rows() -> dict[str, int]:
    """Return how many rows each table holds, but for that of the home's one club, which stays."""
    db.session.rollback()
    counts = {
        table.name: db.session.scalar(select(func.count()).select_from(table)) for table in Model.metadata.sorted_tables
    }
    return {name: int(count or 0) for name, count in counts.items() if name != "club"}


@contextmanager
def at_example() -> Iterator[Night]:
    """Start an example and be in its club, as whoever plays it is by its address."""
    example = start_example()
    assert isinstance(example, Night)
    with scope.in_club(example.club_id):
        yield example


def play(example: Night, lines: tuple[str, ...]) -> None:
    hand = call.current_hand(example)
    assert hand is not None
    for line in lines:
        answer = taps.post(hand.id, None, [line.partition(" # ")[0]])
        assert isinstance(answer, Posted), answer


def test_the_record_replays_to_its_expected_end() -> None:
    replayed = record.run(example_record())
    assert replayed.status == 0, (replayed.refused, replayed.failures)
    assert replayed.state.result is not None
    assert [player.stack for player in replayed.state.players] == list(STACKS.values())


def test_every_action_of_the_record_has_its_hint_but_the_rest_of_one_tap() -> None:
    silent = [line for line in example_record().moves if not parse_action(line).comment]
    assert silent == ["d dh p4 ??"]


def test_an_example_is_a_night_with_its_hand_called(app: Flask) -> None:
    with at_example() as example:
        assert example.example
        assert [(seat.name, seat.stack) for seat in seats.seats(example)] == [(name, 100) for name in STACKS]
        assert [seat.name for seat in seats.seats(example) if seat.dealer] == ["Dee"]
        hand = call.current_hand(example)
        assert hand is not None
        assert hand.finished_at is None


def test_played_to_its_end_in_a_night_it_comes_to_the_same_stacks(app: Flask) -> None:
    with at_example() as example:
        play(example, example_record().moves)
        assert {seat.name: seat.stack for seat in seats.seats(example)} == STACKS
        assert [hand.winners for hand in hands.past_hands(example)] == [(("Dee", 32),)]


@pytest.mark.parametrize("played", [0, 5, None])
def test_nothing_is_left_of_an_example_thrown_away(app: Flask, played: int | None) -> None:
    before = rows()
    with at_example() as example:
        play(example, example_record().moves[:played])
        assert rows() != before
        assert delete_example(example) is None
        assert rows() == before


def test_a_player_who_sits_at_a_night_too_stays(friday: Night) -> None:
    example = start_example()
    assert delete_example(example) is None
    left = set(db.session.scalars(select(Player.name)))
    assert left == {"Ann", "Bob", "Cy"}
    assert [seat.name for seat in seats.seats(friday)] == ["Ann", "Bob", "Cy"]


def test_a_night_that_was_played_is_not_thrown_away(friday: Night) -> None:
    everyone_folds(deal(friday))
    before = rows()
    problem = delete_example(friday)
    assert isinstance(problem, Problem)
    assert "no example" in problem.text
    assert rows() == before


def test_an_example_forgotten_for_a_day_goes_when_the_next_begins(app: Flask) -> None:
    old, recent = start_example(), start_example()
    with night_db.writing() as session:
        session.execute(
            update(Night.__table__)
            .where(Night.__table__.c.id == old.id)
            .values(started_at=now() - KEPT - timedelta(hours=1))
        )
    key = old.key
    new = start_example()
    assert nights.night_by_key(key) is None
    assert {at.night_id for at in nights.all_nights()} == {recent.id, new.id}


def test_watching_screens_are_told_that_it_is_gone(app: Flask) -> None:
    example = start_example()
    heard: list[NightRef] = []
    gone = NightRef(example.club_id, example.id)
    with night_changed.connected_to(heard.append):
        delete_example(example)
    assert heard == [gone]


def test_example_players_are_not_among_the_names_of_earlier_nights(friday: Night) -> None:
    start_example()
    assert set(persons.known_names()) == {"Ann", "Bob", "Cy"}


def test_an_example_hand_is_neither_a_recent_game_nor_a_favourite(friday: Night) -> None:
    everyone_folds(deal(friday))
    example = start_example()
    assert [game.game_id for game in hands.recent_games()] == ["five-card-stud"]
    assert [game.game_id for game in hands.favourite_games()] == ["five-card-stud"]
    with scope.in_club(example.club_id):
        assert [game.game_id for game in hands.recent_games(example)] == ["follow-the-queen"]


def test_who_plays_in_an_example_is_nobody_of_the_house(friday: Night):
    example = start_example()
    ours = {seat.name: seat.key for seat in seats.seats(friday)}
    with scope.in_club(example.club_id):
        theirs = {seat.name: seat.key for seat in seats.seats(example)}
    assert {"Ann", "Bob", "Cy"} <= ours.keys() & theirs.keys()
    assert set(ours.values()).isdisjoint(theirs.values())
