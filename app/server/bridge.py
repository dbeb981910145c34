"""Bridge between the event loop, which holds the connections, and the WSGI app, which answers in threads.

A thread never waits for a client: the loop reads a request completely before handing it over, and sends the response.
An event stream needs no thread at all.
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
from app.live.feed import Stream
from app.live.screens import TAPS
from app.server.proxies import client_behind, is_proxy
from app.server.upkeep import warm_up
from app.web.http.gate import UPLOAD_FORM, size_limit
from app.web.http.pipeline import FROM_PROXY, STARTED_AT
from app.web.http.security import MAX_BODY

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Headers = list[tuple[bytes, bytes]]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
#: The body of a request: in memory, or on disk if it is larger than a form.
Body = IO[bytes]

#: Enough that others can be served while one waits for the disk. More would only compete for the interpreter.
THREADS = 6
#: At most this many threads serve GET requests, so that a tap never waits for screens that fetch. More than
#: MAX_PER_CLIENT, so that one client cannot take them all.
MAX_READS = 4
#: At most this many threads serve POST requests, so that pages are still served while posts wait for the database.
MAX_WRITES = 4
#: Threads that render changed nights for all their screens. Two would only compete for the interpreter.
RENDER_THREADS = 1
#: The longest that the body of a request may take to arrive.
BODY_SECONDS = 20
#: The longest that an upload may take. Uploads are accepted one at a time.
FILE_SECONDS = 300
#: Concurrent requests of one client; further ones wait.
MAX_PER_CLIENT = 3
#: With this many requests waiting, further ones get 503.
MAX_WAITING = 1000
#: The answer to a request that has not arrived in time, or whose client has disconnected.
_TOO_SLOW = 408, b"The request did not arrive in time.\n"


class _UnreadError(Exception):
    """A request that was not read to its end, with the status and the text of the answer."""


class Bridge:
    """The app as an ASGI application."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="upcard")
        self._renderers = ThreadPoolExecutor(RENDER_THREADS, thread_name_prefix="upcard-look")
        self._waiting = 0
        self._reads = Semaphore(MAX_READS)
        self._writes = Semaphore(MAX_WRITES)
        self._file = Semaphore(1)
        self._client_limits: WeakValueDictionary[str, Semaphore] = WeakValueDictionary()

    def start(self, loop: AbstractEventLoop) -> None:
        """Start notifying screens from this loop."""
        screens.attach(self._app, loop, self._renderers)

    def warm_up(self, loop: AbstractEventLoop) -> None:
        """Compile all templates in the background, while no request waits."""
        warm_up(self._app, loop, lambda: self._waiting > 0)

    def rename(self, local_name: str) -> None:
        """Set the name that the app is announced under."""
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
        except _UnreadError as unread:
            await _send_text(send, *unread.args, (b"connection", b"close"))
            return
        with body or nullcontext():
            await self._respond(scope, body, from_proxy, receive, send)

    async def _respond(self, scope: Scope, body: Body | None, from_proxy: bool, receive: Receive, send: Send) -> None:
        """Answer a fully read request, and send the response."""
        if self._waiting >= MAX_WAITING:
            metrics.cut_off.labels("waiting").inc()
            await _send_text(send, 503, b"Too many requests at once: try again.\n", (b"retry-after", b"2"))
            return
        self._waiting += 1
        extra = {STARTED_AT: time.perf_counter(), FROM_PROXY: from_proxy}
        try:
            with metrics.requests_under_way.track_inprogress():
                response = await self._answer(scope, body, extra)
        finally:
            self._waiting -= 1
        status, headers, pieces = response
        await send({"type": "http.response.start", "status": status, "headers": headers})
        if isinstance(pieces, bytes):
            await send({"type": "http.response.body", "body": pieces})
            return
        await _send_stream(pieces, receive, send)

    async def _body(self, scope: Scope, receive: Receive) -> Body | None:
        """Read the body of a request. Return None if it is too large; the app then refuses it by its declared length.

        Uploads are read one at a time, onto disk, and only from clients that may upload.
        """
        most = size_limit(scope["method"], scope["raw_path"].decode("latin-1"))
        if most > MAX_BODY and not await self._may_upload(scope):
            most = MAX_BODY
        if _length(scope) > most:
            return None
        if most == MAX_BODY:
            return await _read(receive, io.BytesIO(), most, BODY_SECONDS)
        if self._file.locked():
            raise _UnreadError(503, b"Another file is being read: try again.\n")
        async with self._file:
            return await _read(receive, SpooledTemporaryFile(max_size=MAX_BODY), most, FILE_SECONDS)

    async def _may_upload(self, scope: Scope) -> bool:
        """Return whether a client may upload a file, that is, open the upload form. Only its headers are used."""
        form_request = {**scope, "method": "GET", "raw_path": UPLOAD_FORM.encode(), "query_string": b""}
        status, _, _ = await self._answer(form_request, None, {})
        return status < 400

    async def _answer(
        self, scope: Scope, body: Body | None, extra: dict[str, Any]
    ) -> tuple[int, Headers, bytes | Stream]:
        """Answer a request in a thread, within the limits, which count the thread even after its client hangs up."""
        async with self._client_limit(scope), self._method_limit(scope):
            loop = asyncio.get_running_loop()
            answer = loop.run_in_executor(self._threads, self._call_app, scope, body, extra)
            try:
                return await asyncio.shield(answer)
            finally:
                await asyncio.wait([answer])

    def _client_limit(self, scope: Scope) -> AbstractAsyncContextManager[None]:
        """Return the semaphore that limits a client's concurrent requests; none for a proxy on this machine."""
        client = scope["client"][0] if scope.get("client") else ""
        if is_loopback(client):
            return nullcontext()
        limit = self._client_limits.get(client)
        if limit is None:
            limit = self._client_limits[client] = Semaphore(MAX_PER_CLIENT)
        return limit

    def _method_limit(self, scope: Scope) -> AbstractAsyncContextManager[object]:
        """Return the semaphore that limits concurrent requests of this kind, reads or writes."""
        return self._reads if scope["method"] in ("GET", "HEAD") else self._writes

    @metrics.threads_busy.track_inprogress()
    def _call_app(self, scope: Scope, body: Body | None, extra: dict[str, Any]) -> tuple[int, Headers, bytes | Stream]:
        status, headers = 500, []

        def start_response(line: str, given: list[tuple[str, str]], _problem: object = None) -> Callable[..., None]:
            nonlocal status, headers
            status = int(line.partition(" ")[0])
            headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in given]
            return lambda _data: None

        with nullcontext() if scope["method"] in ("GET", "HEAD") else TAPS.answering():
            pieces = self._app.wsgi_app(_environ(scope, body) | extra, start_response)
        if isinstance(pieces, Stream):
            return status, headers, pieces
        try:
            return status, headers, b"".join(pieces)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()


async def _read(receive: Receive, body: Body, most: int, seconds: float) -> Body:
    """Read a request's body into ``body``, stopping after the piece that exceeds ``most`` bytes."""
    length, more = 0, True
    try:
        async with asyncio.timeout(seconds):
            while more and length <= most:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise _UnreadError(*_TOO_SLOW)
                piece = message.get("body", b"")
                length += len(piece)
                body.write(piece)
                more = message.get("more_body", False)
    except TimeoutError:
        body.close()
        metrics.cut_off.labels("body").inc()
        raise _UnreadError(*_TOO_SLOW) from None
    except BaseException:
        body.close()
        raise
    return body


async def _send_stream(stream: Stream, receive: Receive, send: Send) -> None:
    """Send the pieces of a stream as they arrive, until it ends or the client disconnects."""
    gone = asyncio.ensure_future(receive())
    gone.add_done_callback(lambda _done: stream.stop())
    try:
        async with aclosing(stream.pieces()) as pieces:
            async for piece in pieces:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        gone.cancel()


async def _send_text(send: Send, status: int, text: bytes, *more: tuple[bytes, bytes]) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(text)), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})


def _length(scope: Scope) -> int:
    """Return the declared length of a request, 0 if it declares none."""
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(lengths[0]) if lengths and lengths[0].isdigit() else 0


def _environ(scope: Scope, body: Body | None) -> dict[str, Any]:
    """Return the request as a WSGI environ (PEP 3333)."""
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
