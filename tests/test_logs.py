"""The log contains no keys or codes."""

import io
import json
import logging
import re
import socket
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from app import create_app
from app.logs import RedactKeys, configure, redact_keys, request_id
from tests import patience
from tests.serving import serving

KEY = "k3y-of-somebody_1"


@pytest.mark.parametrize("kind", ["n", "p", "h", "tv", "live", "host", "example", "j", "j/asked"])
def test_every_kind_of_key_is_redacted(kind: str) -> None:
    assert redact_keys(f"Exception on /{kind}/{KEY} [GET]") == f"Exception on /{kind}/… [GET]"
    assert KEY not in redact_keys(f"Error handling request /{kind}/{KEY}?now")


def test_a_logged_error_does_not_contain_the_key(caplog: pytest.LogCaptureFixture) -> None:
    app = create_app({"SECRET_KEY": "x", "SQLALCHEMY_DATABASE_URI": "sqlite:///:memory:"})

    def fail() -> None:
        raise LookupError("a mistake")

    app.before_request_funcs.setdefault(None, []).insert(0, fail)
    with caplog.at_level(logging.ERROR):
        assert app.test_client().get(f"/n/{KEY}/").status_code == 500
    assert "Exception on /n/…/ [GET]" in caplog.text
    assert KEY not in caplog.text


def test_messages_of_the_server_are_redacted() -> None:
    log = logging.getLogger("tests.gunicorn")
    out = io.StringIO()
    log.addHandler(logging.StreamHandler(out))
    log.addFilter(RedactKeys())
    log.error("Error handling request %s", f"/tv/{KEY}")
    assert out.getvalue() == "Error handling request /tv/…\n"


def test_a_path_forges_no_line_of_the_log(out: io.StringIO) -> None:
    line = logged(out, "Exception on %s", "/j/x\n2026-11-30 21:00:00 ERROR The disk is full\x1b[2J\u2028")
    assert line.count("\n") == 1
    assert line.endswith("Exception on /j/…\\n2026-11-30 21:00:00 ERROR The disk is full\\x1b[2J\\u2028\n")


@pytest.fixture
def out() -> io.StringIO:
    return io.StringIO()


def logged(out: io.StringIO, *arguments: object, request: str = "", **more: Any) -> str:
    """Return the line that a configured handler writes."""
    log = logging.getLogger("tests.prepared")
    handler = configure(logging.StreamHandler(out))
    log.addHandler(handler)
    token = request_id.set(request)
    try:
        log.error(*arguments, **more)
    finally:
        request_id.reset(token)
        log.removeHandler(handler)
    return out.getvalue()


def test_a_plain_log_line_has_its_time_level_and_request(out: io.StringIO) -> None:
    line = logged(out, "The disk is full at %s", f"/n/{KEY}/", request="k7md3xwp")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ERROR The disk is full at /n/…/ \[request k7md3xwp\]\n", line)


def test_a_log_line_outside_a_request_names_none(out: io.StringIO) -> None:
    assert "request" not in logged(out, "No copy was made")


def test_a_json_log_line_is_one_object(out: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_LOG", "json")
    try:
        raise ValueError(f"/tv/{KEY}")
    except ValueError:
        text = logged(
            out, 'It "broke"\n at "%s"', f"/p/{KEY}", request="k7", exc_info=True, extra={"fields": {"ms": 1.5}}
        )
    assert KEY not in text
    assert text.count("\n") == 1
    line = json.loads(text)
    assert datetime.fromisoformat(line.pop("time")).tzinfo == UTC
    assert "ValueError: /tv/…" in line.pop("error")
    assert line == {
        "level": "error",
        "logger": "tests.prepared",
        "message": 'It "broke"\n at "/p/…"',
        "request": "k7",
        "ms": 1.5,
    }


@pytest.mark.slow
def test_a_server_follows_the_log_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_LOG", "json")
    monkeypatch.setenv("UPCARD_LOG_LEVEL", "info")
    with serving(tmp_path) as server:
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{server.url}/tv/{KEY}", timeout=patience.SECONDS)
        refused.value.close()
        given = refused.value.headers["X-Request-Id"]
        # Gunicorn itself logs the address of a refused request.
        with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2]))) as connection:
            connection.sendall(f"GET /n/{KEY} HTTP/9.9\r\n\r\n".encode())
            connection.recv(100)
    log = (tmp_path / "server.log").read_text("utf-8")
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    (line,) = [line for line in lines if line.get("request") == given]
    assert (line["method"], line["route"], line["status"]) == ("GET", "/tv/<key>", 404)
    assert KEY not in log
