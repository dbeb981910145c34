"""The files that a browser caches: static files by version, the page for a missing server, and nothing of a night."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from app.web import offline


def values(client: FlaskClient) -> dict[str, object]:
    text = client.get("/worker.js").text
    return {name: json.loads(value) for name, value in re.findall(r"^const (VERSION|FILES|GONE) = (.*);$", text, re.M)}


def test_every_file_that_is_kept_is_there_for_ever(client: FlaskClient) -> None:
    files = values(client)["FILES"]
    assert isinstance(files, list)
    assert len(files) > 50
    for path in files:
        with client.get(path) as answer:
            assert answer.status_code == 200, path
            assert "immutable" in answer.headers["Cache-Control"], path


def test_every_file_of_a_page_is_kept(client: FlaskClient) -> None:
    files = values(client)["FILES"]
    assert isinstance(files, list)
    for page in ("/", "/help", "/gone", "/trust"):
        asked = re.findall(r'(?:src|href)="(/(?:static|assets)/[^"]+)"', client.get(page).text)
        assert asked
        assert [path for path in asked if path not in files] == []


def test_the_worker_is_asked_for_anew_and_changes_with_the_page_that_it_keeps(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/worker.js").headers["Cache-Control"] == "no-cache"
    before = values(client)
    assert values(client) == before
    monkeypatch.setattr(offline, "kept_files", lambda: ["/static/another"])
    assert values(client)["VERSION"] != before["VERSION"]


def test_the_page_for_a_server_that_is_gone_says_so_and_holds_nothing_of_a_night(client: FlaskClient) -> None:
    page = client.get("/gone").text
    assert "<h1>The server is gone</h1>" in page
    assert "csrf" not in page
    assert "<form" not in page


def test_what_is_sent_and_what_follows_a_table_goes_past_the_worker() -> None:
    script = (offline.Path(__file__).parents[3] / "static" / "worker.js").read_text()
    assert 'request.method !== "GET"' in script
    assert re.findall(r"\b(?:put|add)\(", script) == []  # only these files are cached, all at once
