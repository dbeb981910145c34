"""The addresses of a night: renewing one ends the old one, tells those who look on, and leaves the others alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask

from app import night
from app.night import Night, Problem, Seat
from tests.night.table import STAKES, begin, deal, tap


def links(of: Night) -> set[str]:
    return {of.key, of.watch_key, *(seat.key for seat in night.seats(of))}


def test_every_link_leads_to_its_own_night(friday: Night) -> None:
    saturday = begin("Di", "Ed")
    assert len(links(friday) | links(saturday)) == 5 + 4
    for of in (friday, saturday):
        assert {night.night_id_of_link(key) for key in links(of)} == {of.id}
    assert night.night_id_of_link("nothing") is None
    assert night.night_id_of_link("") is None


def test_a_televisions_link_is_short_and_may_be_typed_in_capitals(friday: Night) -> None:
    assert len(friday.watch_key) == 8
    watched = night.night_by_watch_key(friday.watch_key.upper())
    assert watched is friday
    assert night.night_id_of_link(friday.watch_key.upper()) == friday.id


def test_nobody_finds_the_dealers_view_by_another_link(friday: Night) -> None:
    for key in links(friday) - {friday.key}:
        assert night.night_by_key(key) is None
    for key in links(friday) - {friday.watch_key}:
        assert night.night_by_watch_key(key) is None
    assert night.seat_by_key(friday.key) is night.seat_by_key(friday.watch_key) is None


def test_the_dealers_link_is_renewed(friday: Night) -> None:
    old, others = friday.key, links(friday) - {friday.key}
    new = night.renew_dealer(friday)
    assert night.night_by_key(old) is night.night_id_of_link(old) is None
    assert night.night_by_key(new) is friday
    assert links(friday) == others | {new}


def test_the_televisions_link_is_renewed(friday: Night) -> None:
    old, others = friday.watch_key, links(friday) - {friday.watch_key}
    new = night.renew_television(friday)
    assert night.night_by_watch_key(old) is night.night_id_of_link(old) is None
    assert night.night_by_watch_key(new) is friday
    assert links(friday) == others | {new}
    assert len(new) == 8


def test_a_phones_link_is_renewed_and_leads_to_the_same_seat(friday: Night) -> None:
    ann, *_ = night.seats(friday)
    others = links(friday) - {ann.key}
    assert night.renew_seat(friday, ann.id) is None
    assert night.seat_by_key(ann.key) is night.night_id_of_link(ann.key) is None
    (new,) = links(friday) - others
    seat = night.seat_by_key(new)
    assert isinstance(seat, Seat)
    assert seat.id == ann.id


@pytest.mark.parametrize(
    "renew", [night.renew_dealer, night.renew_television, lambda of: night.renew_seat(of, night.seats(of)[0].id)]
)
def test_renewing_is_told_to_every_screen_of_the_night(friday: Night, renew) -> None:
    saturday = begin("Di")
    heard: list[int] = []
    before = night.night_version(friday.id), night.night_version(saturday.id)
    with night.night_changed.connected_to(heard.append):
        renew(friday)
    assert heard == [(night.HOME_CLUB, friday.id)]
    assert night.night_version(friday.id) != before[0]
    assert night.night_version(saturday.id) == before[1]


def test_links_are_renewed_in_the_middle_of_a_hand_and_after_the_night(friday: Night) -> None:
    live = deal(friday)
    ann, *_ = night.seats(friday)
    assert night.renew_seat(friday, ann.id) is None
    night.renew_dealer(friday)
    tap(live, "d misdeal")
    night.next_hand(friday)
    assert night.end_night(friday) is None
    old = friday.watch_key
    assert night.renew_television(friday) != old
    assert night.renew_seat(friday, ann.id) is None


def test_only_who_sits_at_this_table_has_a_link_to_renew(friday: Night) -> None:
    (di,) = night.seats(begin("Di"))
    ann, *_ = night.seats(friday)
    night.leave(friday, ann.id)
    for seat in (di.id, ann.id, 999):
        before = night.night_version(friday.id)
        assert night.renew_seat(friday, seat) == Problem("seat", "nobody sits there")
        assert night.night_version(friday.id) == before
    assert night.seat_by_key(di.key) is not None


def test_nights_are_found_by_their_dealers_links_the_latest_first(friday: Night) -> None:
    saturday, sunday = begin("Di"), begin("Ed")
    assert night.nights_by_keys([friday.key, "nothing", sunday.key]) == [sunday, friday]
    assert night.nights_by_keys([saturday.watch_key]) == night.nights_by_keys([]) == []


def test_a_night_asked_for_twice_under_one_key_is_begun_once(app: Flask) -> None:
    key = night.new_key()
    first = night.start_night("Friday", STAKES, {}, True, key=key)
    second = night.start_night("Friday", STAKES, {}, True, key=key)
    assert isinstance(first, Night)
    assert isinstance(second, Night)
    assert first.id == second.id
    assert [each.key for each in night.nights()] == [key]


def test_a_night_asked_for_by_several_at_the_same_moment_is_begun_once(app: Flask) -> None:
    key, together = night.new_key(), Barrier(4)

    def ask() -> int:
        with app.app_context():
            together.wait()
            begun = night.start_night("Friday", STAKES, {}, True, key=key)
            assert isinstance(begun, Night)
            return begun.id

    with ThreadPoolExecutor(4) as people:
        ids = [started.result() for started in [people.submit(ask) for _ in range(4)]]
    assert len(set(ids)) == 1
    assert [each.id for each in night.nights()] == ids[:1]
