"""The bridge from the event loop to the app: passing on requests and responses, incomplete requests, and limits."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest
from flask import Flask, Response, request

from app import metrics
from app.live import screens
from app.live.screens import TAPS
from app.server import bridge
from app.web.http.gate import UPLOAD_PATH
from app.web.http.security import MAX_BODY
from tests.server.loop import SECONDS, Served, served


@pytest.fixture
def release() -> Event:
    return Event()


@pytest.fixture
def server(release: Event) -> Iterator[Served]:
    """Yield a small app that echoes requests."""
    app = Flask("bridged")
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.config["SQLALCHEMY_DATABASE_URI"] = "sqlite://"
    from app.night import db

    db.init(app)
    screens.init_app(app)

    @app.route("/<path:path>", methods=["GET", "POST"])
    def echo(path: str) -> Response:
        parts = [request.method, path, request.query_string.decode(), request.get_data(as_text=True)]
        return Response("|".join([*parts, request.headers.get("X-Two", "")]), headers={"X-Seen": "yes"})

    @app.route("/courtesy", methods=["GET", "POST"])
    def courtesy() -> str:
        return "others wait" if TAPS.under_way else "nobody waits"

    @app.route("/slow", methods=["GET", "POST"])
    def slow() -> str:
        release.wait(SECONDS)
        return "slow"

    with served(app) as server:
        yield server
        release.set()


def test_a_request_reaches_the_app_and_its_response_returns(server: Served) -> None:
    answer = server.ask("/a%2Fb/%C3%A4?q=1&q=%20", "POST", b"name=Ann", x_two="2")
    assert answer.status == 200
    assert answer.text() == "POST|a/b/ä|q=1&q=%20|name=Ann|2"
    assert answer.headers["x-seen"] == "yes"
    assert answer.headers["content-length"] == str(len("POST|a/b/ä|q=1&q=%20|name=Ann|2".encode()))


def test_a_request_body_may_arrive_in_pieces(server: Served) -> None:
    answer = server.ask("/form", "POST", b"name=", whole=False)
    answer.send(b"Ann", more=True)
    answer.send(b"e", more=False)
    assert answer.text().endswith("|name=Anne|")


def test_an_incomplete_request_times_out(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "BODY_SECONDS", 0.1)
    before = cut_off("body")
    answer = server.ask("/form", "POST", b"name=", whole=False)
    assert answer.status == 408
    assert answer.headers["connection"] == "close"
    assert cut_off("body") == before + 1


def test_an_incomplete_request_of_a_disconnected_client_is_dropped(server: Served) -> None:
    before = cut_off("body")
    answer = server.ask("/form", "POST", b"name=", whole=False)
    answer.disconnect()
    assert answer.status == 408
    assert cut_off("body") == before  # the client disconnected by itself


def test_a_body_that_is_too_large_is_refused_with_or_without_its_length(server: Served) -> None:
    declared = server.ask("/form", "POST", whole=False, content_length=str(MAX_BODY + 1))
    assert declared.status == 413
    undeclared = server.ask("/form", "POST", b"x" * (MAX_BODY + 1), whole=False)
    assert undeclared.status == 413


def test_uploads_may_be_larger_but_only_one_at_a_time(server: Served) -> None:
    data = b"x" * (MAX_BODY + 1)
    first = server.ask(UPLOAD_PATH, "POST", data, whole=False)
    server.wait_for(
        server.bridge._file.locked
    )  # the upload is authorized in a thread, so a second request could overtake it
    assert server.ask(UPLOAD_PATH, "POST", data).status == 503
    first.send(b"", more=False)
    assert first.status == 413  # by the app
    assert server.ask(UPLOAD_PATH, "POST", b"name=Ann").status == 200


def test_silent_requests_do_not_hold_up_others(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "BODY_SECONDS", 10 * SECONDS)
    silent = [server.ask("/form", "POST", b"name=", whole=False) for _ in range(1000)]
    assert server.ask("/tap", "POST", b"x").status == 200  # would time out if it waited for them
    for request_ in silent:
        request_.disconnect()


def test_a_request_beyond_the_limit_of_waiting_ones_gets_503(
    server: Served, release: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge, "MAX_WAITING", bridge.THREADS + 2)
    waiting = [server.ask("/slow") for _ in range(bridge.MAX_WAITING)]
    before = cut_off("waiting")
    refused = server.ask("/slow")
    assert refused.status == 503
    assert refused.headers["retry-after"] == "2"
    assert cut_off("waiting") == before + 1
    release.set()
    assert {answer.status for answer in waiting} == {200}


def test_a_websocket_is_closed(server: Served) -> None:
    assert server.ask("/", kind="websocket").is_closed()


def test_get_requests_of_many_clients_leave_a_thread_for_a_tap(server: Served, release: Event) -> None:
    pages = [server.ask("/slow", client=f"192.0.2.{number}") for number in range(bridge.THREADS * 5)]
    assert server.ask("/tap", "POST", b"x", client="192.0.2.200").status == 200
    release.set()
    assert {answer.status for answer in pages} == {200}


def test_one_client_leaves_threads_for_others(server: Served, release: Event) -> None:
    pages = [server.ask("/slow", client="192.0.2.7") for _ in range(bridge.THREADS * 5)]
    assert server.ask("/tap", client="192.0.2.8").status == 200
    release.set()
    assert {answer.status for answer in pages} == {200}


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_client_that_hangs_up_keeps_its_places_until_its_threads_are_free(
    server: Served, release: Event, method: str
) -> None:
    pages = [server.ask("/slow", method, client="192.0.2.7") for _ in range(bridge.MAX_PER_CLIENT)]
    server.wait_for(lambda: metrics.REGISTRY.get_sample_value("upcard_threads_busy") == len(pages))
    for page in pages:
        page.hang_up()
    server.run_pending()
    further = server.ask("/tap", method, client="192.0.2.7")
    assert server.ask("/tap", method, client="192.0.2.8").status == 200
    assert not any(further.arrived())
    release.set()
    assert further.status == 200


def test_drawing_waits_for_a_tap_but_not_for_a_page(server: Served) -> None:
    assert server.ask("/courtesy", "POST", b"x").text() == "others wait"
    assert server.ask("/courtesy").text() == "nobody waits"


def cut_off(limit: str) -> float:
    """Return the number of requests that a limit has cut off so far."""
    return metrics.REGISTRY.get_sample_value("upcard_cut_off_total", {"limit": limit}) or 0.0
