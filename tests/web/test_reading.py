"""Reading changes nothing: a GET of every page leaves the database unchanged."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from app import settings
from app.night.db import db
from app.night.example import start_example
from app.night.people.seats import seats
from app.night.play.games import save_own_game
from tests.web.tables import Table, hold


@pytest.fixture(autouse=True)
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    monkeypatch.setenv("UPCARD_MOST_GUESSES", "10000")
    return settings.host_code()


def all_rows() -> dict[str, list[tuple[object, ...]]]:
    db.session.rollback()
    return {
        table.name: [tuple(row) for row in db.session.execute(select(table).order_by(*table.primary_key))]
        for table in db.metadata.sorted_tables
    }


def test_a_get_of_every_page_leaves_the_database_unchanged(app: Flask, deal: Callable[..., Table], code: str) -> None:
    table = deal()
    night = table.night
    seat = seats(night)[0]
    hold(table.client, seat.key)
    example = start_example()
    save_own_game("Ours", "chicago")
    table.enter("d dh p1 ??Kh")
    values = {"number": 1, "place": 1, "seat": seat.id, "device": 1, "own": 1, "person": 1, "game": "chicago"}
    values |= {"what": "buy", "token": "x", "version": "x", "path": "page.js", "name": "page.js", "line": 1}
    values |= {"filename": "css/base.css"}
    paths = []
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()):
            continue
        keys = {
            "/n/<key>": [table.key, example.key, "wrong"],
            "/p/<key>": [seat.key, seats(night)[1].key, "wrong"],
            "/tv/<key>": [night.watch_key, "wrong"],
            "/live/<key>": [night.watch_key, table.key, "wrong"],
        }
        start = next((start for start in keys if rule.rule.startswith(start)), "")
        for key in keys.get(start, [""]):
            for word in (code, "wrong") if rule.endpoint == "home.host" else (night.join_code, "wrong"):
                given = {name: values.get(name, 1) for name in rule.arguments} | {"key": key, "code": word}
                with app.test_request_context():
                    path = app.url_map.bind("localhost").build(rule.endpoint, given, method="GET")
                paths.append(f"{path.partition('?')[0]}{'?now' if rule.endpoint == 'live.stream' else ''}")
    before = all_rows()
    seen = set()
    for client in (table.client, app.test_client()):
        for path in dict.fromkeys(paths):
            with client.get(path) as answer:
                seen.add(answer.status_code)
            assert all_rows() == before, path
    assert len(set(paths)) > 50
    assert seen == {200, 302, 303, 401, 403, 404, 409, 422}
