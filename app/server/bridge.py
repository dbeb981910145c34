"""From the event loop that holds all connections to the app, which answers one request at a time in each thread.

A thread is busy for as long as an answer is worked out, and never waits for a client: what a client sends is read
before, what it is slow to take lies in the loop, and a stream of events needs no thread at all.
"""

from __future__ import annotations

import asyncio
import io
import sys
import time
from asyncio import AbstractEventLoop, Semaphore
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext
from typing import Any
from urllib.parse import unquote_to_bytes
from weakref import WeakValueDictionary

from flask import Flask

from app import metrics
from app.address import is_loopback
from app.live import screens
from app.live.stream import Stream
from app.server.proxies import client_behind, is_proxy
from app.web.http.security import MAX_BODY
from app.web.http.tracing import BEGUN, FROM_PROXY

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Headers = list[tuple[bytes, bytes]]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

#: Enough to let others read while one waits for the disk; more would hold each other up in one interpreter.
THREADS = 6
#: So many of them may be busy with looks: a tap never waits for screens that ask what the one before has changed.
#: They are more than one client's share, or its slow looks would hold up those of everybody.
LOOKING = 4
#: How long a request that has begun may take to arrive.
BODY_SECONDS = 20
#: Requests of one client that are worked on at once; others of it wait until these are done.
SHARE = 3
#: More than anybody waits for: whoever asks beyond it is told to come back.
MOST_WAITING = 1000


class _TooSlowError(Exception):
    """The client did not send its request in time, or has gone."""


class Bridge:
    """The app as an event-driven server calls it."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="upcard")
        self._waiting = 0
        self._looking = Semaphore(LOOKING)
        self._shares: WeakValueDictionary[str, Semaphore] = WeakValueDictionary()

    def start(self, loop: AbstractEventLoop) -> None:
        """Let screens follow their nights from this loop."""
        screens.attach(self._app, loop, self._threads)

    def rename(self, local_name: str) -> None:
        """Tell the app under which name it is announced now."""
        self._app.config["LOCAL_NAME"] = local_name

    def stop(self) -> None:
        """End every stream."""
        screens.detach(self._app)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await send({"type": "websocket.close"})
            return
        from_proxy = bool(scope.get("client")) and is_proxy(scope["client"][0])
        if scope.get("client"):
            scope["client"] = (client_behind(scope["client"][0], scope["headers"]), scope["client"][1])
        try:
            body = await self._body(scope, receive)
        except _TooSlowError:
            await _say(send, 408, b"The request did not arrive in time.\n", (b"connection", b"close"))
            return
        if self._waiting >= MOST_WAITING:
            metrics.cut_off.labels("waiting").inc()
            await _say(send, 503, b"Too many requests at once: try again.\n", (b"retry-after", b"2"))
            return
        self._waiting += 1
        traced = {BEGUN: time.perf_counter(), FROM_PROXY: from_proxy}
        try:
            with metrics.requests_under_way.track_inprogress():
                async with self._share(scope), self._turn(scope):
                    loop = asyncio.get_running_loop()
                    answer = await loop.run_in_executor(self._threads, self._answer, scope, body, traced)
        finally:
            self._waiting -= 1
        status, headers, pieces = answer
        await send({"type": "http.response.start", "status": status, "headers": headers})
        if isinstance(pieces, bytes):
            await send({"type": "http.response.body", "body": pieces})
            return
        await _send_stream(pieces, receive, send)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """Read the body of a request; None for one that is too large: the app says so itself, by its length."""
        if _length(scope) > MAX_BODY:
            return None
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                more = True
                while more and len(body) <= MAX_BODY:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise _TooSlowError
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
        except TimeoutError:
            metrics.cut_off.labels("body").inc()
            raise _TooSlowError from None
        return bytes(body)

    def _share(self, scope: Scope) -> AbstractAsyncContextManager[None]:
        """Return what a client's requests wait at for each other; a proxy on this machine speaks for many clients."""
        client = scope["client"][0] if scope.get("client") else ""
        if is_loopback(client):
            return nullcontext()
        share = self._shares.get(client)
        if share is None:
            share = self._shares[client] = Semaphore(SHARE)
        return share

    def _turn(self, scope: Scope) -> AbstractAsyncContextManager[object]:
        """Return what a request waits at for a thread: looks wait for each other, and what is posted for nobody."""
        return self._looking if scope["method"] in ("GET", "HEAD") else nullcontext()

    @metrics.threads_busy.track_inprogress()
    def _answer(self, scope: Scope, body: bytes | None, traced: dict[str, Any]) -> tuple[int, Headers, bytes | Stream]:
        """Let the app answer, in a thread."""
        status, headers = 500, []

        def start_response(line: str, given: list[tuple[str, str]], _problem: object = None) -> Callable[..., None]:
            nonlocal status, headers
            status = int(line.partition(" ")[0])
            headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in given]
            return lambda _data: None

        pieces = self._app.wsgi_app(_environ(scope, body) | traced, start_response)
        if isinstance(pieces, Stream):
            return status, headers, pieces
        try:
            return status, headers, b"".join(pieces)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()


async def _send_stream(stream: Stream, receive: Receive, send: Send) -> None:
    """Send the pieces of a stream as they come, until it ends or the client goes."""
    gone = asyncio.ensure_future(receive())
    gone.add_done_callback(lambda _done: stream.stop())
    try:
        async with aclosing(stream.pieces()) as pieces:
            async for piece in pieces:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        gone.cancel()


async def _say(send: Send, status: int, text: bytes, *more: tuple[bytes, bytes]) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(text)), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})


def _length(scope: Scope) -> int:
    """Return the length that a request says it has, 0 where it says none."""
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(lengths[0]) if lengths and lengths[0].isdigit() else 0


def _environ(scope: Scope, body: bytes | None) -> dict[str, Any]:
    """Return the request as WSGI describes one (PEP 3333)."""
    server, client = scope.get("server") or ("", None), scope.get("client") or ("", None)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": scope.get("root_path", ""),
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or ""),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body or b""),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key = name.decode("latin-1").upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        joint = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{joint}{text}" if key in environ else text
    if body is not None:
        environ["CONTENT_LENGTH"] = str(len(body))
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    return environ
