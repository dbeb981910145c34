"""Bytes to a running server: requests with odd, broken or surplus lines, headers and chunks."""

from __future__ import annotations

import re
import socket
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from tests.checks.check import Check, MismatchError, Tally
from tests.fuzz.nonsense import other_bytes
from tests.serving import Server, serving

REQUESTS = 150

#: Seconds within which the server must respond or close a connection; its own timeouts are shorter.
PATIENCE = 60.0

#: Shortens the server's timeouts to a second.
SHORT_TIMEOUTS = """
from app.server import bridge, start, worker
bridge.BODY_SECONDS = worker.HEAD_SECONDS = start.KEEP_SECONDS = 1
"""

#: Statuses that HTTP requires for an unknown coding or version (RFC 9112, 6.1; RFC 9110, 15.6.6).
REQUIRED_STATUSES = (501, 505)

LINES = (
    *(b"GET / HTTP/1.1", b"POST / HTTP/1.1", b"POST /n/x/tap HTTP/1.1", b"GET /help HTTP/1.0", b"HEAD / HTTP/1.1"),
    *(b"GET /live/x HTTP/1.1", b"GET http://localhost/ HTTP/1.1", b"GET //evil/ HTTP/1.1", b"OPTIONS * HTTP/1.1"),
    *(b"CONNECT localhost:80 HTTP/1.1", b"GET ? HTTP/1.1", b"GET  HTTP/1.1", b"GET /\xff\xfe HTTP/1.1"),
    *(b"GET /%00%ff%zz HTTP/1.1", b"GET /n/%2e%2e/ HTTP/1.1", b"GET /static/..%2f..%2fapp/cli.py HTTP/1.1"),
    *(
        b"get / http/1.1",
        b"GET / HTTP/2.0",
        b"GET / HTTP/9.9",
        b"GET /",
        b"\0" * 20,
        b"PRI * HTTP/2.0",
        b"GET\t/\tHTTP/1.1",
    ),
    *(b"GET /" + b"a" * 9000 + b" HTTP/1.1", b"GET /?" + b"a=b&" * 3000 + b" HTTP/1.1", b"X" * 300 + b" / HTTP/1.1"),
)
HEADERS = (
    *(
        b"Host: localhost",
        b"Host: localhost",
        b"Host:",
        b"Host: a b",
        b"Host: [::1",
        b"Host: \xff",
        b"host:localhost:99999",
    ),
    *(b"Connection: keep-alive", b"Connection: upgrade\r\nUpgrade: websocket", b"Upgrade: h2c\r\nHTTP2-Settings: x"),
    *(b"Content-Length: 5", b"Content-Length: -1", b"Content-Length: 5, 5", b"Content-Length: 5\r\nContent-Length: 6"),
    *(b"Content-Length: " + b"9" * 40, b"Content-Length: 0x5", b"Content-Length: +5", b"Content-Length:  5 "),
    *(b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip, chunked", b"Transfer-Encoding: chunked, identity"),
    *(b"Transfer-Encoding: x", b"Transfer-Encoding : chunked", b"Transfer-Encoding: chunked\r\nContent-Length: 5"),
    *(b"Expect: 100-continue", b"Expect: nonsense", b"Cookie: a=\xff; \0", b"Cookie: " + b"a=b; " * 1500),
    *(b" folded: x", b"no colon", b": no name", b"X-Two\r\n\tmore", b"X-Long: " + b"x" * 9000, b"\xff\xfe: \xff"),
    *(
        b"Content-Type: application/x-www-form-urlencoded",
        b"Content-Type: multipart/form-data; boundary=x",
        b"A: b\rC: d",
    ),
    *(
        b"X-Forwarded-For: \xff",
        b"X-Forwarded-Proto: gopher",
        b"Range: bytes=0-",
        b"\r\n".join([b"A: b"] * 200),
        b"A:\0",
    ),
)
BODIES = (
    *(
        b"",
        b"a=bcd",
        b"0\r\n\r\n",
        b"5\r\na=bcd\r\n0\r\n\r\n",
        b"5;x=y\r\na=bcd\r\n0\r\nTrailer: x\r\n\r\n",
        b"5\r\na=bcdXX0\r\n\r\n",
    ),
    *(
        b"ffffffffffffffffff\r\na",
        b"-5\r\na=bcd\r\n",
        b"zz\r\n",
        b"5\r\na=b",
        b"5" * 5000,
        b"5\na=bcd\n0\n\n",
        b"\r\n" * 50,
    ),
    *(
        b"3\r\na=b\r\n" * 500 + b"0\r\n\r\n",
        b"0\r\n" + b"T: x\r\n" * 500 + b"\r\n",
        b"--x\r\n\r\n--x--\r\n",
        b"x" * 300_000,
    ),
    b"0\r\n\r\nGET /help HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
)


#: The lines, headers and bodies of valid requests, each of which must be answered.
VALID = (
    (b"GET / HTTP/1.1", b"", b""),
    (b"GET /help HTTP/1.1", b"Cookie: a=b", b""),
    (b"HEAD / HTTP/1.1", b"Accept-Encoding: gzip", b""),
    (b"POST /ask HTTP/1.1", b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5", b"a=bcd"),
    (b"POST /ask HTTP/1.1", b"Transfer-Encoding: chunked", b"5\r\na=bcd\r\n0\r\n\r\n"),
)


def wire_round(seed: str) -> Tally:
    random = Random(seed)
    tally = Tally()
    with TemporaryDirectory(prefix="upcard-fuzz-") as name, serving(Path(name), first=SHORT_TIMEOUTS) as server:
        for _ in range(REQUESTS):
            valid = random.random() < 0.2
            sent = _valid_request(random) if valid else _request(random)
            statuses = _statuses(server, sent, ends=not valid and random.random() < 0.8)
            _check(statuses, sent)
            if valid and len(statuses) != 1:
                raise MismatchError(f"{sent!r}\nis valid but was answered {statuses}")
            tally["requests"] += 1
            tally["answered" if statuses else "closed"] += 1
        last = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        if _statuses(server, last, ends=False) != [200]:
            raise MismatchError("the server no longer responds")
        log = (server.data / "server.log").read_text("utf-8", "replace")
        if "Traceback" in log:
            raise MismatchError(log)
    return tally


def _valid_request(random: Random) -> bytes:
    line, header, body = random.choice(VALID)
    head = [line, b"Host: localhost", b"Connection: close", *([header] if header else [])]
    return b"\r\n".join([*head, b"", body])


def _request(random: Random) -> bytes:
    headers = random.sample(HEADERS, random.choice((0, 1, 2, 4)))
    if random.random() < 0.7:
        headers.insert(0, b"Host: localhost")
    if random.random() < 0.7:
        headers.append(b"Connection: close")
    sent = b"\r\n".join([random.choice(LINES), *headers, b"", random.choice(BODIES)])
    if random.random() < 0.2:
        sent = other_bytes(sent, random)
    return sent * random.choice((1, 1, 1, 1, 3))


def _statuses(server: Server, sent: bytes, *, ends: bool) -> list[int]:
    """Send bytes and return the statuses of the responses until the connection closes."""
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port), timeout=PATIENCE) as connection:
        answered = b""
        try:
            connection.sendall(sent)
            if ends:
                connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(1 << 16):
                answered += piece
        except TimeoutError:
            raise MismatchError(f"{sent[:600]!r}\nwas neither answered nor closed after {answered[:300]!r}") from None
        except OSError:
            pass  # closed early: earlier responses count
    return [int(status) for status in re.findall(rb"^HTTP/1\.[01] (\d{3}) ", answered, re.MULTILINE)]


def _check(statuses: list[int], sent: bytes) -> None:
    wrong = [status for status in statuses if status >= 500 and status not in REQUIRED_STATUSES]
    if wrong:
        raise MismatchError(f"{sent[:600]!r}\nwas answered {statuses}")


CHECK = Check("wire", "no bytes break the server", wire_round, quick=0, full=1, target="fuzz")
