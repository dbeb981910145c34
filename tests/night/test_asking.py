"""What a phone asks for: it waits for the dealer or is done, counts once, and can be taken back."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask

from app.night import nights, screens, version
from app.night.acts import queue, requests
from app.night.acts.people import Buy, SitOut
from app.night.acts.queue import Done, Waits
from app.night.acts.requests import SeatWishes
from app.night.db import db
from app.night.models import Night
from app.night.people import seats
from app.night.people.seats import SeatInfo
from app.night.play import call
from app.night.validation import Problem
from tests.night.table import deal, everyone_folds


def seat(of: Night, name: str = "Bob") -> SeatInfo:
    return next(info for info in seats.seats(of, with_left=True) if info.name == name)


def wishes(of: Night, name: str = "Bob") -> SeatWishes:
    return screens.screen_of(of.id).table.wishes(seat(of, name).id)


def buy(of: Night, chips: int = 40, seen: int | None = None) -> Done | Waits | Problem:
    known = wishes(of).seen if seen is None else seen
    return requests.buy_from_phone(of, seat(of).id, chips, known)


def line_of(answer: object) -> int:
    assert isinstance(answer, Waits)
    return answer.line


def test_the_dealer_is_asked_and_says_yes(friday: Night) -> None:
    line = line_of(buy(friday))
    (pending,) = wishes(friday).pending
    assert (pending.act, pending.status, pending.by) == (Buy(seat(friday).id, "Bob", 40), "asked", "Bob")
    assert wishes(friday).waits_for(Buy)
    assert not wishes(friday).waits_for(SitOut)
    assert not wishes(friday, "Ann").pending
    assert isinstance(queue.grant(friday, line), Done)
    assert seat(friday).stack == 140
    assert not wishes(friday).pending


def test_a_night_that_does_not_ask_does_it_at_once_or_after_the_hand(friday: Night) -> None:
    requests.set_asks_dealer(friday, False)
    assert isinstance(buy(friday), Done)
    assert seat(friday).stack == 140
    live = deal(friday)
    assert isinstance(requests.sit_out_from_phone(friday, seat(friday).id, wishes(friday).seen), Waits)
    assert [line.status for line in wishes(friday).pending] == ["waiting"]
    everyone_folds(live)
    call.next_hand(friday)
    assert seat(friday).sitting_out
    assert isinstance(requests.come_back_from_phone(friday, seat(friday).id, wishes(friday).seen), Done)
    assert not seat(friday).sitting_out
    requests.set_asks_dealer(friday, True)
    assert isinstance(buy(friday), Waits)


@pytest.mark.parametrize("asks", [True, False])
def test_a_wish_sent_twice_counts_once(friday: Night, asks: bool) -> None:
    requests.set_asks_dealer(friday, asks)
    seen = wishes(friday).seen
    assert not isinstance(buy(friday, seen=seen), Problem)
    again = buy(friday, seen=seen)
    assert isinstance(again, Problem)
    assert again.field == "seen"
    assert len(wishes(friday).pending) == int(asks)
    assert seat(friday).stack == (100 if asks else 140)


def test_a_wish_sent_four_times_at_the_same_moment_counts_once(app: Flask, friday: Night) -> None:
    requests.set_asks_dealer(friday, False)
    seen, together, night_key = wishes(friday).seen, Barrier(4), friday.key

    def tap() -> bool:
        with app.app_context():
            of = nights.night_by_key(night_key)
            assert of is not None
            seat_id = seat(of).id
            together.wait()
            return isinstance(requests.buy_from_phone(of, seat_id, 40, seen), Done)

    with ThreadPoolExecutor(4) as taps:
        done = [tapped.result() for tapped in [taps.submit(tap) for _ in range(4)]]
    assert sum(done) == 1
    db.session.rollback()
    assert seat(friday).bought == 140


def test_what_was_asked_for_is_taken_back(friday: Night) -> None:
    line = line_of(buy(friday))
    assert requests.withdraw(friday, seat(friday).id, line) is None
    assert wishes(friday).pending == ()
    assert wishes(friday).refused is None
    assert isinstance(requests.withdraw(friday, seat(friday).id, line), Problem)
    assert isinstance(queue.grant(friday, line), Problem)
    assert seat(friday).stack == 100


def test_nobody_takes_back_what_others_have_asked_for_or_the_dealer_entered(friday: Night) -> None:
    deal(friday)
    dealers = requests.buy_in(friday, seat(friday).id, 10)
    assert isinstance(dealers, Waits)
    line = line_of(buy(friday))
    for of, wrong in ((seat(friday).id, dealers.line), (seat(friday, "Ann").id, line), (seat(friday).id, 999)):
        assert requests.withdraw(friday, of, wrong) == Problem("act", "you have not asked for that")
    assert len(wishes(friday).pending) == 2


def test_a_refusal_is_told_until_the_next_hand_or_the_next_wish(friday: Night) -> None:
    live = deal(friday)
    queue.drop(friday, line_of(buy(friday)))
    refused = wishes(friday).refused
    assert refused is not None
    assert refused.act == Buy(seat(friday).id, "Bob", 40)
    assert wishes(friday, "Ann").refused is None
    everyone_folds(live)
    call.next_hand(friday)
    assert wishes(friday).refused is not None
    deal(friday)
    assert wishes(friday).refused is None
    queue.drop(friday, line_of(buy(friday)))
    line_of(buy(friday))
    assert wishes(friday).refused is None


@pytest.mark.parametrize("chips", [0, -1, 10**9 + 1])
def test_chips_that_cannot_be_are_said(friday: Night, chips: int) -> None:
    answer = buy(friday, chips)
    assert isinstance(answer, Problem)
    assert answer.field == "chips"


def test_who_has_left_or_whose_night_is_over_asks_for_nothing(friday: Night) -> None:
    requests.leave(friday, seat(friday).id)
    assert isinstance(buy(friday), Problem)
    nights.end_night(friday)
    ann = seat(friday, "Ann").id
    assert requests.sit_out_from_phone(friday, ann, 0) == Problem("night", "the night is over")


def test_every_screen_is_told(friday: Night) -> None:
    versions = [version.night_version(friday.id)]
    line = line_of(buy(friday))
    versions.append(version.night_version(friday.id))
    requests.withdraw(friday, seat(friday).id, line)
    versions.append(version.night_version(friday.id))
    assert len(set(versions)) == 3


def test_more_chips_are_proposed_as_they_were_bought_last(friday: Night) -> None:
    bob = seat(friday)
    assert seats.proposed_buy_in(friday, bob.player_id) == 100
    requests.buy_in(friday, bob.id, 40)
    assert seats.proposed_buy_in(friday, bob.player_id) == 40
    assert seats.proposed_buy_in(friday) == 100
