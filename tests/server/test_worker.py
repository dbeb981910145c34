"""The server's own worker: how many connections a client may have, and how they are counted."""

from __future__ import annotations

import os
import signal
import socket
import time
from asyncio import Transport
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from gunicorn.asgi.protocol import ASGIProtocol

from app import metrics
from app.backups.using import is_held
from app.server import worker
from app.server.handshake import Handshake
from app.server.worker import Connection, Worker
from tests.browser.serving import serving


class Wire(Transport):
    """A connection from somewhere."""

    def __init__(self, client: object) -> None:
        super().__init__({"peername": client})


@pytest.fixture
def clients(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Who is connected; gunicorn's part is left out, and a connection that is closed is lost."""
    monkeypatch.setattr(worker, "MOST_CONNECTIONS", 2)
    monkeypatch.setattr(ASGIProtocol, "connection_made", lambda *_: None)
    monkeypatch.setattr(ASGIProtocol, "connection_lost", lambda *_: None)
    monkeypatch.setattr(ASGIProtocol, "_close_transport", lambda self: self.connection_lost(None))
    return Counter()


def connect(clients: Counter[str], client: object) -> Connection:
    connection = Connection.__new__(Connection)
    connection.worker = cast(Any, SimpleNamespace(clients=clients, loop=SimpleNamespace(call_later=lambda *_: None)))
    connection.connection_made(Wire(client))
    return connection


def test_a_client_beyond_its_limit_is_closed_and_others_are_not(clients: Counter[str]) -> None:
    before = metrics.REGISTRY.get_sample_value("upcard_cut_off_total", {"limit": "connections"}) or 0
    for _ in range(5):
        connect(clients, ("192.0.2.7", 1000))
    connect(clients, ("192.0.2.8", 1000, 0, 0))
    assert clients == {"192.0.2.7": 2, "192.0.2.8": 1}
    assert metrics.REGISTRY.get_sample_value("upcard_cut_off_total", {"limit": "connections"}) == before + 3


def test_who_goes_is_no_longer_counted_and_leaves_nothing(clients: Counter[str]) -> None:
    first, second = connect(clients, ("192.0.2.7", 1)), connect(clients, ("192.0.2.7", 2))
    for connection in (first, first, second):
        connection.connection_lost(None)
    assert clients == {}


def test_who_comes_from_this_machine_is_not_counted(clients: Counter[str]) -> None:
    for client in (("127.0.0.1", 1), ("::1", 1, 0, 0), ("127.0.1.1", 1), "/run/upcard.sock"):
        connect(clients, client)
    assert clients == {}


def test_a_connection_counts_from_the_beginning_of_its_handshake(clients: Counter[str]) -> None:
    """What is begun and silent is no way around the limit."""
    worker = Worker.__new__(Worker)
    worker.clients = clients
    aborted: list[str] = []
    loop = SimpleNamespace(create_task=lambda task: task.close())
    for number in range(4):
        wire = Wire(("192.0.2.7", number))
        wire.pause_reading = lambda: None  # type: ignore[method-assign]
        wire.abort = lambda: aborted.append("aborted")  # type: ignore[method-assign]
        Handshake(cast(Any, loop), cast(Any, None), 1, worker._admit, lambda: cast(Any, None)).connection_made(wire)
    assert (clients, len(aborted)) == ({"192.0.2.7": 2}, 2)
    leave = worker._admit(Wire(("192.0.2.8", 1)))
    assert leave is not None
    leave()
    assert clients == {"192.0.2.7": 2}


@pytest.mark.slow
@pytest.mark.sqlite
def test_a_worker_whose_parent_is_killed_gives_back_port_and_database(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert is_held(tmp_path / "upcard.sqlite3")
        os.kill(server.process, signal.SIGKILL)
        wait_until(lambda: not is_held(tmp_path / "upcard.sqlite3"))
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), timeout=10)


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for a condition, longer than it ever takes."""
    until = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)
