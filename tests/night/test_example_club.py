"""The example club: a year of nights played at random, whole, in order, and gone again when it is removed."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask
from sqlalchemy import func, select

from app.night import nights
from app.night.db import db, now
from app.night.example_club import ExampleYear, example_nights, play_example_club, played_nights, remove_example_club
from app.night.history import past_nights, statistics
from app.night.models import Act, Entry, Hand, Ledger, Night, Player, Seat
from app.night.people import seats
from app.night.verify import check_night
from tests.night.table import begin


def test_it_is_a_year_of_nights_that_count_and_whose_logs_make_what_is_stored(app: Flask) -> None:
    told: list[int] = []
    assert play_example_club(ExampleYear(nights=3, hands=4, seed=7), told.append) is None
    assert told == [1, 2, 3]
    played = statistics.played_between(None, None)
    assert len(played.hands) + played.void == 12
    days = [each.day for each in played.nights]
    assert days == sorted(days)
    assert now().date() - days[0] > timedelta(days=200)
    assert statistics.first_day() == days[0]
    for night_id in example_nights():
        assert check_night(night_id) == (4, [])
        chips = past_nights.closing(nights.night_by_id(night_id)).totals
        assert chips.difference == 0


def test_what_was_done_keeps_its_order_on_the_day_it_is_moved_to(app: Flask) -> None:
    play_example_club(ExampleYear(nights=1, hands=4, seed=3))
    (night_id,) = example_nights()
    numbers, lines = statistics.stack_lines(night_id)
    assert numbers == (1, 2, 3, 4)
    stacks = {each.player_id: each.stack for each in seats.seats(nights.night_by_id(night_id))}
    assert {line.player_id: line.stacks[-1] for line in lines} == stacks
    assert {line.stacks[0] for line in lines} == {100}


def test_the_same_seed_is_the_same_year(app: Flask) -> None:
    seen = []
    for _ in range(2):
        play_example_club(ExampleYear(nights=2, hands=3, seed=5))
        hands = select(Hand.game_id, Hand.outcome["winners"]).order_by(Hand.id)
        seen.append([tuple(map(str, row)) for row in db.session.execute(hands)])
        assert remove_example_club() == 2
    assert seen[0] == seen[1]


def test_it_is_removed_whole_and_nothing_else_is(app: Flask) -> None:
    begin("Ann", "Zoe")
    play_example_club(ExampleYear(nights=2, hands=2, seed=1))
    assert played_nights() == 1
    assert remove_example_club() == 2
    assert remove_example_club() == 0
    counts = {table: db.session.scalar(select(func.count()).select_from(table)) for table in (Night, Hand, Entry, Act)}
    assert list(counts.values()) == [1, 0, 0, 2]
    assert db.session.scalar(select(func.count(Ledger.id))) == 2
    assert db.session.scalar(select(func.count(Seat.id))) == 2
    assert set(db.session.scalars(select(Player.name))) == {"Ann", "Zoe"}
