"""Guessing codes and keys: so many a minute from an address, and no more."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import settings
from app.night import night_by_key, renew_television, seats
from app.web.http import guesses
from tests.web.tables import Table

WRONG = ["/n/wrong/", "/p/wrong", "/tv/wrong", "/j/wrong", "/live/wrong?now", "/j/asked/wrong"]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))


@pytest.fixture
def stranger(client: FlaskClient) -> FlaskClient:
    return client.application.test_client()


def guess(client: FlaskClient, path: str, times: int = 20) -> None:
    for _ in range(times):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", WRONG)
def test_twenty_wrong_keys_a_minute_are_enough(stranger: FlaskClient, path: str) -> None:
    guess(stranger, path)
    answer = stranger.get(path)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert "Wait a minute, then try again." in answer.text


def test_wrong_host_codes_count_too(stranger: FlaskClient) -> None:
    for n in range(20):
        assert stranger.post("/host", data={"code": f"guess{n}"}).status_code == 422
    assert stranger.post("/host", data={"code": settings.host_code()}).status_code == 429


def test_a_right_key_is_not_told_from_a_wrong_one_then(deal: Callable[..., Table], stranger: FlaskClient) -> None:
    table = deal()
    guess(stranger, "/n/wrong/")
    assert stranger.get(table.url).status_code == 429


def test_other_addresses_and_pages_without_a_key_go_on(stranger: FlaskClient) -> None:
    guess(stranger, "/n/wrong/")
    assert stranger.get("/").status_code == 200
    assert stranger.get("/n/wrong/", environ_overrides={"REMOTE_ADDR": "192.168.1.9"}).status_code == 404


def test_who_has_dealt_goes_on_behind_the_same_address(deal: Callable[..., Table], stranger: FlaskClient) -> None:
    table = deal()
    table.get()
    guess(stranger, "/n/wrong/")
    assert table.client.get(table.url).status_code == 200


def test_a_phone_that_was_claimed_goes_on_too(deal: Callable[..., Table], stranger: FlaskClient) -> None:
    table = deal()
    night = night_by_key(table.key)
    assert night is not None
    phone = table.client.application.test_client()
    page = f"/p/{seats(night)[0].key}"
    assert phone.post(f"{page}/claim").status_code == 303
    guess(stranger, "/n/wrong/")
    assert phone.get(page).status_code == 200


def test_a_television_that_shows_a_night_goes_on_too(deal: Callable[..., Table], stranger: FlaskClient) -> None:
    night = night_by_key(deal().key)
    assert night is not None
    television = stranger.application.test_client()
    assert television.get(f"/tv/{night.watch_key}").status_code == 200
    guess(stranger, "/tv/wrong")
    assert television.get(f"/tv/{night.watch_key}", headers={"HX-Request": "true"}).status_code == 200
    renew_television(night)
    assert television.get("/tv/wrong").status_code == 429


def test_a_minute_later_it_may_be_tried_again(stranger: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    guess(stranger, "/n/wrong/")
    later = guesses.time.monotonic() + 61
    monkeypatch.setattr(guesses.time, "monotonic", lambda: later)
    assert stranger.get("/n/wrong/").status_code == 404


def test_how_many_is_a_setting(stranger: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_MOST_GUESSES", "3")
    guess(stranger, "/n/wrong/", 3)
    assert stranger.get("/n/wrong/").status_code == 429


def test_the_addresses_of_one_network_count_as_one(stranger: FlaskClient) -> None:
    for n in range(20):
        stranger.get("/n/wrong/", environ_overrides={"REMOTE_ADDR": f"2001:db8::{n + 1:x}"})
    assert stranger.get("/n/wrong/", environ_overrides={"REMOTE_ADDR": "2001:db8::ffff"}).status_code == 429


def test_no_more_addresses_are_remembered_than_there_is_room_for() -> None:
    counted = guesses.Guesses()
    for n in range(guesses.MOST_ADDRESSES + 50):
        counted.count(str(n))
    assert len(counted._wrong) == guesses.MOST_ADDRESSES
