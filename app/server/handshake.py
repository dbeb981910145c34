"""The beginning of a connection over https: counted from its first moment, and cut off if it does not get on.

asyncio's own servers for https tell nobody of a connection before its handshake is done, so that a client could hold as
many half-open ones as it likes.
"""

from __future__ import annotations

import ssl
from asyncio import AbstractEventLoop, BaseTransport, Protocol, Task, Transport
from asyncio.sslproto import SSLProtocol
from collections.abc import Callable

from app import metrics

#: How long a client may take to answer the end of a connection.
SHUTDOWN_SECONDS = 2.0
#: What a connection reads into, which asyncio sets aside for as long as it is open: 256 kB for every screen.
BUFFER_BYTES = 16 * 1024


class Handshake(Protocol):
    """A connection that is to be secured, and is then handed over to the protocol that ``make`` returns."""

    def __init__(
        self,
        loop: AbstractEventLoop,
        context: ssl.SSLContext,
        seconds: float,
        admit: Callable[[BaseTransport], Callable[[], None] | None],
        make: Callable[[], Protocol],
    ) -> None:
        """Secure a connection in so many ``seconds``. ``admit`` returns what to call at its end; None refuses it."""
        self._loop = loop
        self._context = context
        self._seconds = seconds
        self._admit = admit
        self._make = make
        self._task: Task[None] | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin, unless the client has too many connections already."""
        assert isinstance(transport, Transport)
        leave = self._admit(transport)
        if leave is None:
            transport.abort()
            return
        transport.pause_reading()
        self._task = self._loop.create_task(self._secure(transport, leave))

    async def _secure(self, transport: Transport, leave: Callable[[], None]) -> None:
        gate = _Gate()
        try:
            secured = await self._loop.start_tls(
                transport,
                gate,
                self._context,
                server_side=True,
                ssl_handshake_timeout=self._seconds,
                ssl_shutdown_timeout=SHUTDOWN_SECONDS,
            )
            if secured is not None and not gate.lost:
                gate.open(secured, self._make())
        except OSError as error:  # it is no https, the client has gone, or it took too long
            if isinstance(error, ConnectionAbortedError):  # what asyncio raises for the last of these alone
                metrics.cut_off.labels("handshake").inc()
            transport.abort()
        finally:
            leave()


class _Gate(Protocol):
    """Keeps what the client sends with the end of its handshake, until there is somebody to take it."""

    def __init__(self) -> None:
        self.lost = False
        self._early = bytearray()
        self._behind: Protocol | None = None

    def open(self, transport: Transport, behind: Protocol) -> None:
        """Hand over the connection, with what has come already."""
        self._behind = behind
        transport.set_protocol(behind)
        behind.connection_made(transport)
        if self._early:
            behind.data_received(bytes(self._early))

    def data_received(self, data: bytes) -> None:
        """Keep it."""
        self._early += data

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell whoever has the connection by now."""
        self.lost = True
        if self._behind is not None:
            self._behind.connection_lost(exc)


def save_memory() -> None:
    """Let connections set aside no more than a screen's requests need."""
    SSLProtocol.max_size = BUFFER_BYTES
