"""A database without this version's tables: reported by the app under any server until it is migrated."""

from __future__ import annotations

import socket
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import text

from app import create_app, settings
from app.night.db import db
from app.night.faults import FAULTS
from tests import patience
from tests.backups.places import environment
from tests.databases import address_at

FAULT = FAULTS["schema"]


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """Yield an app on a database without tables."""
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    app = create_app({"SECRET_KEY": "x", "SQLALCHEMY_DATABASE_URI": address_at(tmp_path / "new.sqlite3")})
    yield app
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


def reported(app: Flask) -> tuple[int, str, int]:
    """Return the status of the start page, the fault that /health names, and the number of faults counted."""
    app.extensions.pop("upcard-health", None)
    browser = app.test_client()
    page, health = browser.get("/"), browser.get("/health").json
    assert health is not None
    assert (FAULT.title in page.text) == (FAULT.do in unescape(page.text)) == (page.status_code == 503)
    counted = browser.get("/metrics").text.partition('upcard_database_faults_total{kind="schema"} ')[2]
    return page.status_code, health.get("fault", ""), int(float(counted.partition("\n")[0] or 0))


def test_a_database_without_tables_is_a_fault_until_it_is_migrated(empty: Flask) -> None:
    *before, counted = reported(empty)
    assert before == [503, "schema"]
    assert reported(empty)[2] == counted + 1
    with empty.app_context():
        upgrade()
    assert reported(empty)[:2] == (200, "")


@pytest.mark.parametrize("schema", [pytest.param("0005", marks=pytest.mark.sqlite), "9999"], ids=["older", "newer"])
def test_a_database_of_another_version_is_a_fault(empty: Flask, schema: str) -> None:
    with empty.app_context():
        upgrade()
        db.session.execute(text(f"UPDATE alembic_version SET version_num = '{schema}'"))
        db.session.commit()
    assert reported(empty)[:2] == (503, "schema")


@pytest.mark.sqlite
@pytest.mark.slow
def test_gunicorn_reports_the_fault_and_makes_no_file_that_others_can_read(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with gunicorn(data) as url:
        for path, words in (("", FAULT.do), ("health", '"fault":"schema"')):
            status, page = fetch(url + path)
            assert (status, words in unescape(page)) == (503, True)
        migrating = [sys.executable, "-m", "flask", "--app", "app", "db", "upgrade"]
        subprocess.run(migrating, cwd=settings.ROOT, env=environment(data), check=True, capture_output=True)
        time.sleep(1.1)  # /health reuses its answer for a second
        assert fetch(f"{url}health")[0] == fetch(url)[0] == 200
        modes = {str(path.relative_to(tmp_path)): stat.S_IMODE(path.stat().st_mode) for path in data.rglob("*")}
    assert {"data/upcard.sqlite3", "data/upcard.sqlite3-wal", "data/secret-key"} <= set(modes)
    assert set(modes.values()) == {0o600}, modes
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


@contextmanager
def gunicorn(data: Path) -> Iterator[str]:
    """Yield the address of the app under gunicorn, started by a user with umask 0."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        command = [sys.executable, "-m", "gunicorn", "--bind", f"fd://{listener.fileno()}", "app:create_app()"]
        with subprocess.Popen(
            command,
            cwd=settings.ROOT,
            env=environment(data),
            pass_fds=[listener.fileno()],
            stderr=subprocess.DEVNULL,
            umask=0,
        ) as process:
            try:
                yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
            finally:
                process.terminate()


def fetch(url: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(url, timeout=patience.SECONDS) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
