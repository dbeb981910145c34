"""Requests from a phone: they wait for the dealer or are done at once, count once, and can be withdrawn."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask

from app.night import nights, screens
from app.night.acts import queue, requests
from app.night.acts.people import Buy, ComeBack, SitOut
from app.night.acts.queue import Done, Pending
from app.night.acts.requests import SeatRequests
from app.night.db import db
from app.night.models import Night
from app.night.play import call
from app.night.play.call import end_night
from app.night.validation import Problem
from tests.night import acting
from tests.night.table import deal, everyone_folds, seat


def requests_of(night: Night, name: str = "Bob") -> SeatRequests:
    return screens.screen_of(night.id).table.requests[seat(night, name).id]


def ask(night: Night, act: Buy | SitOut | ComeBack, seen: int | None = None) -> Done | Pending | Problem:
    """Request an act from Bob's phone, by default from an up-to-date page."""
    return requests.request_from_phone(night, act, requests_of(night).seen if seen is None else seen)


def request_chips(night: Night, chips: int = 40, seen: int | None = None) -> Done | Pending | Problem:
    return ask(night, Buy(seat(night, "Bob").id, "Bob", chips), seen)


def queued_line(answer: object) -> int:
    assert isinstance(answer, Pending)
    return answer.line


def test_a_request_waits_until_the_dealer_grants_it(friday: Night) -> None:
    line = queued_line(request_chips(friday))
    (pending,) = requests_of(friday).pending
    assert (pending.act, pending.status, pending.by) == (Buy(seat(friday, "Bob").id, "Bob", 40), "asked", "Bob")
    assert requests_of(friday).waits_for(Buy)
    assert not requests_of(friday).waits_for(SitOut)
    assert not requests_of(friday, "Ann").pending
    assert isinstance(queue.grant(friday, line), Done)
    assert seat(friday, "Bob").stack == 140
    assert not requests_of(friday).pending


def test_without_asking_the_dealer_requests_are_done_at_once_or_after_the_hand(friday: Night) -> None:
    requests.set_switch(friday, "asks_dealer", False)
    assert isinstance(request_chips(friday), Done)
    assert seat(friday, "Bob").stack == 140
    live = deal(friday)
    assert isinstance(ask(friday, SitOut(seat(friday, "Bob").id, "Bob")), Pending)
    assert [line.status for line in requests_of(friday).pending] == ["waiting"]
    everyone_folds(live)
    call.next_hand(friday)
    assert seat(friday, "Bob").sitting_out
    assert isinstance(ask(friday, ComeBack(seat(friday, "Bob").id, "Bob")), Done)
    assert not seat(friday, "Bob").sitting_out
    requests.set_switch(friday, "asks_dealer", True)
    assert isinstance(request_chips(friday), Pending)


@pytest.mark.parametrize("asks", [True, False])
def test_a_request_sent_twice_counts_once(friday: Night, asks: bool) -> None:
    requests.set_switch(friday, "asks_dealer", asks)
    seen = requests_of(friday).seen
    assert not isinstance(request_chips(friday, seen=seen), Problem)
    again = request_chips(friday, seen=seen)
    assert isinstance(again, Problem)
    assert again.field == "seen"
    assert len(requests_of(friday).pending) == int(asks)
    assert seat(friday, "Bob").stack == (100 if asks else 140)


def test_a_request_sent_four_times_at_once_counts_once(app: Flask, friday: Night) -> None:
    requests.set_switch(friday, "asks_dealer", False)
    seen, together, night_key = requests_of(friday).seen, Barrier(4), friday.key

    def tap() -> bool:
        with app.app_context():
            night = nights.night_by_key(night_key)
            assert night is not None
            seat_id = seat(night, "Bob").id
            together.wait()
            return isinstance(requests.request_from_phone(night, Buy(seat_id, "Bob", 40), seen), Done)

    with ThreadPoolExecutor(4) as taps:
        done = [tapped.result() for tapped in [taps.submit(tap) for _ in range(4)]]
    assert sum(done) == 1
    db.session.rollback()
    assert seat(friday, "Bob").bought == 140


def test_a_player_can_withdraw_a_request(friday: Night) -> None:
    line = queued_line(request_chips(friday))
    assert requests.withdraw(friday, seat(friday, "Bob").id, line) is None
    assert requests_of(friday).pending == ()
    assert requests_of(friday).refused is None
    assert isinstance(requests.withdraw(friday, seat(friday, "Bob").id, line), Problem)
    assert isinstance(queue.grant(friday, line), Problem)
    assert queue.discard(friday, line) is None  # the dealer's no, tapped on an outdated screen
    assert requests_of(friday).refused is None
    assert seat(friday, "Bob").stack == 100


def test_a_player_cannot_withdraw_acts_of_others_or_of_the_dealer(friday: Night) -> None:
    deal(friday)
    by_dealer = acting.buy_in(friday, seat(friday, "Bob").id, 10)
    assert isinstance(by_dealer, Pending)
    line = queued_line(request_chips(friday))
    for seat_id, act in (
        (seat(friday, "Bob").id, by_dealer.line),
        (seat(friday, "Ann").id, line),
        (seat(friday, "Bob").id, 999),
    ):
        assert requests.withdraw(friday, seat_id, act) == Problem("act", "you have not asked for that")
    assert len(requests_of(friday).pending) == 2


def test_a_refusal_is_shown_until_the_next_hand_or_the_next_request(friday: Night) -> None:
    live = deal(friday)
    queue.discard(friday, queued_line(request_chips(friday)))
    refused = requests_of(friday).refused
    assert refused is not None
    assert refused.act == Buy(seat(friday, "Bob").id, "Bob", 40)
    assert requests_of(friday, "Ann").refused is None
    everyone_folds(live)
    call.next_hand(friday)
    assert requests_of(friday).refused is not None
    deal(friday)
    assert requests_of(friday).refused is None
    queue.discard(friday, queued_line(request_chips(friday)))
    queued_line(request_chips(friday))
    assert requests_of(friday).refused is None


@pytest.mark.parametrize("chips", [0, -1, 10**9 + 1])
def test_an_impossible_number_of_chips_is_refused(friday: Night, chips: int) -> None:
    answer = request_chips(friday, chips)
    assert isinstance(answer, Problem)
    assert answer.field == "buy_in"


def test_requests_are_refused_after_leaving_and_after_the_night(friday: Night) -> None:
    acting.leave(friday, seat(friday, "Bob").id)
    assert isinstance(request_chips(friday), Problem)
    end_night(friday)
    ann = seat(friday, "Ann").id
    assert requests.request_from_phone(friday, SitOut(ann, "Ann"), 0) == Problem("night", "the night is over")


def test_asking_and_withdrawing_change_the_version_of_the_night(friday: Night) -> None:
    versions = [screens.night_version(friday.id)]
    line = queued_line(request_chips(friday))
    versions.append(screens.night_version(friday.id))
    requests.withdraw(friday, seat(friday, "Bob").id, line)
    versions.append(screens.night_version(friday.id))
    assert len(set(versions)) == 3


def test_the_suggested_rebuy_is_the_last_buy_in(friday: Night) -> None:
    bob = seat(friday, "Bob")
    assert screens.screen_of(friday.id).table.buy_ins.last(bob.player_id) == 100
    acting.buy_in(friday, bob.id, 40)
    assert screens.screen_of(friday.id).table.buy_ins.last(bob.player_id) == 40
    assert screens.screen_of(friday.id).table.buy_ins.usual == 100


def test_a_request_that_cannot_be_granted_any_more_is_kept(friday: Night) -> None:
    line = queued_line(request_chips(friday))
    assert end_night(friday) is None
    assert queue.grant(friday, line) == Problem("night", "the night is over")
    assert nights.reopen_night(friday) is None
    assert isinstance(queue.grant(friday, line), Done)
    assert seat(friday, "Bob").stack == 140
