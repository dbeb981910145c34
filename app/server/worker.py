"""The server's process: one event loop that holds every connection, and lets none of them hold up another.

It is gunicorn's own worker for such loops, with what it leaves to a proxy: a deadline for the first request of a
connection, a limit of connections for each client, and streams that end before the process does.
"""

from __future__ import annotations

import asyncio
import gc
import os
from asyncio import BaseTransport
from collections import Counter
from typing import Any, cast

from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers.gasgi import ASGIWorker

from app import metrics
from app.address import is_loopback
from app.server.bridge import Bridge

#: How long a connection may stay open without having sent the head of a request.
HEAD_SECONDS = 10
#: Connections of one address. A tablet holds six; who comes by a proxy on this machine is not counted.
MOST_CONNECTIONS = 256


class Connection(ASGIProtocol):  # type: ignore[misc]
    """A connection that is closed if no request comes, or if its client has too many."""

    _client: str | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Count the connection, and give it its deadline."""
        self._client = _counted(transport)
        clients = cast(Worker, self.worker).clients
        if self._client is not None:
            clients[self._client] += 1
        super().connection_made(transport)
        if self._client is not None and clients[self._client] > MOST_CONNECTIONS:
            metrics.cut_off.labels("connections").inc()
            self._close_transport()
            return
        self.worker.loop.call_later(HEAD_SECONDS, self._close_if_silent)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        client, self._client = self._client, None
        if client is not None:
            clients = cast(Worker, self.worker).clients
            clients[client] -= 1
            if not clients[client]:
                del clients[client]
        super().connection_lost(exc)

    def _close_if_silent(self) -> None:
        if self.req_count <= 1 and self._awaiting_request and not self._closed:
            metrics.cut_off.labels("head").inc()
            self._close_transport()
            if self._request_ready is not None:
                self._request_ready.set()


class Worker(ASGIWorker):  # type: ignore[misc]
    """Gunicorn's worker, with connections of ours."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        #: How many connections each client has.
        self.clients: Counter[str] = Counter()

    async def _serve(self) -> None:
        """Serve until told to stop, then end the streams and wait for the answers that are under way."""
        bridge = cast(Bridge, self.asgi)
        bridge.start(self.loop)
        # What exists now stays: a collection need not look at it again in the middle of a tap.
        gc.collect()
        gc.freeze()
        for listener in self.sockets:
            server = await self.loop.create_server(lambda: Connection(self), sock=listener.sock)
            self.servers.append(server)
        while self.alive and os.getppid() == self.ppid:  # one whose parent was killed would keep port and database
            self.notify()
            await asyncio.sleep(1)
        bridge.stop()
        await self._shutdown()


def _counted(transport: BaseTransport) -> str | None:
    """Return the address of a client whose connections are counted; None for one on this machine."""
    peer = transport.get_extra_info("peername")
    return None if not isinstance(peer, tuple) or is_loopback(str(peer[0])) else str(peer[0])
