"""Restores during play: every tap that got a response is in the database or in a copy made by a restore."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.backups.copying import make_copy
from app.backups.files import copies
from app.backups.starting import database_file
from app.games.house import Stakes
from app.web.http.browser import COOKIE
from tests.web.tables import NAMES, Table, begin

pytestmark = pytest.mark.sqlite

TABLES, TAPS_A_SECOND, RESTORES = 3, 10, 4


@dataclass
class Tapper:
    """A tablet that keeps dealing a card and undoing it; each card has its own comment."""

    table: Table
    name: str
    answered: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def run(self, until: Event) -> None:
        seen, dealt, taps = "0", False, 0
        while not until.is_set():
            begun, taps = time.monotonic(), taps + 1
            comment = f"{self.name}{taps}"
            path, tap = ("undo", {}) if dealt else ("tap", {"action": f"d dh p1 ??5h # {comment}"})
            try:
                answer = self.table.client.post(
                    f"{self.table.url}{path}",
                    data={"hand": self.table.hand, "seen": seen, **tap},
                    follow_redirects=True,
                )
            except Exception as problem:  # a server would show "Something broke"
                self.failed.append(repr(problem))
                continue
            shown = re.search(r'data-seen="(\d+)"', answer.text)
            if shown is None:
                self.failed.append(f"{answer.status_code} {answer.text[:300]}")
            elif answer.status_code == 200 and not dealt:
                self.answered.append(comment)
                dealt, seen = True, shown[1]
            else:
                dealt, seen = "5♥" in answer.text and answer.status_code != 200, shown[1]
            time.sleep(max(0.0, 1 / TAPS_A_SECOND - (time.monotonic() - begun)))


def test_no_answered_tap_is_lost_and_no_log_has_a_gap(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        "app.backups.files.COPIES_TO_KEEP", dict.fromkeys(("day", "night", "update", "hand", "replaced"), 99)
    )
    database = database_file(app.config["SQLALCHEMY_DATABASE_URI"])
    assert database is not None
    tappers = [Tapper(_table(app, client), f"t{n}x") for n in range(TABLES)]
    copy = make_copy(database, "hand")
    assert copy is not None
    with _tapping(tappers):
        for _ in range(RESTORES):
            time.sleep(0.5)
            assert client.post(f"/backups/{copy.name}/restore").status_code == 303
    assert [tapper.failed for tapper in tappers] == [[]] * TABLES
    files = [database, *(kept.path for kept in copies(database))]
    assert {path.name: _hands_with_gaps(path) for path in files} == {path.name: [] for path in files}
    answered = {comment for tapper in tappers for comment in tapper.answered}
    assert len(answered) > RESTORES * TABLES
    assert answered - {comment for path in files for comment in _comments(path)} == set()


@contextmanager
def _tapping(tappers: list[Tapper]) -> Iterator[None]:
    over = Event()
    threads = [Thread(target=tapper.run, args=(over,)) for tapper in tappers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join(30)


def _table(app: Flask, host: FlaskClient) -> Table:
    tablet = app.test_client()
    cookie = host.get_cookie(COOKIE)
    assert cookie is not None
    tablet.set_cookie(COOKIE, cookie.value)
    return begin(tablet, "five-card-stud", NAMES[:3], 100, True, Stakes(), {}, ())


def _hands_with_gaps(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT hand_id FROM entry GROUP BY hand_id HAVING max(number) <> count(*)"
        return [hand for (hand,) in connection.execute(query)]


def _comments(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [text.rpartition("# ")[2] for (text,) in connection.execute("SELECT text FROM entry WHERE text <> ''")]
