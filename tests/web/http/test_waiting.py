"""A database locked by another program: waiting taps time out together, and pages are still served."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from time import monotonic
from urllib.parse import urlencode

import pytest
from flask import Flask

from app.night import db as store
from app.night.db import db
from tests.server.loop import Answer, Served
from tests.web.http.test_faults import database, tap_of
from tests.web.tables import Table

pytestmark = pytest.mark.sqlite

#: Seconds that the first tap waits for the lock, and the number of taps.
PATIENCE, TAPS = 2.0, 20


@pytest.fixture(autouse=True)
def short_wait(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BUSY_SECONDS", PATIENCE)


def test_waiting_taps_time_out_together_and_pages_are_served_meanwhile(
    server: Served, deal: Callable[..., Table]
) -> None:
    table = deal()
    db.session.remove()
    db.engine.dispose()
    form = urlencode(tap_of(table)).encode()

    def tap() -> Answer:
        return server.ask(f"{table.url}tap", "POST", form, content_type="application/x-www-form-urlencoded")

    pages = ("/help", table.url)
    for page in pages:  # load their templates
        assert server.ask(page).status == 200
    with closing(sqlite3.connect(database(), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        began = monotonic()
        taps = [tap() for _ in range(TAPS)]
        for page in pages:
            assert server.ask(page).status == 200
        assert monotonic() - began < PATIENCE
        assert {answer.status for answer in taps} == {503}
        assert monotonic() - began < 3 * PATIENCE
    assert tap().status in (200, 303)
    assert table.live.number == 1
