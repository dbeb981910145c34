"""The server's process: gunicorn's ASGI worker, with limits on connections and with https.

A guard in front of each connection does what gunicorn leaves to a proxy. Streams end before the process does.
"""

from __future__ import annotations

import asyncio
import os
import ssl
from asyncio import BaseTransport, Protocol, TimerHandle, Transport
from collections import Counter
from contextlib import suppress
from typing import Any, cast

from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers.gasgi import ASGIWorker

from app import metrics
from app.address import is_loopback
from app.server.bridge import Bridge
from app.server.proxies import is_proxy
from app.server.services import FIRST_ANSWERS_SECONDS, Services
from app.server.upkeep import collect_between_taps

#: Seconds for a connection to finish its TLS handshake, and then to send the head of its first request.
HEAD_SECONDS = 10
#: Seconds for a client to answer the close of a TLS connection.
SHUTDOWN_SECONDS = 2.0
#: Connections per address; a tablet holds six. Proxies and this machine are not limited.
MAX_CONNECTIONS = 256
#: The end of a request's head.
HEAD_END = b"\r\n\r\n"


class Guard(Protocol):
    """A guard that limits a connection, in front of the protocol that serves it.

    It counts a client's connections and refuses those beyond the limit, does the TLS handshake, and closes a connection
    that has not sent the head of its first request in time.
    """

    def __init__(self, clients: Counter[str], served_by: Protocol, context: ssl.SSLContext | None = None) -> None:
        """Guard a connection for the protocol ``served_by``, over TLS if a ``context`` is given."""
        self._clients = clients
        self._served_by = served_by
        self._context = context
        self._client: str | None = None
        self._transport: Transport | None = None
        self._deadline: TimerHandle | None = None
        #: The last bytes received of the first head, which may contain the start of its end.
        self._head = b""
        self._handshake: asyncio.Task[None] | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Count the connection, and start serving it or its TLS handshake."""
        assert isinstance(transport, Transport)
        self._client = limited_client(transport)
        if self._client is not None:
            if self._clients[self._client] >= MAX_CONNECTIONS:
                self._client = None
                metrics.cut_off.labels("connections").inc()
                transport.abort()
                return
            self._clients[self._client] += 1
        if self._context is None:
            self._serve(transport)
        else:
            transport.pause_reading()
            self._handshake = asyncio.get_running_loop().create_task(self._secure(transport, self._context))

    def data_received(self, data: bytes) -> None:
        """Pass data on, and look for the end of the first head."""
        if self._transport is None:
            self._head += data  # sent together with the end of the handshake
            return
        if self._deadline is not None:
            self._head = self._head[-len(HEAD_END) + 1 :] + data
            if HEAD_END in self._head:
                self._end_deadline()
        try:
            self._served_by.data_received(data)
        except ValueError:  # gunicorn cannot read a Content-Length of thousands of digits
            self._transport.abort()

    def eof_received(self) -> bool | None:
        """Pass the event on."""
        return self._served_by.eof_received() if self._transport is not None else None

    def pause_writing(self) -> None:
        """Pass the event on."""
        self._served_by.pause_writing()

    def resume_writing(self) -> None:
        """Pass the event on."""
        self._served_by.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection, and pass the event on."""
        self._uncount()
        self._end_deadline()
        if self._transport is not None:
            self._served_by.connection_lost(exc)

    def _serve(self, transport: Transport) -> None:
        """Hand the connection over, with the data received so far."""
        self._transport = transport
        self._deadline = asyncio.get_running_loop().call_later(HEAD_SECONDS, self._close_if_silent)
        self._served_by.connection_made(transport)
        early, self._head = self._head, b""
        if early:
            self.data_received(early)

    async def _secure(self, transport: Transport, context: ssl.SSLContext) -> None:
        try:
            secured = await asyncio.get_running_loop().start_tls(
                transport,
                self,
                context,
                server_side=True,
                ssl_handshake_timeout=HEAD_SECONDS,
                ssl_shutdown_timeout=SHUTDOWN_SECONDS,
            )
        except OSError as error:  # not TLS, gone, or too slow
            if isinstance(error, ConnectionAbortedError):  # raised only if too slow
                metrics.cut_off.labels("handshake").inc()
            transport.abort()
            self._uncount()
        else:
            if secured is not None and not secured.is_closing():  # a client may be gone already
                self._serve(secured)

    def _close_if_silent(self) -> None:
        self._deadline = None
        metrics.cut_off.labels("head").inc()
        if self._transport is not None:
            self._transport.close()

    def _end_deadline(self) -> None:
        self._head = b""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _uncount(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            self._clients[client] -= 1
            if not self._clients[client]:
                del self._clients[client]


class Worker(ASGIWorker):  # type: ignore[misc]
    """Gunicorn's worker, with a guard in front of each connection."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        #: Connections by client.
        self.clients: Counter[str] = Counter()

    def run(self) -> None:
        """Serve until told to stop."""
        try:
            self.loop.run_until_complete(self.serve())
        except Exception:
            self.log.exception("The server has failed")
        finally:
            self.loop.run_until_complete(_cancel_tasks())
            self.loop.close()

    async def serve(self) -> None:
        """Serve until told to stop, then end the streams and wait for answers in progress."""
        bridge, services = cast(Bridge, self.asgi), cast(Services, self.app.services)
        bridge.start(self.loop)
        collect_between_taps(self.loop)
        servers = []
        for listener in self.sockets:
            secure = services.https_port and listener.sock.getsockname()[1] == services.https_port
            context = services.certificate.context if secure and services.certificate else None

            def guard(context: ssl.SSLContext | None = context) -> Guard:
                return Guard(self.clients, ASGIProtocol(self), context)

            servers.append(await self.loop.create_server(guard, sock=listener.sock, backlog=self.cfg.backlog))
        self.loop.call_later(FIRST_ANSWERS_SECONDS, bridge.warm_up, self.loop)
        current = self.loop.create_task(services.keep_current(bridge.rename))
        while self.alive and os.getppid() == self.ppid:  # otherwise an orphan would keep the port and the database
            self.notify()
            await asyncio.sleep(1)
        for server in servers:
            server.close()
        bridge.stop()
        current.cancel()
        with suppress(asyncio.CancelledError):
            await current
        await services.end()
        deadline = self.loop.time() + self.cfg.graceful_timeout
        while self.nr_conns > 0 and self.loop.time() < deadline:
            await asyncio.sleep(0.1)


async def _cancel_tasks() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def limited_client(transport: BaseTransport) -> str | None:
    """Return the address of a client whose connections are limited; None for this machine and for proxies."""
    peer = transport.get_extra_info("peername")
    address = str(peer[0]) if isinstance(peer, tuple) else ""
    return None if not address or is_loopback(address) or is_proxy(address) else address
