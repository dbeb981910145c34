"""Servers that tell each other by Valkey or Redis what has changed, and what becomes of them without it."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from valkey import Valkey

from app.live.screens import bus_problem
from tests.browser.serving import free_port
from tests.live.two_servers import sharing, until
from tests.live.valkey_server import MISSING, program, server

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def where() -> str:
    found = program()
    if found is None:
        if os.environ.get("CI", "").lower() not in ("", "0", "false"):
            pytest.fail(MISSING, pytrace=False)
        pytest.skip(MISSING)
    return found


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> int:
    """Return where the bus is to be, which the apps that are made from now on know; only it tells them anything."""
    port = free_port()
    monkeypatch.setenv("UPCARD_BUS", f"valkey://127.0.0.1:{port}")
    monkeypatch.setattr("app.live.bus.LOOK_SECONDS", 1000)
    monkeypatch.setattr("app.live.bus.AGAIN_SECONDS", 0.1)
    return port


def test_what_one_server_stores_the_screens_of_another_are_told(where: str, port: int, tmp_path: Path) -> None:
    with server(where, port), sharing(tmp_path) as servers:
        for number in range(3):
            servers.tap(number)
            assert servers.is_told(number + 1)


@pytest.mark.parametrize("address", ["redis://:secret@127.0.0.1:{}/0", "valkey://default:secret@127.0.0.1:{}"])
def test_an_address_may_hold_a_password(
    where: str, port: int, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UPCARD_BUS", address.format(port))
    with server(where, port, "--requirepass", "secret"), sharing(tmp_path) as servers:
        servers.tap(0)
        assert servers.is_told(1)


def test_a_wrong_password_is_said_and_not_shown(
    where: str, port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("UPCARD_BUS", f"redis://:mistake@127.0.0.1:{port}")
    with server(where, port, "--requirepass", "secret"), sharing(tmp_path) as servers:
        servers.tap(0)
        until(lambda: "cannot be told" in caplog.text and "cannot be heard" in caplog.text)
    assert "mistake" not in caplog.text


def test_while_it_is_gone_screens_are_told_by_a_look_and_it_is_taken_up_again(
    where: str, port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with ExitStack() as first:
        first.enter_context(server(where, port))
        with sharing(tmp_path) as servers:
            servers.tap(0)
            assert servers.is_told(1)
            first.close()
            monkeypatch.setattr("app.live.bus.LOOK_SECONDS", 0.1)
            servers.tap(1)
            assert servers.is_told(2)
            until(lambda: caplog.text.count("cannot be heard") == 2 and "cannot be told" in caplog.text)
            monkeypatch.setattr("app.live.bus.LOOK_SECONDS", 1000)
            with server(where, port):
                until(lambda: caplog.text.count("are heard from other servers again") == 2)
                servers.tap(2)
                assert servers.is_told(3)
                until(lambda: "are told to other servers again" in caplog.text)
                assert (caplog.text.count("cannot be heard"), caplog.text.count("cannot be told")) == (2, 1)


def test_installations_on_one_server_are_kept_apart_by_the_number_of_its_database(
    where: str, port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UPCARD_BUS", f"redis://127.0.0.1:{port}/7")
    with server(where, port), Valkey(port=port) as client, client.pubsub(ignore_subscribe_messages=True) as ours:
        ours.psubscribe("*")
        ours.get_message(timeout=1)  # that we hear from now on
        with sharing(tmp_path) as servers:
            servers.tap(0)
            assert servers.is_told(1)
        heard = set()
        while message := ours.get_message(timeout=1):
            heard.add(message["channel"])
    assert heard == {b"upcard-7"}


@pytest.mark.parametrize(
    "address", ["", "redis://localhost", "rediss://h:1/2", "valkey://h", "unix:///run/valkey.sock"]
)
def test_addresses_that_can_be_used(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_BUS", address)
    assert bus_problem() == ""


@pytest.mark.parametrize("address", ["localhost", "http://localhost", "valkey://h:port"])
def test_an_address_that_cannot_be_used_is_said_at_the_start(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_BUS", address)
    assert bus_problem().startswith("UPCARD_BUS cannot be used: ")


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_BUS", "redis://localhost")
    monkeypatch.setitem(sys.modules, "valkey", None)
    monkeypatch.delitem(sys.modules, "app.live.valkey", raising=False)
    assert bus_problem() == "UPCARD_BUS needs the package valkey: install upcard[valkey]"
