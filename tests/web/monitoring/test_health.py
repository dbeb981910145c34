"""The page for load balancers: whether taps can be stored, in one word, and cheap however often it is requested."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from threading import Event, Thread

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.backups.versions import _versions
from app.night.faults import FAULTS
from app.web import monitoring
from app.web.monitoring import Health, Watch
from tests.web.http.test_faults import gone, locked, read_only
from tests.web.tables import Table


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check anew at every request."""
    monkeypatch.setattr(monitoring, "FRESH_SECONDS", 0.0)


def test_a_server_that_can_serve_says_so_with_its_version_and_schema(client: FlaskClient) -> None:
    answer = client.get("/health")
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert answer.json == {"status": "ok", "version": version("upcard"), "schema": _versions()[0]}
    assert answer.headers["Cache-Control"] == "no-store"


def test_it_needs_no_link_leaves_no_cookie_and_tells_no_name(deal: Callable[..., Table], app: Flask) -> None:
    deal(names=("Ann", "Bob", "Cy"))
    answer = app.test_client().get("/health")
    assert "Set-Cookie" not in answer.headers
    assert "Ann" not in answer.text


@pytest.mark.sqlite
@pytest.mark.parametrize(("fault", "kind"), [(read_only, "read-only"), (locked, "locked"), (gone, "gone")])
def test_what_keeps_taps_from_being_stored_is_said(client: FlaskClient, fault: Callable[[], object], kind: str) -> None:
    assert client.get("/health").status_code == 200
    with fault():  # type: ignore[attr-defined]
        answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json is not None
    assert (answer.json["status"], answer.json["fault"]) == ("fault", kind)
    assert answer.headers["Retry-After"] == "5"
    assert client.get("/health").status_code == 200


@pytest.mark.sqlite
def test_a_disk_without_room_is_said_before_a_tap_finds_out(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monitoring, "LEAST_ROOM", 10**18)
    answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json is not None
    assert answer.json["fault"] == "full"


def test_one_look_is_good_for_everybody_who_asks(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []
    monkeypatch.setattr(monitoring, "FRESH_SECONDS", 60.0)
    monkeypatch.setattr(monitoring, "_look", lambda: looks.append(1) or Health(monitoring.time.monotonic(), "0001"))
    assert [client.get("/health").status_code for _ in range(20)] == [200] * 20
    assert len(looks) == 1


def in_app(app: Flask, watch: Watch) -> None:
    with app.app_context():
        watch.now()


@pytest.mark.sqlite
def test_a_fault_is_logged_once_and_so_is_its_end(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    client.get("/health")
    with read_only():
        for _ in range(3):
            client.get("/health")
    client.get("/health")
    client.get("/health")
    assert [record.getMessage().partition(".")[0] for record in caplog.records] == [
        "Not healthy: Nothing can be stored",
        "Healthy again, after: Nothing can be stored",
    ]


def test_a_look_that_takes_long_holds_up_nobody_else(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, release = Event(), Event()
    found = iter([Health(0.0, "first"), Health(0.0, fault=FAULTS["locked"])])

    def look() -> Health:
        result = next(found)
        if result.fault is not None:
            begun.set()
            release.wait(20)
        return result

    monkeypatch.setattr(monitoring, "_look", look)
    watch = Watch()
    assert watch.now().schema == "first"
    slow = Thread(target=lambda: in_app(app, watch))
    slow.start()
    assert begun.wait(20)
    assert watch.now().schema == "first"
    release.set()
    slow.join()
    monkeypatch.setattr(monitoring, "FRESH_SECONDS", 10.0**12)
    assert watch.now().fault is FAULTS["locked"]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000", "10.1.2.3"])
def test_a_load_balancer_asks_by_address(client: FlaskClient, host: str) -> None:
    assert client.get("/health", headers={"Host": host}).status_code == 200


def test_one_that_names_no_host_is_answered_and_another_sites_name_is_not(client: FlaskClient) -> None:
    assert client.get("/health", environ_overrides={"HTTP_HOST": ""}).status_code == 200
    assert client.get("/health", headers={"Host": "evil.example"}).status_code == 421
