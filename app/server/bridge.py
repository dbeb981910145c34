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
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from urllib.parse import unquote_to_bytes
from weakref import WeakValueDictionary

from flask import Flask

from app import metrics
from app.address import is_loopback
from app.live import screens
from app.live.courtesy import TAPS
from app.live.feed import Stream
from app.server.proxies import client_behind, is_proxy
from app.server.upkeep import warm_up
from app.web.http.gate import FORM, most_bytes
from app.web.http.security import MAX_BODY
from app.web.http.tracing import BEGUN, FROM_PROXY

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Headers = list[tuple[bytes, bytes]]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
#: What a client has sent: in memory, or on disk where it is more than a form.
Body = IO[bytes]

#: Enough to let others read while one waits for the disk; more would hold each other up in one interpreter.
THREADS = 6
#: So many of them may be busy with looks: a tap never waits for screens that ask what the one before has changed.
#: They are more than one client's share, or its slow looks would hold up those of everybody.
LOOKING = 4
#: So many may be busy with what is posted: where that waits for a database, looks keep the others.
POSTING = 4
#: Threads that look at changed nights and draw them for all their screens. Two would hold each other up.
LOOKERS = 1
#: How long a request that has begun may take to arrive.
BODY_SECONDS = 20
#: How long a file may take, of which one at a time is taken.
FILE_SECONDS = 300
#: Requests of one client that are worked on at once; others of it wait until these are done.
SHARE = 3
#: More than anybody waits for: whoever asks beyond it is told to come back.
MOST_WAITING = 1000


class _TooSlowError(Exception):
    """The client did not send its request in time, or has gone."""


class _BusyError(Exception):
    """Another client is sending a file."""


class Bridge:
    """The app as an event-driven server calls it."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="upcard")
        self._lookers = ThreadPoolExecutor(LOOKERS, thread_name_prefix="upcard-look")
        self._waiting = 0
        self._looking = Semaphore(LOOKING)
        self._posting = Semaphore(POSTING)
        self._file = Semaphore(1)
        self._shares: WeakValueDictionary[str, Semaphore] = WeakValueDictionary()

    def start(self, loop: AbstractEventLoop) -> None:
        """Let screens follow their nights from this loop."""
        screens.attach(self._app, loop, self._lookers)

    def warm_up(self, loop: AbstractEventLoop) -> None:
        """Let what every page needs be ready before it is asked for."""
        warm_up(self._app, loop, lambda: self._waiting > 0)

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
        except _BusyError:
            await _say(send, 503, b"Another file is being read: try again.\n", (b"connection", b"close"))
            return
        with body or nullcontext():
            await self._respond(scope, body, from_proxy, receive, send)

    async def _respond(self, scope: Scope, body: Body | None, from_proxy: bool, receive: Receive, send: Send) -> None:
        """Let the app answer a request that is here, and send its answer."""
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

    async def _body(self, scope: Scope, receive: Receive) -> Body | None:
        """Read the body of a request; None for one that is too large: the app says so itself, by its length.

        What may be more than a form is read one at a time, on disk while it comes, and only from whom a file is taken.
        """
        most = most_bytes(scope["method"], scope["raw_path"].decode("latin-1"))
        if most > MAX_BODY and not await self._may_send(scope):
            most = MAX_BODY
        if _length(scope) > most:
            return None
        if most == MAX_BODY:
            return await _read(receive, io.BytesIO(), most, BODY_SECONDS)
        if self._file.locked():
            raise _BusyError
        async with self._file:
            return await _read(receive, SpooledTemporaryFile(max_size=MAX_BODY), most, FILE_SECONDS)

    async def _may_send(self, scope: Scope) -> bool:
        """Return whether a file is taken from a client, of whose request nothing but the head has been read."""
        asked = {**scope, "method": "GET", "raw_path": FORM.encode(), "query_string": b""}
        async with self._share(asked), self._turn(asked):
            loop = asyncio.get_running_loop()
            status, _, _ = await loop.run_in_executor(self._threads, self._answer, asked, None, {})
        return status < 400

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
        """Return what a request waits at for a thread: looks wait for each other, and so does what is posted."""
        return self._looking if scope["method"] in ("GET", "HEAD") else self._posting

    @metrics.threads_busy.track_inprogress()
    def _answer(self, scope: Scope, body: Body | None, traced: dict[str, Any]) -> tuple[int, Headers, bytes | Stream]:
        """Let the app answer, in a thread."""
        status, headers = 500, []

        def start_response(line: str, given: list[tuple[str, str]], _problem: object = None) -> Callable[..., None]:
            nonlocal status, headers
            status = int(line.partition(" ")[0])
            headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in given]
            return lambda _data: None

        with nullcontext() if scope["method"] in ("GET", "HEAD") else TAPS.first():
            pieces = self._app.wsgi_app(_environ(scope, body) | traced, start_response)
        if isinstance(pieces, Stream):
            return status, headers, pieces
        try:
            return status, headers, b"".join(pieces)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()


async def _read(receive: Receive, body: Body, most: int, seconds: float) -> Body:
    """Read what a client sends into ``body``, and no more than one piece beyond ``most``."""
    length, more = 0, True
    try:
        async with asyncio.timeout(seconds):
            while more and length <= most:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise _TooSlowError
                piece = message.get("body", b"")
                length += len(piece)
                body.write(piece)
                more = message.get("more_body", False)
    except TimeoutError:
        body.close()
        metrics.cut_off.labels("body").inc()
        raise _TooSlowError from None
    except BaseException:
        body.close()
        raise
    return body


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


def _environ(scope: Scope, body: Body | None) -> dict[str, Any]:
    """Return the request as WSGI describes one (PEP 3333)."""
    length = 0
    if body is not None:
        length = body.tell()
        body.seek(0)
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
        "wsgi.input": body if body is not None else io.BytesIO(),
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
        environ["CONTENT_LENGTH"] = str(length)
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    return environ
