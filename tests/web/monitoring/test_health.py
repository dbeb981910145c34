"""/health for load balancers: whether taps can be stored, and cheap however often it is requested."""

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
    """Check the database again at every request."""
    monkeypatch.setattr(monitoring, "FRESH_SECONDS", 0.0)


def test_a_healthy_server_returns_its_version_and_schema(client: FlaskClient) -> None:
    answer = client.get("/health")
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert answer.json == {"status": "ok", "version": version("upcard"), "schema": _versions()[0]}
    assert answer.headers["Cache-Control"] == "no-store"


def test_health_needs_no_link_sets_no_cookie_and_contains_no_names(deal: Callable[..., Table], app: Flask) -> None:
    deal(names=("Ann", "Bob", "Cy"))
    answer = app.test_client().get("/health")
    assert "Set-Cookie" not in answer.headers
    assert "Ann" not in answer.text


@pytest.mark.sqlite
@pytest.mark.parametrize(("fault", "kind"), [(read_only, "read-only"), (locked, "locked"), (gone, "gone")])
def test_a_fault_that_prevents_storing_is_reported(client: FlaskClient, fault: Callable[[], object], kind: str) -> None:
    assert client.get("/health").status_code == 200
    with fault():  # type: ignore[attr-defined]
        answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json is not None
    assert (answer.json["status"], answer.json["fault"]) == ("fault", kind)
    assert answer.headers["Retry-After"] == "5"
    assert client.get("/health").status_code == 200


@pytest.mark.sqlite
def test_a_nearly_full_disk_is_reported(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "MIN_ROOM", 10**18)
    answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json is not None
    assert answer.json["fault"] == "full"


def test_one_check_serves_many_requests(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    checks = []
    monkeypatch.setattr(monitoring, "FRESH_SECONDS", 60.0)
    monkeypatch.setattr(monitoring, "_check", lambda: checks.append(1) or Health(monitoring.time.monotonic(), "0001"))
    assert [client.get("/health").status_code for _ in range(20)] == [200] * 20
    assert len(checks) == 1


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


def test_a_slow_check_delays_no_other_request(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, release = Event(), Event()
    results = iter([Health(0.0, "first"), Health(0.0, fault=FAULTS["locked"])])

    def look() -> Health:
        result = next(results)
        if result.fault is not None:
            begun.set()
            release.wait(20)
        return result

    monkeypatch.setattr(monitoring, "_check", look)
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
def test_health_can_be_requested_by_ip_address(client: FlaskClient, host: str) -> None:
    assert client.get("/health", headers={"Host": host}).status_code == 200


def test_health_accepts_a_missing_host_but_not_another_sites(client: FlaskClient) -> None:
    assert client.get("/health", environ_overrides={"HTTP_HOST": ""}).status_code == 200
    assert client.get("/health", headers={"Host": "evil.example"}).status_code == 421
