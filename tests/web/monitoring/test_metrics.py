"""Metrics for Prometheus: their values, and access to them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import get_args

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from app.backups.copying import BackupThread, make_copy
from app.backups.starting import database_file
from app.night.db import db
from app.night.faults import Kind
from app.night.models import Night
from app.night.nights import night_by_key
from app.night.people.seats import seats
from app.night.play.taps import undo
from app.settings import ROOT
from tests.server.loop import Served
from tests.web.http.test_faults import read_only
from tests.web.tables import HTMX, Table

TOKEN = "a-long-word-for-prometheus"
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}

Read = Callable[..., float]


@pytest.fixture
def read(client: FlaskClient) -> Read:
    """Return ``read("upcard_taps_total", outcome="stale")``, which returns the current value, or 0 without one."""

    def value(name: str, **labels: str) -> float:
        for family in text_string_to_metric_families(client.get("/metrics").text):
            for sample in family.samples:
                if sample.name == name and sample.labels == labels:
                    return sample.value
        return 0.0

    return value


def increases(read: Read, wanted: Mapping[str, Mapping[str, str]], act: Callable[[], object]) -> list[float]:
    before = [read(name, **labels) for name, labels in wanted.items()]
    act()
    return [read(name, **labels) - old for (name, labels), old in zip(wanted.items(), before, strict=True)]


def test_requests_are_counted_by_route_and_status(client: FlaskClient, read: Read) -> None:
    route = {"method": "GET", "route": "/help", "status": "200"}
    wanted = {"upcard_requests_total": route, "upcard_request_seconds_count": {"route": "/help"}}
    assert increases(read, wanted, lambda: client.get("/help")) == [1, 1]


def test_unknown_routes_and_methods_share_one_label(client: FlaskClient, read: Read) -> None:
    nowhere = {"method": "other", "route": "none", "status": "404"}
    wanted = {"upcard_requests_total": nowhere}
    assert increases(read, wanted, lambda: [client.open(f"/no/{n}", method=f"ODD{n}") for n in range(5)]) == [5]


@pytest.mark.parametrize(
    ("outcome", "tap"),
    [
        ("answered", {"action": "d dh p1 ??7c"}),
        ("refused", {"action": "p1 cbr 2"}),
        ("stale", {"action": "d dh p1 ??7c", "seen": "99"}),
    ],
)
def test_taps_are_counted_by_outcome(deal: Callable[..., Table], read: Read, outcome: str, tap: dict[str, str]) -> None:
    table = deal()
    fields = {"hand": str(table.hand), "seen": "0", **tap}
    wanted = {"upcard_taps_total": {"outcome": outcome}}
    assert increases(read, wanted, lambda: table.client.post(f"{table.url}tap", data=fields, headers=HTMX)) == [1]


def test_a_repeated_tap_is_counted_as_a_repeat(deal: Callable[..., Table], read: Read) -> None:
    table = deal()
    table.enter("d dh p1 ??7c")
    undo(table.hand, 1)
    assert increases(read, {"upcard_taps_total": {"outcome": "repeated"}}, lambda: undo(table.hand, 1)) == [1]


def test_cache_hits_are_counted(deal: Callable[..., Table], read: Read) -> None:
    table = deal()
    night = night_by_key(table.key)
    assert isinstance(night, Night)
    watch = f"/tv/{night.watch_key}"
    table.client.get(watch)
    hits = {"upcard_cache_lookups_total": {"cache": "tables", "result": "hit"}}
    assert increases(read, hits, lambda: table.client.get(watch)) == [1]
    hits = {"upcard_cache_lookups_total": {"cache": "hands", "result": "hit"}}
    assert increases(read, hits, lambda: table.client.get(watch))[0] >= 1


def test_every_counter_of_a_documented_alarm_starts_at_zero() -> None:
    """Read the metrics of a new process, which has served no request."""
    page = (ROOT / "docs" / "serving.md").read_text()
    alarms = re.findall(r"upcard_\w+", page.partition("Worth an alert")[2].partition("\n## ")[0])
    script = (
        "from app import create_app; app = create_app({'SECRET_KEY': 'x', 'SQLALCHEMY_DATABASE_URI': 'sqlite://'}); "
        "print(app.test_client().get('/metrics').text)"
    )
    new = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    samples = [sample for family in text_string_to_metric_families(new) for sample in family.samples]
    assert len(alarms) == 3
    for name in alarms:
        values = [sample.value for sample in samples if sample.name == name]
        assert values, name
        assert set(values) == {0.0}, name
    kinds = {sample.labels["kind"] for sample in samples if sample.name == "upcard_database_faults_total"}
    assert kinds == set(get_args(Kind))


def test_an_exception_is_counted(app: Flask, read: Read) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    app.view_functions["help.page"] = fail
    app.testing = app.config["PROPAGATE_EXCEPTIONS"] = False
    assert increases(read, {"upcard_server_errors_total": {}}, lambda: app.test_client().get("/help")) == [1]


@pytest.mark.sqlite
def test_faults_of_the_database_are_counted_by_kind(deal: Callable[..., Table], read: Read) -> None:
    table = deal()
    faults = {"upcard_database_faults_total": {"kind": "read-only"}}

    def act() -> None:
        with read_only():
            fields = {"hand": str(table.hand), "seen": "0", "action": "d dh p1 ??7c"}
            assert table.client.post(f"{table.url}tap", data=fields).status_code == 503

    assert increases(read, faults, act) == [1]


def test_open_streams_and_busy_threads_are_reported(server: Served, deal: Callable[..., Table], read: Read) -> None:
    table = deal()
    stream = server.ask(f"/live/{table.key}")
    assert stream.status == 200
    stream.piece()
    assert read("upcard_streams") == 1
    assert read("upcard_threads_busy") == read("upcard_requests_under_way") == 0
    metrics = server.ask("/metrics").text()
    assert "\nupcard_threads_busy 1.0\n" in metrics
    assert "\nupcard_requests_under_way 1.0\n" in metrics


@pytest.mark.sqlite
@pytest.mark.parametrize("problem", [OSError("no room"), KeyError("stacks")])
def test_the_last_backup_and_failed_backups_are_reported(
    app: Flask, read: Read, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    database = database_file(app.config["SQLALCHEMY_DATABASE_URI"])
    assert database is not None
    db.session.remove()
    assert make_copy(database, "hand")
    assert abs(read("upcard_last_backup_timestamp_seconds") - datetime.now(UTC).timestamp()) < 60
    backups = BackupThread(database)

    def fail() -> None:
        monkeypatch.setattr(backups, "make_due_copies", stop)
        raise problem

    def stop() -> None:
        raise SystemExit

    def run() -> None:
        with pytest.raises(SystemExit):
            backups._run()

    monkeypatch.setattr("app.backups.copying.CHECK_SECONDS", 0)
    monkeypatch.setattr("app.backups.copying.RETRY_SECONDS", 0)
    monkeypatch.setattr(backups, "make_due_copies", fail)
    assert increases(read, {"upcard_backups_failed_total": {}}, run) == [1]


def test_the_memory_of_the_process_is_reported(read: Read) -> None:
    assert read("process_resident_memory_bytes") > 1e6
    assert read("process_open_fds") > 0


def test_metrics_contain_no_keys_or_names(deal: Callable[..., Table], app: Flask) -> None:
    table = deal(names=("Ann", "Bob", "Cy"))
    night = table.night
    keys = [table.key, night.watch_key, night.join_code, *(seat.key for seat in seats(night))]
    for path in (table.url, f"/tv/{keys[1]}", f"/j/{keys[2]}", f"/p/{keys[3]}", f"/n/{keys[0]}/no", "/host/k7md3xwp"):
        table.client.get(path)
    metrics = table.client.get("/metrics").text
    assert "/n/<key>/" in metrics
    assert not [word for word in (*keys, "k7md3xwp", "Ann", "Bob") if word in metrics]
    assert re.search(r'route="/host/<[a-z:]*code>"', metrics)


def test_metrics_are_refused_to_other_machines(client: FlaskClient) -> None:
    assert client.get("/metrics", environ_overrides=ELSEWHERE).status_code == 403
    assert "upcard_" not in client.get("/metrics", environ_overrides=ELSEWHERE).text


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-Ip", "Via", "X-Forwarded-Host"])
def test_metrics_are_refused_through_a_proxy_on_this_machine(client: FlaskClient, header: str) -> None:
    assert client.get("/metrics", headers={header: "127.0.0.1"}).status_code == 403


def test_the_token_admits_other_machines(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_METRICS_TOKEN", TOKEN)
    statuses = [
        client.get("/metrics", headers={"Authorization": given}, environ_overrides=ELSEWHERE).status_code
        for given in (f"Bearer {TOKEN}", "Bearer wrong", "Bearer ", "Bearer é", "")
    ]
    assert statuses == [200, 403, 403, 403, 403]
    assert client.get("/metrics").status_code == 200


def test_an_empty_token_does_not_admit_if_none_is_set(client: FlaskClient) -> None:
    answer = client.get("/metrics", headers={"Authorization": "Bearer "}, environ_overrides=ELSEWHERE)
    assert answer.status_code == 403
