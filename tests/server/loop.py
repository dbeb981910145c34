"""The app behind its bridge, in an event loop on its own thread: a server without sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from queue import Empty, Queue
from threading import Thread
from typing import Any

from flask import Flask

from app.live.feed import Feed, Subscription
from app.live.screens import feed_of
from app.server.bridge import Bridge

#: Longer than any response takes.
SECONDS = 60


class Answer:
    """The bridge's response to one request, as it arrives."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._sent: Queue[Mapping[str, Any]] = Queue()
        self._received: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        self._status: int | None = None
        #: Ends the request as gunicorn does, some seconds after its client has disconnected.
        self.hang_up: Callable[[], bool] = lambda: False
        self.headers: dict[str, str] = {}

    @property
    def status(self) -> int:
        """Return the status, once it arrives."""
        if self._status is None:
            message = self._sent.get(timeout=SECONDS)
            self._status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        return self._status

    def piece(self, seconds: float = SECONDS) -> bytes | None:
        """Return the next piece of the body, or None at its end. Raises Empty if none comes in time."""
        assert self.status
        message = self._sent.get(timeout=seconds)
        return message["body"] if message.get("more_body") or message["body"] else None

    def text(self) -> str:
        """Return the whole body of a response that is not a stream."""
        return (self.piece() or b"").decode()

    def __iter__(self) -> Iterator[str]:
        while (piece := self.piece()) is not None:
            yield piece.decode()

    def arrived(self) -> Iterator[str]:
        """Yield the pieces of a stream received so far."""
        while not self._sent.empty():
            yield (self.piece() or b"").decode()

    def is_closed(self) -> bool:
        """Return whether the request was closed without a response."""
        return bool(self._sent.get(timeout=SECONDS)["type"] == "websocket.close")

    def send(self, body: bytes, *, more: bool) -> None:
        """Send another piece of the request."""
        self._put({"type": "http.request", "body": body, "more_body": more})

    def disconnect(self) -> None:
        """Disconnect the client."""
        self._put({"type": "http.disconnect"})

    def _put(self, message: Mapping[str, Any]) -> None:
        self._loop.call_soon_threadsafe(self._received.put_nowait, message)

    async def _send(self, message: Mapping[str, Any]) -> None:
        self._sent.put(message)


class Listener:
    """A screen that follows a night, with a queue of new versions."""

    def __init__(self, app: Flask, loop: asyncio.AbstractEventLoop, night_id: int, key: str) -> None:
        self._heard: Queue[str] = Queue()
        self._follows = asyncio.run_coroutine_threadsafe(self._follow(feed_of(app), night_id, key), loop)

    def wait(self, seconds: float) -> str | None:
        """Return the next version, or None if none comes in time."""
        try:
            return self._heard.get(timeout=seconds)
        except Empty:
            return None

    async def _follow(self, feed: Feed, night: int, key: str) -> None:
        follower, last = feed.follow(night, Subscription(key, ""), ""), None
        while (word := await follower.next()) is not None:
            if word != last:
                self._heard.put(word.text.partition("data: ")[2].strip())
            last = word


class Served:
    """An app behind its bridge."""

    def __init__(self, app: Flask, loop: asyncio.AbstractEventLoop) -> None:
        self.app = app
        self.bridge = Bridge(app)
        self._loop = loop

    def ask(
        self,
        path: str,
        method: str = "GET",
        body: bytes = b"",
        *,
        whole: bool = True,
        cookie: str = "",
        kind: str = "http",
        client: str = "127.0.0.1",
        **headers: str,
    ) -> Answer:
        """Send a request; unless it is ``whole``, the client holds back the rest of its body."""
        answer = Answer(self._loop)
        answer._put({"type": "http.request", "body": body, "more_body": not whole})
        given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        given += [(b"cookie", cookie.encode())] if cookie else []
        plain, _, query = path.partition("?")
        scope = {
            "type": kind,
            "method": method,
            "raw_path": plain.encode(),
            "query_string": query.encode(),
            "http_version": "1.1",
            "scheme": "http",
            "server": ("localhost", 80),
            "client": (client, 50000),
            "headers": [(b"host", b"localhost"), *given],
        }
        called = self.bridge(scope, answer._received.get, answer._send)  # type: ignore[arg-type]
        answer.hang_up = asyncio.run_coroutine_threadsafe(called, self._loop).cancel
        return answer

    def listen(self, night_id: int, key: str) -> Listener:
        """Return a screen that follows a night by one of its keys."""
        return Listener(self.app, self._loop, night_id, key)

    def streams(self) -> int:
        """Return the number of open streams."""
        return feed_of(self.app).count()

    def run_pending(self) -> None:
        """Wait until the loop has run everything due."""

        async def nothing() -> None:
            await asyncio.sleep(0)

        asyncio.run_coroutine_threadsafe(nothing(), self._loop).result(SECONDS)

    def settle(self) -> None:
        """Wait until no night is being polled: a screen that joins during a poll gets a change only as a version."""
        self.wait_for(lambda: not any(channel.polling for channel in feed_of(self.app)._channels.values()))

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition, evaluated in the loop, is true."""

        async def met() -> None:
            while not condition():
                await asyncio.sleep(0.005)

        asyncio.run_coroutine_threadsafe(met(), self._loop).result(SECONDS)


@contextmanager
def served(app: Flask) -> Iterator[Served]:
    """Serve an app while the block runs."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    result = Served(app, loop)
    loop.call_soon_threadsafe(result.bridge.start, loop)
    result.run_pending()
    try:
        yield result
    finally:
        loop.call_soon_threadsafe(result.bridge.stop)
        result.run_pending()
        asyncio.run_coroutine_threadsafe(_finish(), loop).result(SECONDS)
        # A running thread would leave a connection to this test's database open for the next test.
        for threads in (result.bridge._threads, result.bridge._renderers):
            threads.shutdown()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _finish() -> None:
    tasks: Sequence[asyncio.Task[Any]] = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
