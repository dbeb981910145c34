"""The service worker's cache: versioned static files, the page for an unreachable server, and no page of a night."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from app.web import offline


def values(client: FlaskClient) -> dict[str, object]:
    text = client.get("/worker.js").text
    return {name: json.loads(value) for name, value in re.findall(r"^const (VERSION|FILES|GONE) = (.*);$", text, re.M)}


def test_every_cached_file_exists_and_is_immutable(client: FlaskClient) -> None:
    files = values(client)["FILES"]
    assert isinstance(files, list)
    assert len(files) > 50
    for path in files:
        with client.get(path) as answer:
            assert answer.status_code == 200, path
            assert "immutable" in answer.headers["Cache-Control"], path


def test_every_file_of_a_page_is_cached(client: FlaskClient) -> None:
    files = values(client)["FILES"]
    assert isinstance(files, list)
    for page in ("/", "/help", "/gone", "/trust"):
        linked = re.findall(r'(?:src|href)="(/(?:static|assets)/[^"]+)"', client.get(page).text)
        assert linked
        assert [path for path in linked if path not in files] == []


def test_the_worker_is_revalidated_and_its_version_changes_with_its_files(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/worker.js").headers["Cache-Control"] == "no-cache"
    before = values(client)
    assert values(client) == before
    monkeypatch.setattr(offline, "page_files", lambda: ["/static/another"])
    assert values(client)["VERSION"] != before["VERSION"]


def test_the_page_for_an_unreachable_server_has_no_forms_or_tokens(client: FlaskClient) -> None:
    page = client.get("/gone").text
    assert "<h1>The server is gone</h1>" in page
    assert "csrf" not in page
    assert "<form" not in page


def test_the_worker_only_handles_get_and_only_caches_its_files() -> None:
    script = (offline.Path(__file__).parents[3] / "static" / "worker.js").read_text()
    assert 'request.method !== "GET"' in script
    assert re.findall(r"\b(?:put|add)\(", script) == []  # only these files are cached, all at once
