"""Requests from a phone: they wait for the dealer or are done, count once, and can be withdrawn."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask

from app.night import nights, screens, version
from app.night.acts import queue, requests
from app.night.acts.people import Buy, ComeBack, SitOut
from app.night.acts.queue import Done, Waits
from app.night.acts.requests import SeatRequests
from app.night.db import db
from app.night.models import Night
from app.night.people import seats
from app.night.people.seats import SeatInfo
from app.night.play import call
from app.night.validation import Problem
from tests.night import acting
from tests.night.table import deal, everyone_folds


def seat(of: Night, name: str = "Bob") -> SeatInfo:
    return next(info for info in seats.seats(of, with_left=True) if info.name == name)


def requests_of(of: Night, name: str = "Bob") -> SeatRequests:
    return screens.screen_of(of.id).table.requests[seat(of, name).id]


def buy(of: Night, chips: int = 40, seen: int | None = None) -> Done | Waits | Problem:
    known = requests_of(of).seen if seen is None else seen
    return requests.request_from_phone(of, Buy(seat(of).id, "Bob", chips), known)


def line_of(answer: object) -> int:
    assert isinstance(answer, Waits)
    return answer.line


def test_a_request_waits_until_the_dealer_grants_it(friday: Night) -> None:
    line = line_of(buy(friday))
    (pending,) = requests_of(friday).pending
    assert (pending.act, pending.status, pending.by) == (Buy(seat(friday).id, "Bob", 40), "asked", "Bob")
    assert requests_of(friday).waits_for(Buy)
    assert not requests_of(friday).waits_for(SitOut)
    assert not requests_of(friday, "Ann").pending
    assert isinstance(queue.grant(friday, line), Done)
    assert seat(friday).stack == 140
    assert not requests_of(friday).pending


def test_without_asking_the_dealer_requests_are_done_at_once_or_after_the_hand(friday: Night) -> None:
    requests.set_switch(friday, "asks_dealer", False)
    assert isinstance(buy(friday), Done)
    assert seat(friday).stack == 140
    live = deal(friday)
    assert isinstance(
        requests.request_from_phone(friday, SitOut(seat(friday).id, "Bob"), requests_of(friday).seen), Waits
    )
    assert [line.status for line in requests_of(friday).pending] == ["waiting"]
    everyone_folds(live)
    call.next_hand(friday)
    assert seat(friday).sitting_out
    assert isinstance(
        requests.request_from_phone(friday, ComeBack(seat(friday).id, "Bob"), requests_of(friday).seen), Done
    )
    assert not seat(friday).sitting_out
    requests.set_switch(friday, "asks_dealer", True)
    assert isinstance(buy(friday), Waits)


@pytest.mark.parametrize("asks", [True, False])
def test_a_request_sent_twice_counts_once(friday: Night, asks: bool) -> None:
    requests.set_switch(friday, "asks_dealer", asks)
    seen = requests_of(friday).seen
    assert not isinstance(buy(friday, seen=seen), Problem)
    again = buy(friday, seen=seen)
    assert isinstance(again, Problem)
    assert again.field == "seen"
    assert len(requests_of(friday).pending) == int(asks)
    assert seat(friday).stack == (100 if asks else 140)


def test_a_request_sent_four_times_at_once_counts_once(app: Flask, friday: Night) -> None:
    requests.set_switch(friday, "asks_dealer", False)
    seen, together, night_key = requests_of(friday).seen, Barrier(4), friday.key

    def tap() -> bool:
        with app.app_context():
            of = nights.night_by_key(night_key)
            assert of is not None
            seat_id = seat(of).id
            together.wait()
            return isinstance(requests.request_from_phone(of, Buy(seat_id, "Bob", 40), seen), Done)

    with ThreadPoolExecutor(4) as taps:
        done = [tapped.result() for tapped in [taps.submit(tap) for _ in range(4)]]
    assert sum(done) == 1
    db.session.rollback()
    assert seat(friday).bought == 140


def test_a_player_can_withdraw_a_request(friday: Night) -> None:
    line = line_of(buy(friday))
    assert requests.withdraw(friday, seat(friday).id, line) is None
    assert requests_of(friday).pending == ()
    assert requests_of(friday).refused is None
    assert isinstance(requests.withdraw(friday, seat(friday).id, line), Problem)
    assert isinstance(queue.grant(friday, line), Problem)
    assert seat(friday).stack == 100


def test_a_player_cannot_withdraw_acts_of_others_or_of_the_dealer(friday: Night) -> None:
    deal(friday)
    dealers = acting.buy_in(friday, seat(friday).id, 10)
    assert isinstance(dealers, Waits)
    line = line_of(buy(friday))
    for of, wrong in ((seat(friday).id, dealers.line), (seat(friday, "Ann").id, line), (seat(friday).id, 999)):
        assert requests.withdraw(friday, of, wrong) == Problem("act", "you have not asked for that")
    assert len(requests_of(friday).pending) == 2


def test_a_refusal_is_shown_until_the_next_hand_or_the_next_request(friday: Night) -> None:
    live = deal(friday)
    queue.discard(friday, line_of(buy(friday)))
    refused = requests_of(friday).refused
    assert refused is not None
    assert refused.act == Buy(seat(friday).id, "Bob", 40)
    assert requests_of(friday, "Ann").refused is None
    everyone_folds(live)
    call.next_hand(friday)
    assert requests_of(friday).refused is not None
    deal(friday)
    assert requests_of(friday).refused is None
    queue.discard(friday, line_of(buy(friday)))
    line_of(buy(friday))
    assert requests_of(friday).refused is None


@pytest.mark.parametrize("chips", [0, -1, 10**9 + 1])
def test_an_impossible_number_of_chips_is_refused(friday: Night, chips: int) -> None:
    answer = buy(friday, chips)
    assert isinstance(answer, Problem)
    assert answer.field == "buy_in"


def test_requests_are_refused_after_leaving_and_after_the_night(friday: Night) -> None:
    acting.leave(friday, seat(friday).id)
    assert isinstance(buy(friday), Problem)
    nights.end_night(friday)
    ann = seat(friday, "Ann").id
    assert requests.request_from_phone(friday, SitOut(ann, "Ann"), 0) == Problem("night", "the night is over")


def test_asking_and_withdrawing_change_the_version_of_the_night(friday: Night) -> None:
    versions = [version.night_version(friday.id)]
    line = line_of(buy(friday))
    versions.append(version.night_version(friday.id))
    requests.withdraw(friday, seat(friday).id, line)
    versions.append(version.night_version(friday.id))
    assert len(set(versions)) == 3


def test_the_suggested_rebuy_is_the_last_buy_in(friday: Night) -> None:
    bob = seat(friday)
    assert screens.screen_of(friday.id).table.buy_ins.last(bob.player_id) == 100
    acting.buy_in(friday, bob.id, 40)
    assert screens.screen_of(friday.id).table.buy_ins.last(bob.player_id) == 40
    assert screens.screen_of(friday.id).table.buy_ins.usual == 100
