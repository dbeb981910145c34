"""Attacks from the local network: connections that stay silent, send half a request or never read the response."""

from __future__ import annotations

import resource
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from tests import patience
from tests.serving import Server, serving
from tests.web.test_kill import Tablet, attribute, screen_of

pytestmark = pytest.mark.slow

#: More connections than a process may open files by default, and many more than there are threads.
MANY, SOME = 1000, 200
HEAD = b"POST /n/x/tap HTTP/1.1\r\nHost: localhost\r\n"

ATTACKS: dict[str, bytes] = {
    "silent": b"",
    "half a line": b"GET / HT",
    "half a head": HEAD,
    "half a body": HEAD + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\na=",
    "half a chunk": HEAD + b"Transfer-Encoding: chunked\r\n\r\nff\r\na",
    "never read": b"GET /help HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5,
}


NUMBERS = {"silent": MANY, "never read": 100}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with serving(tmp_path_factory.mktemp("stalling"), https=True) as server:
        yield server


@pytest.fixture(scope="module")
def tap(server: Server) -> Callable[[], str]:
    """Return a function that deals a card, undoes it, and returns the screen."""
    tablet = Tablet(server.url)
    table = tablet.begin()

    def tap() -> str:
        shown = screen_of(tablet.ask(table))
        fields = {name: attribute(shown, f'name="{name}" value') for name in ("hand", "seen")}
        dealt = screen_of(tablet.ask(f"{table}tap", action="d dh p1 ????7c", **fields))
        fields["seen"] = attribute(dealt, 'name="seen" value')
        return screen_of(tablet.ask(f"{table}undo", **fields))

    return tap


@contextmanager
def connections(server: Server, sent: bytes, count: int, *, secure: bool = False) -> Iterator[list[socket.socket]]:
    """Open ``count`` connections that have sent ``sent`` and read nothing."""
    address = urlsplit(server.secure if secure else server.url)
    with ExitStack() as held:
        opened = []
        for _ in range(count):
            connection = held.enter_context(
                socket.create_connection((address.hostname, address.port), timeout=patience.SECONDS)
            )
            if sent:
                connection.sendall(sent)
            opened.append(connection)
        yield opened


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_tap_is_answered_while_others_stall(server: Server, tap: Callable[[], str], attack: str) -> None:
    with connections(server, ATTACKS[attack], NUMBERS.get(attack, SOME)):
        for _ in range(3):
            assert 'aria-label="Next"' in tap()


#: Handshakes that a client begins and abandons.
HANDSHAKES = {"silent": b"", "half a hello": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "plain http": HEAD}


@pytest.mark.parametrize("attack", HANDSHAKES)
def test_a_tap_is_answered_while_handshakes_stall(server: Server, tap: Callable[[], str], attack: str) -> None:
    with connections(server, HANDSHAKES[attack], NUMBERS.get(attack, SOME), secure=True):
        for _ in range(3):
            assert 'aria-label="Next"' in tap()


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_tap_is_answered_while_others_stall_over_https(server: Server, tap: Callable[[], str], attack: str) -> None:
    with ExitStack() as held:
        for plain in held.enter_context(connections(server, b"", 100, secure=True)):
            held.enter_context(after_handshake(server, plain)).sendall(ATTACKS[attack])
        for _ in range(3):
            assert 'aria-label="Next"' in tap()


def after_handshake(server: Server, connection: socket.socket) -> ssl.SSLSocket:
    """Complete the handshake of a connection, trusting the server's authority."""
    context = ssl.create_default_context(cafile=str(server.data / "authority.pem"))
    return context.wrap_socket(connection, server_hostname="localhost")


#: Makes a server wait at most a second.
IMPATIENT = "from app.server import bridge, worker\nbridge.BODY_SECONDS = worker.HEAD_SECONDS = 1"


def test_slow_requests_are_cut_off(tmp_path: Path) -> None:
    with serving(tmp_path, first=IMPATIENT) as server:
        for sent in (b"", HEAD, b"\0" * 10):
            with connections(server, sent, 1) as (connection,):
                assert connection.recv(1) == b""
        with connections(server, ATTACKS["half a body"], 1) as (connection,):
            assert connection.recv(1000).startswith(b"HTTP/1.1 408")
        counters = urlopen(f"{server.url}/metrics", timeout=patience.SECONDS).read().decode()
        assert 'upcard_cut_off_total{limit="head"} 3.0' in counters
        assert 'upcard_cut_off_total{limit="body"} 1.0' in counters


def test_bytes_that_are_not_http_are_rejected(server: Server, tap: Callable[[], str]) -> None:
    for sent in (b"\0" * 100 + b"\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"A" * 100_000):
        with connections(server, sent, 1) as (connection,):
            answer = connection.recv(1000)
            assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
    assert 'aria-label="Next"' in tap()


def test_slow_handshakes_and_requests_over_https_are_cut_off(tmp_path: Path) -> None:
    with serving(tmp_path, first=IMPATIENT, https=True) as server:
        for sent in HANDSHAKES.values():
            with connections(server, sent, 1, secure=True) as (connection,):
                assert ended(connection)
        counters = urlopen(f"{server.url}/metrics", timeout=patience.SECONDS).read().decode()
        assert 'upcard_cut_off_total{limit="handshake"} 2.0' in counters, "plain http fails the handshake at once"
        for sent in (b"", HEAD, b"\0" * 10):
            with (
                connections(server, b"", 1, secure=True) as (connection,),
                after_handshake(server, connection) as secured,
            ):
                secured.sendall(sent)
                assert ended(secured)
        with connections(server, b"", 1, secure=True) as (connection,), after_handshake(server, connection) as secured:
            secured.sendall(ATTACKS["half a body"])
            assert secured.recv(1000).startswith(b"HTTP/1.1 408")


def ended(connection: socket.socket) -> bool:
    """Return whether the server ends a connection, ignoring alerts about a failed handshake."""
    try:
        while connection.recv(1000):
            pass
    except (ConnectionResetError, ssl.SSLEOFError):
        pass
    return True


def test_a_request_sent_with_the_end_of_the_handshake_is_answered(server: Server) -> None:
    for _ in range(20):
        with connections(server, b"", 1, secure=True) as (connection,), after_handshake(server, connection) as secured:
            secured.sendall(b"GET /host HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert secured.recv(1000).startswith(b"HTTP/1.1 303")
