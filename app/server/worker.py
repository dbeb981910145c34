"""The server's process: one event loop that holds every connection, and lets none of them hold up another.

It is gunicorn's own worker for such loops, with what it leaves to a proxy: a deadline for the first request of a
connection, a limit of connections for each client, and streams that end before the process does. It serves https
beside http.
"""

from __future__ import annotations

import asyncio
import os
from asyncio import BaseTransport, Protocol
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers.gasgi import ASGIWorker

from app import metrics
from app.address import is_loopback
from app.server.bridge import Bridge
from app.server.handshake import Handshake, save_memory
from app.server.memory import look_between_taps
from app.server.proxies import is_proxy
from app.server.served import Served

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
        admitted = _enter(cast(Worker, self.worker).clients, self._client)
        super().connection_made(transport)
        if not admitted:
            self._close_transport()
            return
        self.worker.loop.call_later(HEAD_SECONDS, self._close_if_silent)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        client, self._client = self._client, None
        _leave(cast(Worker, self.worker).clients, client)
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
        bridge, served = cast(Bridge, self.asgi), cast(Served, self.app.served)
        bridge.start(self.loop)
        save_memory()
        look_between_taps(self.loop)
        bridge.warm_up(self.loop)
        for listener in self.sockets:
            secure = served.https_port and listener.sock.getsockname()[1] == served.https_port
            make = self._handshake if secure else lambda: Connection(self)
            self.servers.append(await self.loop.create_server(make, sock=listener.sock))
        current = self.loop.create_task(served.keep_current(bridge.rename))
        while self.alive and os.getppid() == self.ppid:  # one whose parent was killed would keep port and database
            self.notify()
            await asyncio.sleep(1)
        bridge.stop()
        current.cancel()
        with suppress(asyncio.CancelledError):
            await current
        await served.end()
        await self._shutdown()

    def _handshake(self) -> Protocol:
        """Return the beginning of a connection over https."""
        certificate = self.app.served.certificate
        return Handshake(self.loop, certificate.context, HEAD_SECONDS, self._admit, lambda: Connection(self))

    def _admit(self, transport: BaseTransport) -> Callable[[], None] | None:
        """Count a connection that is being secured, and return what ends that; None if its client has too many."""
        client = _counted(transport)
        if _enter(self.clients, client):
            return lambda: _leave(self.clients, client)
        _leave(self.clients, client)
        return None


def _enter(clients: Counter[str], client: str | None) -> bool:
    """Count a client's connection, and return whether it may have so many."""
    if client is None:
        return True
    clients[client] += 1
    if clients[client] > MOST_CONNECTIONS:
        metrics.cut_off.labels("connections").inc()
        return False
    return True


def _leave(clients: Counter[str], client: str | None) -> None:
    """Stop counting a client's connection."""
    if client is None:
        return
    clients[client] -= 1
    if not clients[client]:
        del clients[client]


def _counted(transport: BaseTransport) -> str | None:
    """Return the address of a client whose connections are counted; None for this machine and for proxies."""
    peer = transport.get_extra_info("peername")
    address = str(peer[0]) if isinstance(peer, tuple) else ""
    return None if not address or is_loopback(address) or is_proxy(address) else address
