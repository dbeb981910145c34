"""Rate limits on guesses, requests to the host and examples, by address or known device."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import settings
from app.night.links import renew_code
from app.night.models import Night
from app.night.nights import night_by_key
from app.night.people.seats import seats
from app.web.http import guesses
from tests.web.tables import Table

WRONG = [
    "/n/wrong/",
    "/p/wrong",
    "/tv/wrong",
    "/j/wrong",
    "/h/wrong",
    "/h/wrong.phh",
    "/live/wrong?now",
    "/j/asked/wrong",
]


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
def test_twenty_wrong_keys_a_minute_are_allowed(stranger: FlaskClient, path: str) -> None:
    guess(stranger, path)
    answer = stranger.get(path)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert "Wait a minute, then try again." in answer.text


def test_a_limit_of_no_guesses_allows_one(
    deal: Callable[..., Table], stranger: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UPCARD_MOST_GUESSES", "0")
    assert stranger.get(f"/tv/{deal().night.watch_key}").status_code == 200
    guess(stranger, "/tv/wrong", times=1)
    assert stranger.get("/tv/wrong").status_code == 429


def test_wrong_host_codes_are_limited(stranger: FlaskClient) -> None:
    for n in range(20):
        assert stranger.post("/host", data={"code": f"guess{n}"}).status_code == 422
    assert stranger.post("/host", data={"code": settings.host_code()}).status_code == 429


def test_after_too_many_guesses_even_a_right_key_is_refused(deal: Callable[..., Table], stranger: FlaskClient) -> None:
    table = deal()
    guess(stranger, "/n/wrong/")
    assert stranger.get(table.url).status_code == 429


def test_other_addresses_and_pages_without_a_key_are_not_limited(stranger: FlaskClient) -> None:
    guess(stranger, "/n/wrong/")
    assert stranger.get("/").status_code == 200
    assert stranger.get("/n/wrong/", environ_overrides={"REMOTE_ADDR": "192.168.1.9"}).status_code == 404


def test_a_dealer_is_not_limited_by_guesses_from_the_same_address(
    deal: Callable[..., Table], stranger: FlaskClient
) -> None:
    table = deal()
    table.get()
    guess(stranger, "/n/wrong/")
    assert table.client.get(table.url).status_code == 200


def test_a_claimed_phone_is_not_limited_by_guesses_from_the_same_address(
    deal: Callable[..., Table], stranger: FlaskClient
) -> None:
    table = deal()
    night = table.night
    phone = table.client.application.test_client()
    page = f"/p/{seats(night)[0].key}"
    assert phone.post(f"{page}/claim").status_code == 303
    guess(stranger, "/n/wrong/")
    assert phone.get(page).status_code == 200


def test_a_television_is_not_limited_by_guesses_from_the_same_address(
    deal: Callable[..., Table], stranger: FlaskClient
) -> None:
    night = deal().night
    television = stranger.application.test_client()
    assert television.get(f"/tv/{night.watch_key}").status_code == 200
    guess(stranger, "/tv/wrong")
    assert television.get(f"/tv/{night.watch_key}", headers={"HX-Request": "true"}).status_code == 200
    renew_code(night, "watch_key")
    assert television.get("/tv/wrong").status_code == 429


@pytest.fixture
def night(deal: Callable[..., Table]) -> Night:
    return deal().night


@pytest.fixture(params=["phone", "television", "dealer", "dealer that has posted"])
def known(request: pytest.FixtureRequest, client: FlaskClient, night: Night) -> FlaskClient:
    """Return a known device that is not a host's."""
    device = client.application.test_client()
    match request.param:
        case "phone":
            answer = device.post(f"/p/{seats(night)[0].key}/claim")
        case "television":
            answer = device.get(f"/tv/{night.watch_key}")
        case "dealer":
            answer = device.get(f"/n/{night.key}/night")
        case _:
            answer = device.post(f"/n/{night.key}/night/seats", data={"name": "Dee", "buy_in": "100"})
    assert answer.status_code < 400
    return device


@pytest.mark.parametrize("path", WRONG)
def test_a_known_device_has_a_limit_of_its_own(known: FlaskClient, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_MOST_GUESSES", "3")
    guess(known, path, 3)
    assert known.get(path).status_code == 429


def test_a_known_device_cannot_guess_the_host_code(known: FlaskClient) -> None:
    for n in range(20):
        assert known.post("/host", data={"code": f"guess{n}"}).status_code == 422
    assert known.post("/host", data={"code": settings.host_code()}).status_code == 429
    assert known.get(f"/host/{settings.host_code()}").status_code == 429


def test_guesses_of_a_known_device_do_not_count_for_its_address(known: FlaskClient, stranger: FlaskClient) -> None:
    guess(known, "/p/renewed")
    assert known.get("/p/renewed").status_code == 429
    guess(stranger, "/p/wrong")


def test_the_phones_of_an_example_count_as_strangers(stranger: FlaskClient) -> None:
    example = night_by_key(stranger.post("/example").headers["Location"].split("/")[2])
    assert example is not None
    for seat in seats(example)[:2]:
        phone = stranger.application.test_client()
        assert phone.post(f"/p/{seat.key}/claim").status_code == 303
        guess(phone, "/p/wrong", 10)
    assert stranger.get("/p/wrong").status_code == 429


def test_a_host_is_not_limited(client: FlaskClient, night: Night) -> None:
    guess(client, "/n/wrong/", 30)
    assert client.get(f"/n/{night.key}/").status_code == 200
    guess(client.application.test_client(), "/n/wrong/")


FRESH = {"REMOTE_ADDR": "192.168.1.9"}


def test_five_guests_at_one_address_may_ask_and_others_elsewhere(client: FlaskClient) -> None:
    for n in range(5):
        guest = client.application.test_client()
        assert guest.post("/ask", data={"name": f"Guest {n}"}).status_code == 303
    answer = client.application.test_client().post("/ask", data={"name": "Six"})
    assert (answer.status_code, "Others have asked too often" in answer.text) == (409, True)
    other = client.application.test_client()
    assert other.post("/ask", data={"name": "Gwen"}, environ_overrides=FRESH).status_code == 303


def test_five_phones_at_one_address_may_ask_for_a_page_and_others_elsewhere(client: FlaskClient, night: Night) -> None:
    page = f"/p/{seats(night)[0].key}"
    assert client.application.test_client().post(f"{page}/claim").status_code == 303
    for _ in range(5):
        assert client.application.test_client().post(f"{page}/ask").status_code == 303
    answer = client.application.test_client().post(f"{page}/ask")
    assert (answer.status_code, "Others have asked too often" in answer.text) == (409, True)
    own = client.application.test_client()
    assert own.post(f"{page}/ask", environ_overrides=FRESH).status_code == 303


def test_a_known_device_may_ask_after_five_guests_at_its_address(client: FlaskClient, known: FlaskClient) -> None:
    for n in range(5):
        client.application.test_client().post("/ask", data={"name": f"Guest {n}"})
    assert known.post("/ask", data={"name": "Gwen"}).status_code == 303


def test_ten_examples_a_day_can_be_started_at_one_address(client: FlaskClient) -> None:
    for _ in range(10):
        assert client.application.test_client().post("/example").status_code == 303
    last = client.application.test_client()
    refused = last.post("/example")
    assert refused.status_code == 409
    assert "No more examples can be started from here today" in refused.text
    assert client.application.test_client().post("/example", environ_overrides=FRESH).status_code == 303
    assert client.post("/example").status_code == 303, "a host is not limited"


def test_deleting_an_example_allows_another(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_MOST_EXAMPLES", "15")  # three at one address
    guest = client.application.test_client()
    for _ in range(4):
        key = guest.post("/example").location.split("/")[2]
    for _ in range(4):
        key = guest.post(f"/example/{key}/throw-away", data={"then": "again"}).location.split("/")[2]
    for _ in range(2):
        assert client.application.test_client().post("/example").status_code == 303
    assert client.application.test_client().post("/example").status_code == 409
    assert guest.post(f"/example/{key}/throw-away").status_code == 303
    assert client.application.test_client().post("/example").status_code == 303


def test_the_methods_of_an_address_do_not_show_whether_its_key_is_right(night: Night, stranger: FlaskClient) -> None:
    for path in (f"/n/{night.key}/", f"/tv/{night.watch_key}"):
        assert stranger.options(path).status_code == 200
        with stranger.session_transaction() as session:
            assert not {"dealt", "watched"} & session.keys()


def test_guesses_are_allowed_again_after_a_minute(stranger: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    guess(stranger, "/n/wrong/")
    later = guesses.time.monotonic() + 61
    monkeypatch.setattr(guesses.time, "monotonic", lambda: later)
    assert stranger.get("/n/wrong/").status_code == 404


def test_the_number_of_guesses_is_a_setting(stranger: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_MOST_GUESSES", "3")
    guess(stranger, "/n/wrong/", 3)
    assert stranger.get("/n/wrong/").status_code == 429


def test_the_ipv6_addresses_of_one_network_count_as_one(stranger: FlaskClient) -> None:
    for n in range(20):
        stranger.get("/n/wrong/", environ_overrides={"REMOTE_ADDR": f"2001:db8::{n + 1:x}"})
    assert stranger.get("/n/wrong/", environ_overrides={"REMOTE_ADDR": "2001:db8::ffff"}).status_code == 429


def test_the_number_of_addresses_remembered_is_limited() -> None:
    counted = guesses.Tries("guesses")
    for n in range(guesses.MAX_ADDRESSES + 50):
        counted.count(str(n))
    assert len(counted._tried) == guesses.MAX_ADDRESSES
