"""The host names that the server answers to, so that no other site can impersonate it."""

import socket

import pytest
from flask.testing import FlaskClient


def status_for(client: FlaskClient, host: str, path: str = "/") -> int:
    with client.get(path, headers={"Host": host}) as answer:
        return answer.status_code


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "LOCALHOST:8000", "localhost.", "127.0.0.1:8000", "192.168.1.5", "[::1]:8000", "[fd00::5]"),
        *("upcard.local", "Upcard.local:8000", socket.gethostname()),
        f"{socket.gethostname().partition('.')[0]}.local:80",
    ],
)
def test_its_own_names_and_all_ip_addresses_are_accepted(client: FlaskClient, host: str) -> None:
    assert status_for(client, host) == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8000", "upcard", "localhost:8000@evil.example"],
)
@pytest.mark.parametrize("path", ["/", "/static/css/base.css", "/n/some-key/", "/live/some-key"])
def test_a_name_that_another_site_can_use_is_refused(client: FlaskClient, host: str, path: str) -> None:
    assert status_for(client, host, path) == 421


def test_the_refusal_explains_itself(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Host": "evil.example"})
    assert "Upcard answers only to its own names and addresses." in answer.text
    assert "UPCARD_HOSTS" in answer.text


def test_a_name_in_the_settings_is_accepted(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_HOSTS", "cards.example, Poker.example")
    assert status_for(client, "poker.example:443") == 200
    assert status_for(client, "cards.example") == 200
    assert status_for(client, "other.example") == 421


def test_a_post_under_another_name_changes_nothing(client: FlaskClient) -> None:
    assert client.post("/", headers={"Host": "evil.example"}).status_code == 421
    assert "No nights yet" in client.get("/").text
