"""The year of random nights that `make demo` serves."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask
from sqlalchemy import select

from app.night.db import db, now
from app.night.history import past_nights, statistics
from app.night.models import Hand, Night
from app.night.nights import night_by_id
from app.night.people import seats
from app.night.verify import check_night
from tests.demo import play_year


def nights() -> list[int]:
    return list(db.session.scalars(select(Night.id).order_by(Night.id)))


def test_a_demo_year_adds_up_and_its_logs_replay(app: Flask) -> None:
    finished: list[int] = []
    play_year(3, 4, 7, finished.append)
    assert finished == [1, 2, 3]
    played = statistics.played_between(None, None).figures
    assert played.hands + played.void == 12
    days = [entry.day for entry in played.nights]
    assert days == sorted(days)
    assert now().date() - days[0] > timedelta(days=200)
    assert statistics.first_day() == days[0]
    for night_id in nights():
        assert check_night(night_id) == (4, [])
        chips = past_nights.Closing(night_by_id(night_id)).totals
        assert chips.difference == 0


def test_entries_keep_their_order_on_the_day_a_night_is_moved_to(app: Flask) -> None:
    play_year(1, 4, 3)
    (night_id,) = nights()
    numbers, lines = statistics.stack_lines(night_id)
    assert numbers == (1, 2, 3, 4)
    stacks = {entry.player_id: entry.stack for entry in seats.seats(night_by_id(night_id))}
    assert {person.id: line[-1] for person, line in lines.items()} == stacks
    assert {line[0] for line in lines.values()} == {100}


def test_the_same_seed_plays_the_same_year(app: Flask) -> None:
    for _ in range(2):
        play_year(2, 3, 5)
    hands = db.session.execute(select(Hand.game_id, Hand.outcome["winners"]).order_by(Hand.id)).all()
    assert len(hands) == 12
    assert hands[:6] == hands[6:]
