"""The server's own worker: counting and limiting the connections of a client."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import time
from asyncio import Protocol, Transport
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from gunicorn.asgi.parser import PythonProtocol

from app import metrics
from app.backups.files import is_in_use
from app.server import worker
from app.server.worker import Guard
from tests import patience
from tests.serving import serving


class Wire(Transport):
    """A connection's transport, which records whether it was aborted."""

    def __init__(self, client: object) -> None:
        super().__init__({"peername": client})
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True

    def pause_reading(self) -> None:
        pass

    def is_closing(self) -> bool:
        return self.aborted


@pytest.fixture
def clients(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Return the worker's count of connections by client."""
    monkeypatch.setattr(worker, "MAX_CONNECTIONS", 2)
    loop = SimpleNamespace(
        call_later=lambda *_: SimpleNamespace(cancel=lambda: None), create_task=lambda task: task.close()
    )
    monkeypatch.setattr(worker.asyncio, "get_running_loop", lambda: loop)
    return Counter()


def connect(clients: Counter[str], client: object, *, secure: bool = False) -> tuple[Guard, Wire]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER) if secure else None
    guard, wire = Guard(clients, Protocol(), context), Wire(client)
    guard.connection_made(wire)
    return guard, wire


def test_connections_beyond_a_clients_limit_are_aborted(clients: Counter[str]) -> None:
    before = metrics.REGISTRY.get_sample_value("upcard_cut_off_total", {"limit": "connections"}) or 0
    mine = [connect(clients, ("192.0.2.7", 1000))[1].aborted for _ in range(5)]
    assert mine == [False, False, True, True, True]
    assert not connect(clients, ("192.0.2.8", 1000, 0, 0))[1].aborted
    assert clients == {"192.0.2.7": 2, "192.0.2.8": 1}
    assert metrics.REGISTRY.get_sample_value("upcard_cut_off_total", {"limit": "connections"}) == before + 3


def test_closed_connections_are_no_longer_counted(clients: Counter[str]) -> None:
    guards = [connect(clients, ("192.0.2.7", number))[0] for number in range(3)]  # the third is refused
    for guard in (guards[0], *guards):
        guard.connection_lost(None)
    assert clients == {}


def test_connections_from_this_machine_are_not_counted(clients: Counter[str]) -> None:
    for client in (("127.0.0.1", 1), ("::1", 1, 0, 0), ("127.0.1.1", 1), "/run/upcard.sock"):
        connect(clients, client)
    assert clients == {}


def test_a_connection_counts_from_the_beginning_of_its_handshake(clients: Counter[str]) -> None:
    """Silent handshakes also count against the limit."""
    begun = [connect(clients, ("192.0.2.7", number), secure=True) for number in range(4)]
    assert (clients, [wire.aborted for _, wire in begun]) == ({"192.0.2.7": 2}, [False, False, True, True])
    begun[0][0].connection_lost(None)
    assert clients == {"192.0.2.7": 1}


class Behind(Protocol):
    """A protocol that records what is passed on to it."""

    def __init__(self) -> None:
        self.received = b""
        self.closed = False

    def data_received(self, data: bytes) -> None:
        self.received += data

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("pieces", "ended"),
    [
        ([], False),
        ([b"GET / HTTP/1.1\r\n", b"Host: a\r\n"], False),
        ([b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"], True),
        ([b"GET / HTTP/1.1\r\nHost: a\r", b"\n", b"\r", b"\n"], True),
        ([b"a" * 100_000], False),
    ],
)
def test_the_deadline_ends_when_the_first_request_head_is_complete(
    pieces: list[bytes], ended: bool, clients: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cancelled: list[bool] = []
    loop = SimpleNamespace(call_later=lambda *_: SimpleNamespace(cancel=lambda: cancelled.append(True)))
    monkeypatch.setattr(worker.asyncio, "get_running_loop", lambda: loop)
    behind = Behind()
    guard = Guard(clients, behind)
    guard.connection_made(Wire(("192.0.2.7", 1)))
    for piece in pieces:
        guard.data_received(piece)
    assert (behind.received, bool(cancelled)) == (b"".join(pieces), ended)
    guard.connection_lost(None)
    assert behind.closed


def test_a_client_whose_request_cannot_be_parsed_is_cut_off(clients: Counter[str]) -> None:
    class Parsing(Protocol):
        def __init__(self) -> None:
            self.data_received = PythonProtocol().feed  # type: ignore[method-assign]

    guard, wire = Guard(clients, Parsing()), Wire(("192.0.2.7", 1))
    guard.connection_made(wire)
    guard.data_received(b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n")
    assert wire.aborted


def test_a_client_that_is_gone_after_its_handshake_is_not_served(monkeypatch: pytest.MonkeyPatch) -> None:
    behind, secured, tasks = Behind(), Wire(("192.0.2.7", 1)), []
    secured.abort()

    async def start_tls(*_: object, **__: object) -> Wire:
        return secured

    loop = SimpleNamespace(start_tls=start_tls, create_task=tasks.append, call_later=lambda *_: None)
    monkeypatch.setattr(worker.asyncio, "get_running_loop", lambda: loop)
    guard = Guard(Counter(), behind, ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))
    guard.connection_made(Wire(("192.0.2.7", 1)))
    guard.data_received(b"GET / HTTP/1.1\r\n\r\n")
    with pytest.raises(StopIteration):
        tasks[0].send(None)
    assert behind.received == b""


@pytest.mark.slow
@pytest.mark.sqlite
def test_a_worker_whose_parent_is_killed_frees_the_port_and_the_database(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert is_in_use(tmp_path / "upcard.sqlite3")
        os.kill(server.process, signal.SIGKILL)
        wait_until(lambda: not is_in_use(tmp_path / "upcard.sqlite3"))
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), timeout=patience.SECONDS)


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    deadline = time.monotonic() + patience.SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)
