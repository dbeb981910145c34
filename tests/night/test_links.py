"""The links of a night: renewing one ends the old one, notifies its viewers, and leaves the others unchanged."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Literal

import pytest
from flask import Flask

from app.night import db, nights, screens
from app.night.example import remove_night, start_example
from app.night.links import (
    night_by_watch_key,
    night_id_of_link,
    nights_by_keys,
    renew_code,
    renew_dealer,
)
from app.night.models import Night, Seat, random_key
from app.night.people import changing, seats
from app.night.play import call
from app.night.play.call import end_night
from app.night.validation import Problem
from tests.night.table import STAKES, begin, deal, tap


def links(night: Night) -> set[str]:
    return {night.key, night.watch_key, *(seat.key for seat in seats.seats(night))}


def renew_phone(night: Night) -> None:
    assert changing.renew_person_link(seats.seats(night)[0].player_id) is None


def test_every_link_leads_to_its_own_night(friday: Night) -> None:
    saturday = begin("Di", "Ed")
    assert len(links(friday) | links(saturday)) == 5 + 4
    for night in (friday, saturday):
        assert {night_id_of_link(key) for key in links(night)} == {night.id}
    assert night_id_of_link("nothing") is None
    assert night_id_of_link("") is None


def test_a_television_link_is_short_and_ignores_case(friday: Night) -> None:
    assert len(friday.watch_key) == 8
    watched = night_by_watch_key(friday.watch_key.upper())
    assert watched is friday
    assert night_id_of_link(friday.watch_key.upper()) == friday.id


def test_every_link_opens_only_its_own_kind_of_screen(friday: Night) -> None:
    for key in links(friday) - {friday.key}:
        assert nights.night_by_key(key) is None
    for key in links(friday) - {friday.watch_key}:
        assert night_by_watch_key(key) is None
    assert seats.seat_by_key(friday.key) is seats.seat_by_key(friday.watch_key) is None


def test_renewing_the_dealers_link_changes_no_other(friday: Night) -> None:
    old, others = friday.key, links(friday) - {friday.key}
    new = renew_dealer(friday)
    assert nights.night_by_key(old) is night_id_of_link(old) is None
    assert nights.night_by_key(new) is friday
    assert links(friday) == others | {new}


def test_renewing_the_television_link_changes_no_other(friday: Night) -> None:
    old, others = friday.watch_key, links(friday) - {friday.watch_key}
    new = renew_code(friday, "watch_key")
    assert night_by_watch_key(old) is night_id_of_link(old) is None
    assert night_by_watch_key(new) is friday
    assert links(friday) == others | {new}
    assert len(new) == 8


def test_a_renewed_phone_link_leads_to_the_same_seat(friday: Night) -> None:
    ann, *_ = seats.seats(friday)
    others = links(friday) - {ann.key}
    assert changing.renew_person_link(ann.player_id) is None
    assert seats.seat_by_key(ann.key) is night_id_of_link(ann.key) is None
    (new,) = links(friday) - others
    seat = seats.seat_by_key(new)
    assert isinstance(seat, Seat)
    assert seat.id == ann.id


@pytest.mark.parametrize("renew", [renew_dealer, partial(renew_code, column="watch_key"), renew_phone])
def test_renewing_a_link_notifies_only_its_night(friday: Night, renew) -> None:
    saturday = begin("Di")
    notified: list[int] = []
    before = screens.night_version(friday.id), screens.night_version(saturday.id)
    with db.night_changed.connected_to(notified.append):
        renew(friday)
    assert notified == [friday.id]
    assert screens.night_version(friday.id) != before[0]
    assert screens.night_version(saturday.id) == before[1]


def test_links_can_be_renewed_during_a_hand_and_after_the_night(friday: Night) -> None:
    live = deal(friday)
    ann, *_ = seats.seats(friday)
    assert changing.renew_person_link(ann.player_id) is None
    renew_dealer(friday)
    tap(live, "d misdeal")
    call.next_hand(friday)
    assert end_night(friday) is None
    old = friday.watch_key
    assert renew_code(friday, "watch_key") != old
    assert changing.renew_person_link(ann.player_id) is None


def test_renewing_a_phone_link_renews_it_for_every_night(friday: Night) -> None:
    saturday, notified = begin("Ann", "Di"), []
    ann = seats.seats(saturday)[0]
    with db.night_changed.connected_to(notified.append):
        assert changing.renew_person_link(ann.player_id) is None
    assert sorted(notified) == [friday.id, saturday.id]
    assert seats.seats(friday)[0].key == seats.seats(saturday)[0].key != ann.key


def test_a_phone_link_of_an_example_can_be_renewed(friday: Night) -> None:
    example = start_example()
    assert isinstance(example, Night)
    ann = seats.seats(example)[0]
    assert changing.renew_person_link(ann.player_id) is None
    assert seats.seats(example)[0].key != ann.key
    assert changing.renew_person_link(999) == Problem("person", "that person is no longer here")


def test_nights_are_found_by_their_dealer_links_latest_first(friday: Night) -> None:
    saturday, sunday = begin("Di"), begin("Ed")
    assert nights_by_keys([friday.key, "nothing", sunday.key]) == [sunday, friday]
    assert nights_by_keys([saturday.watch_key]) == nights_by_keys([]) == []


def test_starting_a_night_twice_with_one_key_starts_one(app: Flask) -> None:
    key = random_key()
    first = nights.start_night("Friday", STAKES, {}, True, key=key)
    second = nights.start_night("Friday", STAKES, {}, True, key=key)
    assert isinstance(first, Night)
    assert isinstance(second, Night)
    assert first.id == second.id
    assert [started_night.key for started_night in nights.nights()] == [key]


def test_concurrent_requests_with_one_key_start_one_night(app: Flask) -> None:
    key, together = random_key(), Barrier(4)

    def ask() -> int:
        with app.app_context():
            together.wait()
            begun = nights.start_night("Friday", STAKES, {}, True, key=key)
            assert isinstance(begun, Night)
            return begun.id

    with ThreadPoolExecutor(4) as people:
        ids = [started.result() for started in [people.submit(ask) for _ in range(4)]]
    assert len(set(ids)) == 1
    assert [started_night.id for started_night in nights.nights()] == ids[:1]


def test_a_television_link_passes_to_the_next_night(friday: Night) -> None:
    address = friday.watch_key
    assert end_night(friday) is None
    notified: list[int] = []
    with db.night_changed.connected_to(notified.append):
        saturday = begin("Di")
    assert night_by_watch_key(address) is saturday
    assert night_by_watch_key(friday.watch_key) is friday
    assert {friday.id, saturday.id} <= set(notified)
    sunday = begin("Ed")
    assert night_by_watch_key(address) is saturday, "Saturday is still being played"
    assert sunday.watch_key != address


def test_a_night_left_open_passes_its_television_link_on_the_next_day(friday: Night) -> None:
    address = friday.watch_key
    with db.writing() as session:
        session.get_one(Night, friday.id).started_at -= nights.OVER_AFTER
    assert night_by_watch_key(address) is friday
    saturday = begin("Di")
    assert night_by_watch_key(address) is saturday


def test_removing_a_night_passes_its_television_link_on(friday: Night) -> None:
    address = friday.watch_key
    assert end_night(friday) is None
    mistake = begin("Di")
    assert remove_night(mistake.id)
    assert night_by_watch_key(address) is friday
    saturday = begin("Ed")
    assert remove_night(friday.id)
    assert night_by_watch_key(address) is saturday


def test_a_television_link_that_was_renewed_stays_dead(friday: Night) -> None:
    old = friday.watch_key
    assert end_night(friday) is None
    new = renew_code(friday, "watch_key")
    saturday = begin("Di")
    assert night_by_watch_key(old) is None
    assert night_by_watch_key(new) is saturday


@pytest.mark.parametrize("column", ["watch_key", "join_code"])
def test_a_random_code_already_in_use_is_drawn_again(
    app: Flask, monkeypatch: pytest.MonkeyPatch, column: Literal["watch_key", "join_code"]
) -> None:
    first = begin()
    draws = iter([first.watch_key, "k7md3xwp", first.join_code, "m2nb4qrs", "k7md3xwp", first.join_code, "p9tv5xyz"])
    monkeypatch.setattr("app.night.models.random_code", lambda: next(draws))
    second = begin("Dee", "Eve")
    assert {second.watch_key, second.join_code} == {"k7md3xwp", "m2nb4qrs"}
    assert renew_code(second, column) == "p9tv5xyz"
