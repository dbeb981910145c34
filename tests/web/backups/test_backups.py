"""The host's backups page: list, make, download and restore copies."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from app.backups import restoring
from app.backups.checking import check
from app.backups.copying import make_copy
from app.backups.files import copies, next_path
from app.backups.restoring import restore_running
from app.backups.starting import database_file
from app.games.house import Stakes
from app.night import example
from app.night.access import grants
from app.night.access.rights import ANSWERS, ENTERS, LOOKS, PHONE, Role, hash_of, program_of, programs
from app.night.db import db, night_changed
from app.night.links import renew_code, renew_dealer
from app.night.models import Device, Night
from app.night.nights import nights, start_night
from app.night.people.seats import seats
from app.web.http.browser import COOKIE
from tests.backups.places import begun, damage
from tests.seating import add_player
from tests.web.tables import NAMES, begin, hold, host_device

pytestmark = pytest.mark.sqlite


@pytest.fixture
def database(app: Flask) -> Path:
    path = database_file(app.config["SQLALCHEMY_DATABASE_URI"])
    assert path is not None
    for copy in copies(path):
        copy.path.unlink()
    start_night("Friday", Stakes(), {}, True)
    return path


@pytest.fixture
def host(client: FlaskClient) -> FlaskClient:
    return client


def test_only_the_host_can_see_make_and_restore_copies(client: FlaskClient, database: Path):
    copy = make_copy(database, "hand")
    assert copy is not None
    stranger = client.application.test_client()
    for method, path in (
        ("GET", "/backups"),
        ("POST", "/backups"),
        ("GET", f"/backups/{copy.name}"),
        ("GET", f"/backups/{copy.name}/restore"),
        ("POST", f"/backups/{copy.name}/restore"),
    ):
        answer = stranger.open(path, method=method)
        assert (method, path, answer.status_code) == (method, path, 403)
        assert "For the host" in answer.text
    assert len(copies(database)) == 1
    assert "Backups" not in stranger.get("/settings").text


def test_the_host_makes_a_copy_and_downloads_it(host: FlaskClient, database: Path, tmp_path: Path):
    assert 'href="/backups"' in host.get("/settings").text
    assert "There is no copy yet." in host.get("/backups").text
    page = host.post("/backups", follow_redirects=True).text
    assert "The copy has been made" in page
    (copy,) = copies(database)
    assert "Made by hand, " in page
    address = re.search(r'href="(/backups/[^"]+sqlite3)"', page)
    assert address
    with host.get(address[1]) as answer:
        assert answer.headers["Content-Disposition"] == f"attachment; filename={copy.name}"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.data == copy.path.read_bytes()


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        (1, "1 kB"),
        (999_499, "999 kB"),
        (999_500, "1.0 MB"),
        (999_949_999, "999.9 MB"),
        (999_950_000, "1.0 GB"),
        (1_250_000_000, "1.2 GB"),
    ],
)
def test_the_size_of_a_copy_is_shown_in_the_smallest_unit_below_a_thousand(
    host: FlaskClient, database: Path, size: int, shown: str
):
    with next_path(database, "day").open("wb") as file:
        file.truncate(size)  # takes no space on the disk
    assert f"Daily, {shown}<" in host.get("/backups").text


def test_only_copies_can_be_downloaded_or_restored(host: FlaskClient, database: Path):
    for name in (
        "upcard.sqlite3",
        "..%2Fupcard.sqlite3",
        "%2e%2e/upcard.sqlite3",
        "upcard-0001-20260101-000000-day.sqlite3",
    ):
        assert host.get(f"/backups/{name}").status_code == 404
        assert host.post(f"/backups/{name}/restore").status_code == 404


def test_a_restore_asks_first_and_makes_a_copy_of_the_database_it_replaces(host: FlaskClient, database: Path):
    copy = make_copy(database, "night")
    assert copy is not None
    start_night("Saturday", Stakes(), {}, True)
    asked = host.get(f"/backups/{copy.name}/restore").text
    assert "<dt>It contains</dt><dd>1 night with 0 hands<" in asked
    assert "<dt>Here now</dt><dd>2 nights with 0 hands<" in asked
    assert names() == ["Saturday", "Friday"]
    done = host.post(f"/backups/{copy.name}/restore", follow_redirects=True).text
    assert "Restored from the copy of " in done
    assert names() == ["Friday"]
    kept = copies(database)[0]
    assert kept.kind == "replaced"
    assert check(kept.path).nights == 2
    host.post(f"/backups/{kept.name}/restore")
    assert names() == ["Saturday", "Friday"]


def test_a_copy_restored_twice_at_the_same_moment_is_what_the_database_holds(
    host: FlaskClient, database: Path, monkeypatch: pytest.MonkeyPatch
):
    copy = make_copy(database, "night")
    assert copy is not None
    start_night("Saturday", Stakes(), {}, True)
    keep_current_rights = restoring.keep_current_rights

    def keep_after_another_has_begun(draft: Path, live: Path) -> None:
        keep_current_rights(draft, live)
        with restoring._prepare_draft(copy.path, live):
            pass

    monkeypatch.setattr(restoring, "keep_current_rights", keep_after_another_has_begun)
    assert host.post(f"/backups/{copy.name}/restore").status_code == 303
    assert names() == ["Friday"]


def test_every_screen_notices_a_restore(host: FlaskClient, database: Path):
    table = begin(host, "five-card-stud", NAMES[:3], 100, True, Stakes(), {}, ())
    night_id = db.session.scalar(select(Night.id).where(Night.key == table.key))
    copy = make_copy(database, "hand")
    assert copy is not None
    table.enter("d dh p1 ??5h")
    assert table.live.number == 1
    shown = re.search(r'data-at="([^"]+)"', table.get())
    changed: list[int] = []
    with night_changed.connected_to(changed.append):
        host.post(f"/backups/{copy.name}/restore")
    assert night_id in changed
    again = re.search(r'data-at="([^"]+)"', table.get())
    assert shown
    assert again
    assert again[1] != shown[1]
    assert table.live.number == 0, "the cached hand is dropped"
    assert table.post(action="d dh p1 ??9c", seen="0").status_code == 303
    assert table.live.number == 1


def test_a_restore_undoes_no_sign_in_or_sign_out_made_since_the_copy(host: FlaskClient, database: Path):
    tablet, guest = (host_device(host.application.test_client()) for _ in range(2))
    (friday,) = nights()
    for name in ("Ann", "Bob"):
        add_player(friday, name, 100)
    phone = host.application.test_client()
    hold(phone, seats(friday)[0].key)
    uses: list[tuple[Role, int]] = [(LOOKS, friday.id), (ENTERS, friday.id), (ANSWERS, seats(friday)[1].id)]
    revoked = [grants.make_token(*use, "Reader") for use in uses]
    copy = make_copy(database, "hand")
    assert copy is not None
    for program in programs():
        grants.revoke(program.device.id)
    kept = [grants.make_token(*use, "Reader") for use in uses]
    with closing(sqlite3.connect(copy.path)) as connection:
        connection.execute("DELETE FROM device_role WHERE device_id = ?", (device_of(guest),))
        connection.commit()
    (friday,) = nights()
    grants.sign_out(device_of(tablet))
    old_key, new_key = friday.key, renew_dealer(friday)
    old_watch_key, new_watch_key = friday.watch_key, renew_code(friday, "watch_key")
    grants.free_phone(seats(friday)[0].player_id)
    assert host.post(f"/backups/{copy.name}/restore").status_code == 303
    assert [browser.get("/devices").status_code for browser in (host, guest, tablet)] == [200, 200, 403]
    assert [host.get(f"/n/{key}/night").status_code for key in (old_key, new_key)] == [404, 200]
    assert [host.get(f"/tv/{key}").status_code for key in (old_watch_key, new_watch_key)] == [404, 200]
    db.session.rollback()
    assert not grants.access(PHONE, seats(nights()[0])[0].player_id, token_of(phone)).holds
    assert [program_of(str(token)) is not None for token in (*revoked, *kept)] == [False] * 3 + [True] * 3


def test_the_id_of_a_night_that_a_restore_removes_is_never_reused(host: FlaskClient, database: Path):
    """Saturday began after the copy; a screen or a cache may still hold its id."""
    copy = make_copy(database, "hand")
    assert copy is not None
    saturday = start_night("Saturday", Stakes(), {}, True)
    assert isinstance(saturday, Night)
    gone = saturday.id
    db.session.rollback()
    assert host.post(f"/backups/{copy.path.name}/restore").status_code == 303
    assert gone not in {night.id for night in nights()}
    sunday = start_night("Sunday", Stakes(), {}, True)
    assert isinstance(sunday, Night)
    assert sunday.id > gone


def test_a_copy_from_another_installation_keeps_its_own_devices_and_links(
    host: FlaskClient, database: Path, tmp_path: Path
):
    other = begun(tmp_path / "other.sqlite3", "Sunday")
    with closing(sqlite3.connect(other)) as connection:
        (key,) = connection.execute("SELECT key FROM night").fetchone()
    shutil.copyfile(other, next_path(database, "hand"))
    (copy,) = copies(database)
    assert host.post(f"/backups/{copy.name}/restore").status_code == 303
    assert [night.key for night in nights()] == [key]
    assert host.get("/devices").status_code == 403, "this device is not a host there"


def begin_example_after_restoring(
    step: str, app: Flask, database: Path, monkeypatch: pytest.MonkeyPatch
) -> TestResponse:
    """Start an example, restoring a copy just before ``step``; return the response."""
    copy = make_copy(database, "hand")
    assert copy is not None
    real = getattr(example, step)

    def restore() -> None:
        with app.app_context():
            restore_running(copy.path, database)

    def restore_first(*arguments: Any, **options: Any) -> Any:
        monkeypatch.setattr(example, step, real)
        elsewhere = Thread(target=restore)
        elsewhere.start()
        elsewhere.join()
        return real(*arguments, **options)

    monkeypatch.setattr(example, step, restore_first)
    return app.test_client().post("/example")


def test_starting_an_example_reports_a_restore_that_removes_its_night(
    host: FlaskClient, database: Path, monkeypatch: pytest.MonkeyPatch
):
    answer = begin_example_after_restoring("call_game", host.application, database, monkeypatch)
    assert answer.status_code == 409
    assert "A copy has just been restored" in answer.text
    assert host.application.test_client().post("/example").status_code == 303


@pytest.mark.parametrize("step", ["delete_old_examples", "_add_night"])
def test_an_example_starts_if_a_restore_comes_before_its_night(
    host: FlaskClient, database: Path, monkeypatch: pytest.MonkeyPatch, step: str
):
    answer = begin_example_after_restoring(step, host.application, database, monkeypatch)
    assert answer.status_code == 303
    assert host.application.test_client().get(answer.headers["Location"]).status_code == 200


def test_a_damaged_copy_cannot_be_restored(host: FlaskClient, database: Path):
    copy = make_copy(database, "night")
    assert copy is not None
    damage(copy.path)
    asked = host.get(f"/backups/{copy.name}/restore").text
    assert "This copy cannot be used." in asked
    assert "Restore it" not in asked
    refused = host.post(f"/backups/{copy.name}/restore")
    assert refused.status_code == 422
    assert "Nothing was restored or changed." in refused.text
    assert names() == ["Friday"]


def test_a_restore_waits_for_a_tap_then_gives_up_with_a_message(
    host: FlaskClient, database: Path, monkeypatch: pytest.MonkeyPatch
):
    copy = make_copy(database, "night")
    assert copy is not None
    monkeypatch.setattr("app.backups.restoring.WAIT_SECONDS", 0.2)
    with closing(sqlite3.connect(database, isolation_level=None)) as tapping:
        tapping.execute("BEGIN IMMEDIATE")
        refused = host.post(f"/backups/{copy.name}/restore")
    assert refused.status_code == 422
    assert "Taps keep coming in" in refused.text or "The database is busy" in refused.text
    assert names() == ["Friday"]


def test_a_full_disk_is_reported_instead_of_a_copy(host: FlaskClient, database: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("app.web.backups.make_copy", full)
    answer = host.post("/backups")
    assert answer.status_code == 503
    assert "No copy was made." in answer.text
    assert "No space left on device" in answer.text


def names() -> list[str]:
    db.session.rollback()
    return [night.name for night in nights()]


def token_of(browser: FlaskClient) -> str:
    cookie = browser.get_cookie(COOKIE)
    assert cookie is not None
    return cookie.value


def device_of(browser: FlaskClient) -> int:
    return db.session.scalars(select(Device.id).where(Device.token == hash_of(token_of(browser)))).one()
