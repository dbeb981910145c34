"""Phones with access to a person's page: claiming, asking for, granting and ending it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.night import links
from app.night.access import grants
from app.night.access.grants import MAX_REQUESTS, Access
from app.night.access.rights import MAX_TOKEN_LENGTH, PHONE, SEAT, hash_of
from app.night.acts import joining, queue
from app.night.db import db, night_changed, writing
from app.night.example import delete_example, start_example
from app.night.models import Device, DeviceRole, Night, Player, Seat
from app.night.people import changing
from app.night.play.call import end_night
from app.night.validation import Problem
from tests.night import acting
from tests.night.table import begin, seat


def seat_of(night: Night, name: str = "Ann") -> Seat:
    return db.session.get_one(Seat, seat(night, name).id)


def claim(night: Night, token: str = "", name: str = "Ann") -> str | None:
    return grants.claim(PHONE, seat_of(night, name).player_id, token, "iPhone")


def ask(night: Night, token: str = "", label: str = "Android phone") -> str:
    asked = grants.ask(PHONE, seat_of(night).player_id, token, label)
    assert isinstance(asked, str), asked
    return asked


def access(night: Night, token: str = "", name: str = "Ann") -> Access:
    return grants.access(PHONE, seat_of(night, name).player_id, token)


def answer(night: Night, token: str, *, yes: bool) -> Problem | None:
    device = db.session.scalar(select(Device.id).where(Device.token == hash_of(token)))
    assert device is not None
    return grants.answer(PHONE, seat_of(night).player_id, device, yes=yes)


def an_hour_later() -> None:
    """Move every request and answer more than an hour into the past."""
    with writing() as session:
        for role in session.scalars(select(DeviceRole)):
            role.at -= timedelta(minutes=61)


def test_the_first_device_claims_a_link_and_only_a_hash_is_stored(friday: Night) -> None:
    assert access(friday).own == ""
    assert not access(friday).claimed
    token = claim(friday)
    assert token is not None
    assert access(friday, token).own == "claimed"
    assert access(friday, token).holds
    (device,) = db.session.scalars(select(Device))
    assert device.label == "iPhone"
    assert token not in (device.token, str(device.id))
    assert device.token == hash_of(token)


def test_a_second_device_cannot_claim_the_link(friday: Night) -> None:
    claim(friday)
    assert claim(friday) is None
    assert claim(friday, "made up") is None
    for token in ("", "made up", "x" * 1000):
        assert access(friday, token).own == ""
        assert not access(friday, token).holds


def test_claiming_twice_changes_nothing(friday: Night) -> None:
    token = claim(friday)
    assert token is not None
    assert claim(friday, token) == token
    assert db.session.scalar(select(func.count()).select_from(DeviceRole)) == 1


def test_an_invented_token_is_replaced(friday: Night) -> None:
    for made_up in ("made up", "x" * (MAX_TOKEN_LENGTH + 1)):
        assert claim(friday, made_up, "Ann" if made_up == "made up" else "Bob") != made_up


def test_one_device_can_be_the_phone_of_two_people(friday: Night) -> None:
    token = claim(friday)
    assert token is not None
    assert claim(friday, token, "Bob") == token
    assert access(friday, token, "Bob").holds
    assert db.session.scalar(select(func.count()).select_from(Device)) == 1


def test_only_one_of_several_concurrent_claims_succeeds(app: Flask, friday: Night) -> None:
    together, seat_id = Barrier(4), seat_of(friday).id

    def open_link() -> str | None:
        with app.app_context():
            seat = db.session.get_one(Seat, seat_id)
            together.wait()
            return grants.claim(PHONE, seat.player_id, "", "iPhone")

    with ThreadPoolExecutor(4) as people:
        tokens = [opened.result() for opened in [people.submit(open_link) for _ in range(4)]]
    assert sum(token is not None for token in tokens) == 1


def test_a_second_device_can_ask_for_access(friday: Night) -> None:
    owner = claim(friday) or ""
    second = ask(friday)
    assert access(friday, second).own == "asked"
    assert not access(friday, second).holds
    assert [device.label for device in access(friday, owner).asking] == ["Android phone"]
    assert answer(friday, second, yes=True) is None
    assert access(friday, second).own == "granted"
    assert access(friday, owner).own == "claimed"
    assert [device.label for device in access(friday, owner).holders] == ["iPhone", "Android phone"]


def test_asking_twice_changes_nothing(friday: Night) -> None:
    claim(friday)
    second = ask(friday)
    assert ask(friday, second) == second
    assert len(access(friday).asking) == 1


def test_a_refused_device_can_ask_again_only_after_an_hour(friday: Night) -> None:
    claim(friday)
    second = ask(friday)
    assert answer(friday, second, yes=False) is None
    assert access(friday, second).own == "refused"
    refused = grants.ask(PHONE, seat_of(friday).player_id, second, "iPhone")
    assert refused == Problem("device", "the answer was no: you can ask again in an hour")
    an_hour_later()
    assert access(friday, second).own == ""
    assert ask(friday, second) == second
    assert access(friday, second).own == "asked"


def test_a_clock_set_back_does_not_prolong_a_refusal(friday: Night) -> None:
    claim(friday)
    second = ask(friday)
    assert answer(friday, second, yes=False) is None
    with writing() as session:
        for role in session.scalars(select(DeviceRole)):
            role.at += timedelta(hours=3)
    assert access(friday, second).own == ""
    assert ask(friday, second) == second


def test_requests_for_a_link_are_limited_per_hour(friday: Night) -> None:
    owner = claim(friday) or ""
    for number in range(MAX_REQUESTS):
        token = ask(friday)
        if number % 2:
            answer(friday, token, yes=False)
        else:
            waiting = token
    before = db.session.scalar(select(func.count()).select_from(Device))
    assert isinstance(grants.ask(PHONE, seat_of(friday).player_id, "", "iPhone"), Problem)
    assert db.session.scalar(select(func.count()).select_from(Device)) == before
    assert ask(friday, waiting) == waiting, "it has asked already"
    an_hour_later()
    assert access(friday, owner).own == "claimed"
    assert access(friday).asking == ()
    assert ask(friday)


def test_a_request_can_be_answered_only_once(friday: Night) -> None:
    owner = claim(friday) or ""
    second, third = ask(friday), ask(friday)
    answered = Problem("device", "it has already been answered")
    answer(friday, second, yes=False)
    assert answer(friday, second, yes=True) == answer(friday, second, yes=False) == answered
    assert answer(friday, owner, yes=False) == answer(friday, owner, yes=True) == answered
    assert access(friday, owner).own == "claimed"
    assert grants.answer(PHONE, seat_of(friday).player_id, 999, yes=True) == answered
    assert access(friday, third).own == "asked"


def test_access_granted_to_a_device_can_be_revoked(friday: Night) -> None:
    claim(friday)
    second = ask(friday)
    answer(friday, second, yes=True)
    assert answer(friday, second, yes=False) is None
    assert not access(friday, second).holds
    assert isinstance(grants.ask(PHONE, seat_of(friday).player_id, second, "iPhone"), Problem)


def test_freeing_a_link_ends_all_access_and_the_next_device_claims_it(friday: Night) -> None:
    owner, second = claim(friday) or "", ask(friday)
    answer(friday, second, yes=True)
    third = ask(friday)
    key = seat_of(friday).player.key
    grants.free_phone(seat_of(friday).player_id)
    assert seat_of(friday).player.key == key
    assert [access(friday, token).own for token in (owner, second, third)] == ["out", "out", ""]
    new = claim(friday)
    assert new is not None
    assert access(friday, new).own == "claimed"
    assert claim(friday, owner) is None
    assert ask(friday, owner) == owner


def test_a_renewed_link_is_unclaimed(friday: Night) -> None:
    owner = claim(friday) or ""
    assert changing.renew_person_link(seat_of(friday).player_id) is None
    assert access(friday, owner).own == ""
    assert not access(friday).claimed
    assert claim(friday) is not None


def test_merging_keeps_the_first_persons_phone_and_removing_keeps_none(friday: Night) -> None:
    ann = claim(friday) or ""
    end_night(friday)
    saturday = begin("Anne")
    anne = claim(saturday, "", "Anne")
    kept, other = seat_of(friday).player_id, seat_of(saturday, "Anne").player_id
    assert changing.merge_people(kept, other) is None
    assert anne is not None
    assert access(saturday, ann).holds
    assert not access(saturday, anne).holds
    assert {role.of_id for role in db.session.scalars(select(DeviceRole))} == {kept}
    end_night(saturday)
    assert changing.remove_person(kept) is None
    assert db.session.scalar(select(func.count()).select_from(DeviceRole)) == 0


def test_deleting_an_example_deletes_its_phones(friday: Night) -> None:
    example = start_example()
    assert isinstance(example, Night)
    assert claim(example, "", "Ann")
    person = seat_of(example, "Ann").player_id
    assert delete_example(example)
    assert db.session.get(Player, person) is None
    assert db.session.scalar(select(func.count()).select_from(DeviceRole)) == 0


@pytest.mark.parametrize("what", ["ask", "yes", "no", "free"])
def test_changes_of_access_notify_the_screens_of_the_night(friday: Night, what: str) -> None:
    claim(friday)
    second = ask(friday) if what != "ask" else ""
    notified: list[int] = []
    with night_changed.connected_to(notified.append):
        if what == "ask":
            ask(friday)
        elif what == "free":
            grants.free_phone(seat_of(friday).player_id)
        else:
            answer(friday, second, yes=what == "yes")
    assert notified == [friday.id]


def test_only_devices_with_access_can_follow_the_night(friday: Night) -> None:
    owner = claim(friday) or ""
    key = seat_of(friday).player.key
    assert links.night_to_follow(key, owner) == friday.id
    for token in ("", "made up", ask(friday)):
        assert links.night_to_follow(key, token) is None
    for open_to_all in (friday.key, friday.watch_key):
        assert links.night_to_follow(open_to_all, "") == friday.id
    assert links.night_to_follow("nothing", owner) is None


def test_the_device_that_asked_for_a_seat_claims_the_players_link(friday: Night) -> None:
    line = joining.ask_for_seat(friday, "Gus", 50)
    assert isinstance(line, int)
    token = grants.ask(SEAT, line, "", "iPhone")
    queue.grant(friday, line)
    assert access(friday, token, "Gus").own == "claimed"
    assert queue.undo_act(friday, line, "Gus sits down") is not None
    assert access(friday, token, "Gus").own == "out"


def test_a_granted_seat_does_not_give_away_a_claimed_link(friday: Night) -> None:
    owner = claim(friday) or ""
    acting.leave(friday, seat_of(friday).id)
    line = joining.ask_for_seat(friday, "Ann", 50)
    assert isinstance(line, int)
    stranger = grants.ask(SEAT, line, "", "Android phone")
    queue.grant(friday, line)
    assert access(friday, owner).own == "claimed"
    assert access(friday, stranger).own == ""
    queue.undo_act(friday, line, "Ann sits down")
    assert access(friday, owner).own == "claimed"
