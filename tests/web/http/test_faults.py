"""Machine faults during requests: explained with a 503, nothing half stored, and over once fixed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from html import unescape
from pathlib import Path

import pytest
from flask import Flask, current_app
from flask_migrate import upgrade
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from app import create_app
from app.night.access.rights import has_had_host
from app.night.db import db
from app.night.faults import FAULTS, fault_of
from app.night.nights import last_night
from tests.databases import listening
from tests.live.postgres import MISSING, programs, server
from tests.snapshots import SNAPSHOTS, Snapshots
from tests.web.tables import HTMX, Table

SQLITE = pytest.mark.sqlite


def database() -> Path:
    snapshots: Snapshots | None = current_app.extensions.get(SNAPSHOTS)
    return Path(str(db.engine.url.database)) if snapshots is None else snapshots.database


@contextmanager
def on_every_connection(statement: str, undo: str) -> Iterator[None]:
    """Run a pragma on every connection at its checkout; at the end, undo it."""

    def run(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(statement)

    def end(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(undo)

    db.session.remove()
    try:
        with listening("checkout", run):
            yield
    finally:
        event.listen(db.engine, "checkout", end, once=True)
        db.session.remove()
        db.engine.dispose()


@contextmanager
def full() -> Iterator[None]:
    with closing(sqlite3.connect(database())) as connection:
        connection.execute("VACUUM")
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        # Use up the free space in the file.
        connection.execute("CREATE TABLE filling (a)")
        connection.commit()
    with on_every_connection(f"PRAGMA max_page_count = {pages}", "PRAGMA max_page_count = 1000000"):
        yield


@contextmanager
def read_only() -> Iterator[None]:
    with on_every_connection("PRAGMA query_only = ON", "PRAGMA query_only = OFF"):
        yield


@contextmanager
def locked() -> Iterator[None]:
    with (
        on_every_connection("PRAGMA busy_timeout = 10", "PRAGMA busy_timeout = 5000"),
        closing(sqlite3.connect(database(), isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def gone() -> Iterator[None]:
    """Move the database away while connections are open; at the end, move it back."""
    db.session.remove()
    away = database().with_name("away.sqlite3")
    database().rename(away)
    yield
    away.rename(database())


def tap_of(table: Table) -> dict[str, str]:
    return {"hand": str(table.hand), "seen": "0", "action": "d dh p1 ??5h"}


CASES = [
    pytest.param(read_only, "read-only", id="read-only"),
    pytest.param(locked, "locked", id="locked"),
    pytest.param(gone, "gone", id="gone"),
]


@SQLITE
@pytest.mark.parametrize(("broken", "kind"), CASES)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["form", "htmx"])
def test_a_tap_during_a_fault_gets_503_and_counts_once_the_fault_is_fixed(
    deal: Callable[..., Table], broken: Callable[[], Iterator[None]], kind: str, headers: dict[str, str]
):
    table = deal()
    fields = tap_of(table)
    with broken():  # type: ignore[attr-defined]
        answer = table.client.post(f"{table.url}tap", data=fields, headers=headers)
    fault = FAULTS[kind]  # type: ignore[index]
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(fault.retry))
    assert f"<h1>{fault.title}</h1>" in answer.text
    assert fault.happened in answer.text
    assert fault.do in unescape(answer.text)
    kept = "in that file" if kind == "gone" else "safely stored"
    assert f"Everything that was entered before is {kept}." in answer.text
    assert "What you just sent was not entered." in answer.text
    assert f'http-equiv="refresh" content="5; url={table.url}"' in answer.text
    assert table.live.number == 0
    assert table.client.post(f"{table.url}tap", data=fields, headers=headers).status_code in (200, 303)
    assert table.live.number == 1


@SQLITE
def test_a_full_disk_is_reported_and_nothing_is_half_stored(deal: Callable[..., Table]):
    """SQLite raises the error at the commit, when the file cannot grow."""
    table = deal()
    with _failing("COMMIT", sqlite3.SQLITE_FULL, "database or disk is full"):
        answer = table.client.post(f"{table.url}tap", data=tap_of(table))
    assert answer.status_code == 503
    assert "The disk is full" in answer.text
    assert "What you just sent was not entered." in answer.text
    assert table.live.number == 0
    assert table.client.post(f"{table.url}tap", data=tap_of(table)).status_code == 303


@SQLITE
def test_a_database_that_cannot_grow_is_reported_as_a_full_disk(deal: Callable[..., Table], app: Flask):
    table = deal()
    with full():
        answers = [
            table.client.post("/", data={"name": f"{'x' * 50} {number}", "tracked": "1"}) for number in range(200)
        ]
    assert answers[-1].status_code == 503
    assert "The disk is full" in answers[-1].text
    assert {answer.status_code for answer in answers} <= {303, 503}
    db.session.rollback()
    stored = table.client.post("/", data={"name": "Sunday", "tracked": "1"})
    assert stored.status_code == 303


@SQLITE
def test_a_page_during_a_fault_refreshes_itself(deal: Callable[..., Table]):
    table = deal()
    with gone():
        answer = table.client.get(table.url)
        followed = table.client.get(f"/live/{table.key}?now")
    assert answer.status_code == followed.status_code == 503
    assert 'http-equiv="refresh" content="5"' in answer.text
    assert "you just sent" not in answer.text
    assert table.client.get(table.url).status_code == 200


@SQLITE
def test_a_missing_database_is_not_replaced_by_an_empty_one(deal: Callable[..., Table]):
    table = deal()
    with gone():
        db.engine.dispose()
        assert table.client.get(table.url).status_code == 503
        assert not database().exists()


@SQLITE
def test_a_replaced_database_is_opened(deal: Callable[..., Table], tmp_path: Path):
    table = deal()
    table.get()
    _replace_database(tmp_path, "UPDATE night SET name = 'From the copy'")
    assert "From the copy" in table.client.get("/").text


@SQLITE
def test_a_database_replaced_by_one_without_a_host_has_had_none(deal: Callable[..., Table], tmp_path: Path):
    table = deal()
    assert has_had_host()
    _replace_database(tmp_path, "DELETE FROM device_role")
    table.get()
    assert not has_had_host()
    last = last_night()
    assert last is not None
    assert last.key == table.key


@SQLITE
def test_a_damaged_database_is_reported_without_a_retry(deal: Callable[..., Table]):
    table = deal()
    with _failing("SELECT", sqlite3.SQLITE_CORRUPT, "database disk image is malformed"):
        answer = table.client.get(table.url)
    assert answer.status_code == 503
    assert "The database is damaged" in answer.text
    assert "Retry-After" not in answer.headers
    assert "safely stored" not in answer.text


@SQLITE
def test_a_programming_error_gets_500(deal: Callable[..., Table], app: Flask):
    table = deal()
    app.config["PROPAGATE_EXCEPTIONS"] = False
    with _failing("SELECT", sqlite3.SQLITE_ERROR, 'near "SELEKT": syntax error'):
        answer = table.client.get(table.url)
    assert answer.status_code == 500


def test_a_stopped_database_server_is_reported(tmp_path: Path):
    where = programs()
    if where is None:
        pytest.skip(MISSING)
    with server(where) as url:
        app = create_app(
            {"TESTING": True, "SECRET_KEY": "x", "SQLALCHEMY_DATABASE_URI": url, "WTF_CSRF_ENABLED": False}
        )
        with app.app_context():
            upgrade()
            db.session.remove()
        client = app.test_client()
        begun = client.post("/", data={"name": "Friday", "tracked": "1"}).location
        assert client.get(begun).status_code == 200
    for answer in (client.get(begun), client.post("/", data={"name": "Sunday", "tracked": "1"})):
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert "The database does not answer" in answer.text
    assert "look at the table before you send it again" in answer.text
    with app.app_context():
        db.engine.dispose()


class LostError(Exception):
    """A psycopg error, reduced to the attribute in use."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__("lost")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        (None, "unreachable"),
        ("57P01", "unreachable"),
        ("53100", "full"),
        ("25006", "read-only"),
        ("40001", "locked"),
        ("55P03", "locked"),
        ("XX001", "damaged"),
        ("42703", ""),
    ],
)
def test_database_server_faults_are_recognized_by_their_codes(state: str | None, kind: str):
    fault = fault_of(OperationalError("SELECT 1", {}, LostError(state)))
    assert (fault.kind if fault else "") == kind


@contextmanager
def _failing(begins: str, code: int, text: str) -> Iterator[None]:
    """Make statements that start with ``begins`` raise an SQLite error."""
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code

    def fail(*_: object) -> None:
        raise OperationalError(begins, {}, error)

    def statement(_connection: object, _cursor: object, sent: str, *_: object) -> None:
        if sent.startswith(begins):
            fail()

    db.session.remove()
    name, listener = ("commit", fail) if begins == "COMMIT" else ("before_cursor_execute", statement)
    with listening(name, listener):
        yield


def _replace_database(folder: Path, change: str) -> None:
    """Replace the database with a copy changed by one statement."""
    db.session.remove()
    with closing(sqlite3.connect(database())) as old, closing(sqlite3.connect(folder / "copy")) as copy:
        old.backup(copy)
        copy.execute(change)
        copy.commit()
    for ending in ("", "-wal", "-shm"):
        database().with_name(database().name + ending).unlink(missing_ok=True)
    (folder / "copy").rename(database())
