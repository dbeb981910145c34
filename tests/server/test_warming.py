"""Templates are compiled when a server starts, not when a page is first visited."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from flask import Flask
from jinja2 import DictLoader
from sqlalchemy import Table

from app import metrics
from app.games.house import Stakes
from app.night.db import db
from app.server import upkeep
from tests import patience
from tests.web.tables import NAMES, begin, host_device
from tests.web.website import make_website


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    with make_website(tmp_path).fresh(WTF_CSRF_ENABLED=False) as app:
        app.jinja_env.cache.clear()
        monkeypatch.setattr(app.jinja_env, "bytecode_cache", None)
        yield app


class Loop:
    """A loop that records the calls requested by other threads."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def call_soon_threadsafe(self, function: object) -> None:
        self.asked.append(function)


def compiled(app: Flask) -> list[str]:
    return [name for _loader, name in app.jinja_env.cache]


def test_all_templates_are_compiled_in_advance(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    loop = Loop()
    upkeep.warm_up(app, cast(AbstractEventLoop, loop), lambda: False).join(patience.SECONDS)
    assert set(compiled(app)) == set(app.jinja_env.list_templates())
    assert loop.asked == [upkeep.freeze_heap]

    def compile_(*_given: object) -> None:
        raise AssertionError("a template is compiled for a page")

    monkeypatch.setattr(app.jinja_env, "compile", compile_)
    client = host_device(app.test_client())
    table = begin(client, "five-card-stud", NAMES[:3], 100, True, Stakes(), {}, ())
    assert "wild" in table.get()
    assert client.get("/").status_code == 200


def test_compiling_pauses_while_requests_are_answered(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.jinja_env, "loader", DictLoader({"a.html": "a", "b.html": "b"}))
    answers, seen = iter([True, True, False, True, False]), []

    def busy() -> bool:
        seen.append(compiled(app))
        return next(answers)

    upkeep.compile_templates(app, busy)
    assert seen == [[], [], [], ["a.html"], ["a.html"]]


def test_a_broken_template_does_not_stop_the_compiling_of_others(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(app.jinja_env, "loader", DictLoader({"a.html": "{% if %}", "b.html": "b"}))
    upkeep.compile_templates(app, lambda: False)
    assert "The template a.html cannot be read" in caplog.text
    assert compiled(app) == ["b.html"]


def test_the_first_pages_of_a_host_are_rendered_in_advance(app: Flask) -> None:
    client = host_device(app.test_client())
    night = begin(client, "five-card-stud", NAMES[:3], 100, True, Stakes(), {}, ())
    app.jinja_env.cache.clear()
    before = {table.name: rows(app, table) for table in db.metadata.sorted_tables}
    counted = list(metrics.requests.collect()[0].samples)
    upkeep.open_pages(app)
    assert {table.name: rows(app, table) for table in db.metadata.sorted_tables} == before
    assert list(metrics.requests.collect()[0].samples) == counted
    ready = set(compiled(app))
    assert ready >= {f"{page}/page.html" for page in ("home", "players", "call", "dealer", "money", "links")}
    for page in ("/", *(night.url + page for page in upkeep.FIRST_PAGES)):
        assert client.get(page).status_code == 200
    assert set(compiled(app)) == ready


def test_a_failing_page_does_not_stop_the_rendering_of_others(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(host_device(app.test_client()), "five-card-stud", NAMES[:3], 100, True, Stakes(), {}, ())
    app.jinja_env.cache.clear()

    def fail(**_given: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setitem(app.view_functions, "home.page", fail)
    upkeep.open_pages(app)
    assert "home/page.html" not in compiled(app)
    assert "links/page.html" in compiled(app)


def rows(app: Flask, table: Table) -> list[tuple[object, ...]]:
    with app.app_context():
        return [tuple(row) for row in db.session.execute(table.select())]
