"""Programs on a running server: `upcard feed` plays a hand while others watch, and the examples of docs/ run."""

from __future__ import annotations

import io
import json
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from ssl import SSLCertVerificationError
from subprocess import PIPE, Popen
from threading import Thread
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
from jinja2 import Environment

from app.cli import main
from app.commands import feed
from app.games.house import Stakes
from app.night.access import grants
from app.night.access.rights import HOST, PHONE
from app.night.db import db
from app.night.models import CLUB
from app.night.people.seats import seats
from app.record.text import read
from app.settings import ROOT
from app.web.http.browser import COOKIE
from tests import patience
from tests.serving import Server, app_beside, serving
from tests.web.api.programs import check_response, make_token
from tests.web.tables import Table, begin

EXAMPLES = ROOT / "docs" / "examples"
NAMES = ("Ann", "Bob", "Cy", "Dee")
HAND = read((ROOT / "tests/records/woolworth/second-on-a-later-street.toml").read_text("utf-8"), "the record")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as server:
        yield server
        assert "Traceback" not in (server.data / "server.log").read_text()


@pytest.fixture
def table(server: Server) -> Iterator[Table]:
    app = app_beside(server)
    with app.app_context():
        yield begin(app.test_client(), "woolworth", NAMES, 100, True, Stakes(), {}, ())
        db.session.remove()
        db.engine.dispose()


def call(server: Server, token: str, path: str, posted: object = None) -> tuple[int, Any]:
    """Return the status and JSON of a response to a program, checked against the OpenAPI file."""
    body = None if posted is None else json.dumps(posted).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    try:
        with urlopen(Request(f"{server.url}/api/v1{path}", body, headers), timeout=patience.SECONDS) as answer:
            status, given = answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            status, given = error.code, json.load(error)
    check_response(path, "GET" if posted is None else "POST", status, given)
    return status, given


class Onlooker(Thread):
    """A viewer's page and its stream; ``received`` is the text of the stream so far."""

    def __init__(self, server: Server, page: str, stream: str, header: tuple[str, str]) -> None:
        super().__init__(daemon=True)
        self._headers, self._page, self.received = dict([header]), server.url + page, ""
        self._stream = urlopen(Request(server.url + stream, headers=self._headers), timeout=patience.SECONDS)
        self.start()

    def run(self) -> None:
        try:
            for line in self._stream:
                self.received += line.decode()
        except (OSError, ValueError):
            pass  # the server has stopped

    def page(self) -> str:
        with urlopen(Request(self._page, headers=self._headers), timeout=patience.SECONDS) as answer:
            return " ".join(re.sub("<[^>]+>", " ", answer.read().decode()).split())


def onlookers(server: Server, table: Table) -> dict[str, Onlooker]:
    """Return the dealer's tablet, Cy's phone and a read-only program."""
    night = table.night
    cy = seats(night)[2]
    host, phone = grants.grant(HOST, CLUB, "", "iPad"), grants.claim(PHONE, cy.player_id, "", "iPhone")
    bearer = ("Authorization", f"Bearer {make_token(table, 'looks')}")
    return {
        "tablet": Onlooker(server, f"/n/{table.key}/", f"/live/{table.key}", ("Cookie", f"{COOKIE}={host}")),
        "phone": Onlooker(server, f"/p/{cy.key}", f"/live/{cy.key}?draw=phone", ("Cookie", f"{COOKIE}={phone}")),
        "program": Onlooker(server, "/api/v1/table", "/api/v1/stream", bearer),
    }


def feed_lines(server: Server, token: str, *lines: str) -> list[str]:
    """Feed lines to `upcard feed`; return the reply to each, then the exit status."""
    stdin, stdout = sys.stdin, sys.stdout
    sys.stdin, sys.stdout = io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())), io.StringIO()
    try:
        status = main(["feed", server.url, "--token", token])
        printed = sys.stdout.getvalue()
    finally:
        sys.stdin, sys.stdout = stdin, stdout
    return [*(line.partition(": ")[2] for line in printed.splitlines()), str(status)]


def input_for(action: str) -> str:
    """Return the line that a card reader or keyboard sends for an action: a card, ``dealt``, or the action itself."""
    _, verb, *words = action.split()
    if verb == "dh":
        return "dealt" if words[-1] == "??" else words[-1].replace("?", "")
    return f"{words[0]} {NAMES[int(action[1]) - 1]}" if verb == "sm" else action


@pytest.mark.slow
def test_a_card_reader_plays_a_hand_while_others_watch(server: Server, table: Table) -> None:
    token, viewers = make_token(table, "enters"), onlookers(server, table)
    first, second, *others = map(input_for, HAND.actions)
    assert feed_lines(server, token, first) == ["posted d dh p1 ????9c", "0"]
    assert feed_lines(server, token, f"\ufeff{first} ", "Kd Ann", "p1 cc", "undo", "\xff", "ah") == [
        "not posted. The 9 of clubs is Ann's up-card.",
        "not posted. Not now. Next: Bob's up-card.",
        "not posted. Not now. Next: Bob's up-card.",
        "posted undo",
        "not posted. This is neither a card, such as Ah or Td, nor an action.",
        "not posted. This is neither a card, such as Ah or Td, nor an action.",
        "1",
    ]
    at = {"hand": 1, "seen": 2, "action": HAND.actions[0]}
    assert [call(server, token, "/actions", at) for _ in range(2)] == [
        (200, {"answer": answer, "hand": 1, "seen": 3}) for answer in ("posted", "repeated")
    ]
    _, stale = call(server, token, "/actions", {**at, "action": "d dh p1 ????8c"})
    assert stale == {"error": "stale", "reason": "Someone else entered something first. Ask for the table again."}
    rest = [line for n, line in enumerate(others) if line != "dealt" or others[n - 1] != line]
    printed = feed_lines(server, token, second, *rest)
    assert printed[-1] == "0", printed
    _, last = call(server, token, "/table")
    assert tuple(player["stack"] for player in last["hand"]["players"]) == HAND.finishing_stacks
    assert last["hand"]["result"]["pushes"] == [{"name": "Bob", "amount": 32}]
    deadline = time.monotonic() + patience.SECONDS
    while not all(last["version"] in each.received for each in viewers.values()) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert "Push 32 to Bob" in viewers["tablet"].page()
    assert "You lost 13" in viewers["phone"].received.rpartition("data: " + last["version"])[2]
    assert json.loads(viewers["program"].page())["hand"]["result"] == last["hand"]["result"]


@pytest.mark.parametrize(
    ("url", "token", "error"),
    [
        ("http://[::1", "x", "there is no Upcard at http"),
        ("http://127.0.0.1:port", "x", "there is no Upcard at http"),
        ("{server}/club", "x", "there is no Upcard at http"),
        ("{server}", "é", "that is not a token"),
        ("{server}", "x\ny", "that is not a token"),
        ("{server}", " ", "there is no token in --token or UPCARD_TOKEN"),
    ],
)
def test_feed_does_not_retry_a_wrong_address_or_token(
    server: Server,
    url: str,
    token: str,
    error: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Ah\n")))
    assert main(["feed", url.format(server=server.url), "--token", token]) == 2
    assert error in capsys.readouterr().err


@pytest.mark.parametrize("answer", [b"[1]", b"null", b"<p>Hello"])
def test_feed_refuses_the_answer_of_another_program(
    answer: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(feed, "urlopen", lambda *_, **_more: io.BytesIO(answer))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Ah\n")))
    assert main(["feed", "http://printer.local", "--token", "x"]) == 2
    assert "there is no Upcard at http://printer.local" in capsys.readouterr().err


def test_feed_does_not_retry_an_untrusted_certificate(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object, **_more: object) -> None:
        refused = SSLCertVerificationError(1, "verify failed")
        refused.verify_message = "self-signed certificate"
        raise URLError(refused)

    monkeypatch.setattr(feed, "urlopen", refuse)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Ah\n")))
    assert main(["feed", "https://upcard.local:8443", "--token", "x"]) == 2
    assert "the server's certificate is not trusted" in capsys.readouterr().err


@pytest.mark.slow
def test_feed_retries_a_line_until_the_server_is_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "AGAIN_SECONDS", 0.05)
    with serving(tmp_path) as server, app_beside(server).app_context():
        table = begin(app_beside(server).test_client(), "woolworth", NAMES, 100, True, Stakes(), {}, ())
        token = make_token(table, "enters")
        db.engine.dispose()
    printed: list[str] = []
    feeding = Thread(target=lambda: printed.extend(feed_lines(server, token, "9c", "Th")), daemon=True)
    feeding.start()
    errors, deadline = "", time.monotonic() + patience.SECONDS
    while "trying again" not in errors and time.monotonic() < deadline:
        errors += capsys.readouterr().err
        time.sleep(0.02)
    assert feeding.is_alive()
    with serving(tmp_path, ports=(int(server.url.rpartition(":")[2]), 0)):
        feeding.join(patience.SECONDS)
    assert printed == ["posted d dh p1 ????9c", "posted d dh p2 ????Th", "0"]


@pytest.mark.slow
def test_the_examples_in_the_docs_run(server: Server, table: Table) -> None:
    tokens = {"upcard_looks": make_token(table, "looks"), "upcard_deals": make_token(table, "enters")}
    command = [sys.executable, EXAMPLES / "follow.py", server.url, tokens["upcard_looks"]]
    with Popen(command, stdout=PIPE, text=True) as follower:
        assert follower.stdout
        try:
            assert follower.stdout.readline() == "Woolworth, pot 4: Two down each, then Ann's up-card\n"
            home = (EXAMPLES / "home-assistant.yaml").read_text("utf-8").replace("http://upcard.local:8000", server.url)
            states: dict[str, Any] = {}
            rest, commands = home.split("rest_command:")
            for sensor in rest.split("- resource: ")[1:]:
                token = tokens[re.search(r"!secret (\w+)", sensor)[1]]
                _, state = call(server, token, sensor.split()[0].removeprefix(f"{server.url}/api/v1"))
                values = re.findall(r'value_template: "(.*)"', sensor)
                rendered = [Environment().from_string(value).render(value_json=state) for value in values]
                assert rendered in (["Two down each, then Ann's up-card", "4"], ["0"])
                for name in re.search(r"json_attributes: \[(.*)\]", sensor)[1].split(", "):
                    states[name] = state["hand"][name]
            for button in re.split(r"\n  poker_", commands)[1:][::-1]:
                payload = re.search("payload: '(.*)'", button)[1]
                sent = (
                    Environment()
                    .from_string(payload)
                    .render(state_attr=lambda _sensor, name: states[name], action="d dh p1 ????9c")
                )
                path = re.search(r"url: (\S+)", button)[1].removeprefix(f"{server.url}/api/v1")
                status, reply = call(server, tokens[re.search(r"!secret (\w+)", button)[1]], path, json.loads(sent))
                assert (status, reply["answer"]) == (200, "posted")
                states["seen"] = reply["seen"]
                if path == "/actions":
                    assert follower.stdout.readline() == "Woolworth, pot 4: Bob's up-card\n"
        finally:
            follower.terminate()
