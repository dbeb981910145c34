"""Same as last time: a new night copies the people, seats, stakes, house rules and money of the last one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.games.house import Stakes
from app.night import example, next_evening, nights, start_like
from app.night.acts import queue, requests
from app.night.acts.people import Join
from app.night.acts.queue import Done
from app.night.db import db, night_changed, now, transaction, writing
from app.night.models import Act, Night, Player, Seat, random_key
from app.night.people import seats
from app.night.play import call
from app.night.play.call import end_night
from app.night.screens import screen_of
from app.night.validation import Problem
from tests.databases import listening
from tests.night import acting
from tests.night.table import begin, deal, everyone_folds, seat, set_house, set_stakes
from tests.seating import add_player


def again(night: Night, name: str = "Saturday", key: str = "") -> Night:
    started = start_like.repeat_night(night, name, key=key)
    assert isinstance(started, Night)
    return started


def seated(night: Night) -> list[tuple[str, int | None]]:
    return [(info.name, info.stack) for info in seats.seats(night)]


def test_players_keep_their_seats_and_their_first_buy_ins(friday: Night) -> None:
    everyone_folds(deal(friday))
    add_player(friday, "Di", 60, place=1)
    acting.buy_in(friday, seat(friday, "Bob").id, 40)
    call.next_hand(friday)
    saturday = again(friday)
    assert seated(saturday) == [("Ann", 100), ("Di", 60), ("Bob", 100), ("Cy", 100)]
    assert {info.player_id for info in seats.seats(saturday)} == {info.player_id for info in seats.seats(friday)}


def test_a_night_starts_empty_if_everybody_stays_away(friday: Night) -> None:
    assert next_evening.plan_evening(now() + timedelta(days=1), "") is None
    planned = next_evening.next_evening()
    assert planned is not None
    for info in seats.seats(friday):
        next_evening.set_answer(info.player_id, "no", planned.stamp)
    assert seated(again(friday)) == []


def test_stakes_house_rules_and_money_are_copied(friday: Night) -> None:
    set_stakes(friday, Stakes(ante=2, limit="pot", min_bet=4))
    set_house(friday, {"raises": 5})
    with writing() as session:
        commits = session.get_one(Night, friday.id)
        commits.currency, commits.worth, commits.asks_dealer, commits.all_in_odds = "EUR", 5, False, True
        commits.chips = [{"colour": "red", "value": 5, "count": 40}]
    saturday = again(friday)
    assert saturday.stakes == friday.stakes
    assert saturday.house == {"raises": 5}
    assert (saturday.currency, saturday.worth, saturday.asks_dealer, saturday.all_in_odds) == ("EUR", 5, False, True)
    assert saturday.chips == [{"colour": "red", "value": 5, "count": 40}]
    assert len({friday.key, friday.watch_key, friday.join_code, saturday.key, saturday.watch_key}) == 5


def test_the_dealer_button_stays_with_its_player(friday: Night) -> None:
    everyone_folds(deal(friday))
    call.next_hand(friday)
    assert seat(friday, "Bob").dealer
    assert seat(again(friday), "Bob").dealer


def test_untracked_chips_stay_untracked(app: object) -> None:
    friday = begin(tracked=False)
    saturday = again(friday)
    assert not saturday.tracked
    assert seated(saturday) == [("Ann", None), ("Bob", None), ("Cy", None)]


def test_players_who_left_early_are_seated_but_undone_joins_are_not(friday: Night) -> None:
    joined = queue.do(friday, Join("Dii", 100))
    assert isinstance(joined, Done)
    assert isinstance(queue.undo_act(friday, joined.line, "Dii joins"), Done)
    acting.leave(friday, seat(friday, "Ann").id)
    assert [name for name, _ in seated(again(friday))] == ["Ann", "Bob", "Cy"]


def test_players_who_stayed_to_the_end_get_the_seats_first(app: object) -> None:
    friday = begin(*[f"Player {number}" for number in range(10)])
    for number in (0, 1):
        acting.leave(friday, seat(friday, f"Player {number}").id)
        add_player(friday, f"Late {number}", 100)
    names = [name for name, _ in seated(again(friday))]
    assert len(names) == 10
    assert {"Late 0", "Late 1", "Player 2", "Player 9"} <= set(names)
    assert not {"Player 0", "Player 1"} & set(names)


def test_an_undone_first_buy_in_is_skipped_for_the_next(friday: Night) -> None:
    di = add_player(friday, "Di", 0)
    assert isinstance(di, Seat)
    wrong = acting.buy_in(friday, di.id, 500)
    assert isinstance(wrong, Done)
    queue.undo_act(friday, wrong.line, "Di buys 500")
    acting.buy_in(friday, di.id, 50)
    assert ("Di", 50) in seated(again(friday))


def test_the_last_night_is_the_latest_with_two_players(friday: Night) -> None:
    lonely = begin("Ed")
    found = start_like.night_to_repeat([example.start_example(), *nights.nights()])
    assert found is not None
    assert found[0].id == friday.id
    assert {seat.player.name: chips for seat, chips in found[1].items()} == {"Ann": 100, "Bob": 100, "Cy": 100}
    assert start_like.night_to_repeat([lonely]) is start_like.night_to_repeat([]) is None


def test_two_requests_with_one_key_start_one_night(friday: Night) -> None:
    key = random_key()
    assert again(friday, key=key).id == again(friday, key=key).id
    assert len(nights.nights()) == 2
    assert len(seats.seats(nights.nights()[0])) == 3


@pytest.mark.parametrize("name", ["", "x" * 61, "a\x00b"])
def test_an_invalid_name_is_refused(friday: Night, name: str) -> None:
    assert isinstance(start_like.repeat_night(friday, name), Problem)
    db.session.rollback()
    assert len(nights.nights()) == 1


@pytest.mark.parametrize(
    ("last", "problem"),
    [
        (Join("bob", 100), Problem("name", "Bob has a seat already")),
        (Join("Eve", -1), Problem("buy_in", "Eve: chips cannot be below 0")),
        (Join("\n", 100), Problem("name", "\n: give a name")),
    ],
)
def test_no_player_is_seated_if_one_of_them_cannot_be(friday: Night, last: Join, problem: Problem) -> None:
    before, lines = seated(friday), db.session.scalar(select(func.count(Act.id)))
    assert transaction(requests.seat_players)(friday.id, [Join("Di", 100), last]) == problem
    assert seated(friday) == before
    assert db.session.scalar(select(func.count(Act.id))) == lines


def test_a_copied_night_is_one_commit_and_an_example_three(friday: Night) -> None:
    commits, notified = list[str](), list[int]()

    def note_commit(_connection: object) -> None:
        commits.append("")

    def note_change(night_id: int) -> None:
        notified.append(night_id)

    with night_changed.connected_to(note_change), listening("commit", note_commit):
        saturday = again(friday).id
        assert (len(commits), notified) == (1, [saturday])
        commits.clear()
        started = example.start_example()
        assert isinstance(started, Night)
        # Old examples are removed, a new one is added, and its game is called.
        assert (len(commits), notified[1:]) == (3, [started.id] * 2)


def test_standings_show_hands_won_with_the_largest_win_first(friday: Night) -> None:
    everyone_folds(deal(friday))
    rows = [(row.seat.name, row.seat.net, row.hands) for row in screen_of(friday.id).table.standings]
    assert rows == [("Ann", 2, 1), ("Bob", -1, 0), ("Cy", -1, 0)]


def test_a_night_that_cannot_seat_its_players_is_not_started(app: Flask) -> None:
    night = begin("Zo\u00e9", "Bob", "Cy")
    with writing() as session:
        bob = session.scalars(select(Player).where(Player.name == "Bob")).one()
        bob.name = bob.folded = "zoe\u0301"  # version 0.3 stored letters as typed
    end_night(night)
    assert start_like.repeat_night(night, "Saturday") == Problem("name", "Zo\u00e9 is named twice")
    assert nights.nights() == [night]
