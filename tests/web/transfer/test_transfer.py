"""Exports from the pages: a night by its dealer, the club by its host, a player's own hands from a phone."""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.night import example, nights
from app.night.db import db
from app.night.people import seats
from app.night.play import call
from app.record.text import read_all
from app.web.http.browser import COOKIE
from app.web.http.security import MAX_BODY
from tests.server.loop import Served
from tests.web.tables import Table, hold

NAME = re.compile(r'filename="?([^";]+)"?')


@pytest.fixture
def table(deal: Callable[..., Table]) -> Table:
    """Return the table of a night with a finished hand."""
    table = deal()
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s", "p1 cbr 2", "p2 f", "p3 f")
    return table


def name_of(response: TestResponse) -> str:
    match = NAME.search(response.headers["Content-Disposition"])
    assert match
    return match[1]


def send(client: FlaskClient, data: bytes, name: str = "club.json") -> TestResponse:
    return client.post("/club/import", data={"file": (io.BytesIO(data), name)}, content_type="multipart/form-data")


def rename(table: Table, name: str) -> None:
    stored = table.night
    stored.name = name
    db.session.commit()


def test_the_page_of_a_night_links_to_its_files(table: Table) -> None:
    page = table.get("take")
    links = re.findall(rf'href="({re.escape(table.url)}take/[^"]+)"', page)
    assert [link.rpartition("/")[2] for link in links] == ["night.json", "hands.phhs", "tables.zip"]
    assert f'href="{table.url}take"' in table.get("money")
    whole, hands, tables = (table.client.get(link) for link in links)
    assert json.loads(whole.text)["nights"][0]["name"] == "Friday"
    assert len(read_all(hands.text)) == 1
    assert len(zipfile.ZipFile(io.BytesIO(tables.data)).namelist()) == 3
    assert {answer.headers["Cache-Control"] for answer in (whole, hands, tables)} == {"no-store"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Friday", "friday"), ("Zoë’s “40th” / ../x", "zoes-40th-x"), ("🃏🃏", "night"), ('"\r\nX', "x")],
)
def test_the_names_of_files_are_valid_on_every_system(table: Table, name: str, expected: str) -> None:
    rename(table, name)
    for file, ending in (("night.json", "json"), ("hands.phhs", "phhs"), ("tables.zip", "zip")):
        found = name_of(table.client.get(f"{table.url}take/{file}"))
        assert re.fullmatch(rf"{expected}-\d{{4}}-\d\d-\d\d\.{ending}", found)


def test_the_page_says_what_is_left_out(deal: Callable[..., Table]) -> None:
    page = deal().get("take")
    assert "The hand in play is left out." in page
    assert "No hand has finished yet." in page


def test_a_club_is_downloaded_and_cannot_be_imported_where_there_are_nights(table: Table, client: FlaskClient) -> None:
    with client.get("/club/club.json") as written:
        assert re.fullmatch(r"upcard-\d{4}-\d\d-\d\d\.json", name_of(written))
        data = written.data
    assert "Export and import" in client.get("/settings").text
    before = nights.nights()
    refused = send(client, data)
    assert refused.status_code == 422
    assert "<code>nights</code>: there are nights here already" in refused.text
    assert nights.nights() == before


def test_a_club_can_be_imported_where_there_are_no_nights(client: FlaskClient, table: Table) -> None:
    with client.get("/club/club.json") as answer:
        written = answer.data
    stored = table.night
    example.remove_night(stored.id)
    read = send(client, written)
    assert read.status_code == 303
    page = client.get(read.location).text
    assert "Read 1 night with 1 hand and 3 people: Friday" in page
    assert [night.name for night in nights.nights()] == ["Friday"]


def test_the_first_device_of_a_new_installation_may_import_a_file(app: Flask) -> None:
    first = app.test_client()
    assert "Export and import" in first.get("/settings").text
    assert "Choose a file exported by another Upcard." in first.get("/club").text
    refused = send(first, b"{}")
    assert refused.status_code == 422
    assert "<code>format</code>: is missing." in refused.text
    stranger = app.test_client()
    assert stranger.get("/club").status_code == 403
    assert send(stranger, b"{}").status_code == 403


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "The file is not JSON: line 1, column 1"),
        (b'{"format": "upcard-2"}', "<code>format</code>: must be one of"),
        (b"\xff\xfe", "The file is not UTF-8 at byte 1"),
        (b'{"<b>": 1}', "<code>&#39;&lt;b&gt;&#39;</code>: there is no such key"),
    ],
)
def test_a_bad_file_is_refused_with_the_place_of_its_error(client: FlaskClient, data: bytes, words: str) -> None:
    refused = send(client, data)
    assert refused.status_code == 422
    assert words in refused.text


def test_a_missing_file_is_reported(client: FlaskClient) -> None:
    assert "Choose a file." in client.post("/club/import", data={}).text


def test_a_file_may_be_larger_than_a_form_but_not_than_the_setting(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert send(client, b" " * (MAX_BODY + 1)).status_code == 422
    monkeypatch.setenv("UPCARD_MOST_MEGABYTES", "0")
    assert "The file is larger than 0 MB; UPCARD_MOST_MEGABYTES sets this limit" in send(client, b" ").text
    assert send(client, b" " * (MAX_BODY + 1)).status_code == 413
    assert client.post("/", data={"name": "x" * (MAX_BODY + 1)}).status_code == 413


def test_a_strangers_large_file_is_refused(app: Flask, table: Table) -> None:
    stranger = app.test_client()
    assert send(stranger, b" " * (MAX_BODY + 1)).status_code == 403


def test_a_phone_has_a_file_of_its_players_hands(app: Flask, table: Table) -> None:
    stored = table.night
    assert call.next_hand(stored) is None
    phone = app.test_client()
    address = hold(phone, seats.seats(stored)[0].key)
    assert f'href="{address}/hands.phhs"' in phone.get(address).text
    file = phone.get(f"{address}/hands.phhs")
    assert name_of(file) == "my-hands.phhs"
    assert len(read_all(file.text)) == 1
    assert app.test_client().get(f"{address}/hands.phhs").status_code == 403


def test_a_duplicate_key_in_a_large_file_is_found_fast(client: FlaskClient) -> None:
    keys = [*map(str, range(40_000)), "39999"]
    data = "{" + ", ".join(f'"{key}": 0' for key in keys) + "}"
    began = time.process_time()
    assert "appears twice" in send(client, data.encode()).text
    assert time.process_time() - began < 10  # counting each key separately took minutes


def test_a_stranger_is_refused_before_the_file_is_sent(app: Flask, client: FlaskClient, server: Served) -> None:
    head = {"content_length": str(10 * MAX_BODY), "content_type": "multipart/form-data; boundary=x"}
    assert server.ask("/club/import", "POST", whole=False, **head).status == 403
    cookie = client.get_cookie(COOKIE)
    assert cookie is not None
    host = server.ask("/club/import", "POST", whole=False, cookie=f"{COOKIE}={cookie.value}", **head)
    host.disconnect()
    assert host.status == 408
