"""The contents of cookies: no keys or codes; values stored by older versions are converted."""

import json
import zlib
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import base64_decode

from app.night.people.seats import seats
from tests.web.tables import Table

pytestmark = pytest.mark.usefixtures("code")


def session_text(client: FlaskClient) -> str:
    """Return the contents of the session, which anyone with the cookie can read."""
    cookie = client.get_cookie("upcard")
    assert cookie is not None
    text = cookie.value.rsplit(".", 2)[0]
    return (zlib.decompress(base64_decode(text[1:])) if text.startswith(".") else base64_decode(text)).decode()


def test_the_session_cookie_contains_no_keys_or_codes(deal: Callable[..., Table], code: str) -> None:
    table = deal()
    client = table.client
    client.post("/host", data={"code": code})
    table.get()
    table.post("turn")
    client.post(f"{table.url}hints", data={"hints": "on"})
    example = client.post("/example").location
    client.get(example)
    night = table.night
    keys = [table.key, night.watch_key, night.join_code, code, example.split("/")[2]]
    stored = session_text(client)
    assert "dealt" in stored
    assert [key for key in (*keys, *(seat.key for seat in seats(night))) if key in stored] == []


def test_a_session_of_an_older_version_is_accepted_and_converted(
    app: Flask, deal: Callable[..., Table], code: str
) -> None:
    table = deal()
    night = table.night
    seat = seats(night)[0].id
    old = app.test_client()
    with old.session_transaction() as session:
        session.update(nights=[table.key, "gone"], host=code, near={table.key: seat}, hints={table.key: True})
    page = old.get("/").text
    assert "Friday" in page
    assert 'href="/devices"' in old.get("/settings").text
    assert json.dumps(code) not in session_text(old)
    old.post(f"{table.url}turn", data={"hand": table.hand, "seen": 0})
    old.post(f"{table.url}hints", data={"hints": "on"})
    assert table.key not in session_text(old)
    assert "host-mark" not in session_text(old)
    assert 'href="/devices"' in old.get("/settings").text


def test_malformed_session_values_are_ignored(app: Flask) -> None:
    client = app.test_client()
    for made_up in (["x"], [[1]], [[1, 2]], [["a", "b"]], {"a": 1}, [[10**30, "x"]], 5):
        with client.session_transaction() as session:
            session["dealt"] = made_up
            session["example-mark"] = made_up
        assert client.get("/").status_code == 200


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_cookies_are_http_only_and_secure_over_https(deal: Callable[..., Table], scheme: str) -> None:
    table = deal()
    night = table.night
    client = table.client.application.test_client()
    answers = [
        client.get(table.url, base_url=f"{scheme}://localhost"),
        client.post(f"/p/{seats(night)[0].key}/claim", base_url=f"{scheme}://localhost"),
    ]
    cookies = [line for answer in answers for line in answer.headers.getlist("Set-Cookie")]
    prefix = "__Host-" if scheme == "https" else ""
    assert {line.partition("=")[0] for line in cookies} == {f"{prefix}upcard", f"{prefix}upcard-device"}
    for line in cookies:
        assert "HttpOnly" in line
        assert "SameSite=Lax" in line
        assert ("Secure" in line) == (scheme == "https")
