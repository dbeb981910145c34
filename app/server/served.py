"""What is served beside plain http: a port for https with its certificate, and the name in the house, kept up to date.

Where nobody has asked for them in particular, what keeps them from being served is said, and http is served alone.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address

from app.address import is_loopback
from app.server.announcing import Announcer
from app.tls.authority import AuthorityError
from app.tls.certificate import Certificate, CertificateError, GivenCertificate, OwnCertificate, certificate_files
from app.tls.names import LOCAL_NAME

#: The ports for https beside the usual ones of http; beside others it is the next one.
USUAL_PORTS = {80: 443, 8000: 8443, 8080: 8443}
#: How often it is looked whether the machine has other addresses, and the certificate is still good.
LOOK_SECONDS = 15.0

_log = logging.getLogger(__name__)


class SecureError(Exception):
    """What was asked for cannot be served; the message says why."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What to serve beside http. Without a port of its own https takes a usual one, if that is free."""

    https: bool = True
    https_port: int | None = None
    local_name: bool = True


@dataclass(frozen=True, slots=True)
class Served:
    """How browsers reach this server. Without https ``https_port`` is 0, without a name there is no announcer."""

    listens_on: str
    http_port: int
    https_port: int = 0
    certificate: Certificate | None = None
    announcer: Announcer | None = None

    def config(self) -> dict[str, object]:
        """Return the part of the app's configuration that depends on it."""
        return {
            "LISTENS_ON": self.listens_on,
            "HTTP_PORT": self.http_port,
            "HTTPS_PORT": self.https_port,
            "OWN_AUTHORITY": isinstance(self.certificate, OwnCertificate),
            "LOCAL_NAME": self.announcer.name if self.announcer else "",
        }

    async def keep_current(self, rename: Callable[[str], None]) -> None:
        """Announce the name, and from then on keep it and the certificate as the network and the clock want them."""
        if self.announcer is not None:
            await asyncio.to_thread(self.announcer.start)
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self.look(rename)

    async def look(self, rename: Callable[[str], None]) -> None:
        """Look once; what goes wrong is logged, and tried again."""
        try:
            if self.announcer is not None and await asyncio.to_thread(self.announcer.look):
                rename(self.announcer.name)
                if isinstance(self.certificate, OwnCertificate):
                    self.certificate.local_name = self.announcer.name
            if self.certificate is not None and await asyncio.to_thread(self.certificate.renew):
                self.certificate.load()
        except (OSError, CertificateError) as problem:
            _log.warning("The certificate or the name of this server is not up to date: %s", problem)

    async def end(self) -> None:
        """Take back the name."""
        if self.announcer is not None:
            await asyncio.to_thread(self.announcer.close)


def open_beside(host: str, listener: socket.socket, wishes: Wishes) -> tuple[Served, list[socket.socket]]:
    """Return what is to be served, and the sockets for it, that of http first. Raises ``SecureError``."""
    listens_on, http_port = str(listener.getsockname()[0]), int(listener.getsockname()[1])
    secure = _listen_for_https(host, http_port, wishes) if wishes.https else None
    https_port = int(secure.getsockname()[1]) if secure else 0
    ports = {"http": http_port} | ({"https": https_port} if secure else {})
    announcer = _announcer(listens_on, ports) if wishes.local_name else None
    if secure is None:
        return Served(listens_on, http_port, announcer=announcer), [listener]
    try:
        files = certificate_files()
        name = announcer.name if announcer else LOCAL_NAME
        certificate = GivenCertificate(*files) if files else OwnCertificate(name)
    except (CertificateError, AuthorityError) as problem:
        secure.close()
        raise SecureError(str(problem)) from None
    return Served(listens_on, http_port, https_port, certificate, announcer), [listener, secure]


def listen(host: str, port: int) -> socket.socket:
    """Listen on an address, or on all of them."""
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return socket.create_server(address, family=family)


def _listen_for_https(host: str, http_port: int, wishes: Wishes) -> socket.socket | None:
    """Return a socket; None, with a line on it, if the port is not to be had and nobody asked for it."""
    port = wishes.https_port
    if port is None:
        port = USUAL_PORTS.get(http_port, (http_port + 1) % 65536)
    try:
        return listen(host, port)
    except OSError as problem:
        if wishes.https_port is not None:
            raise SecureError(f"cannot listen on {host} port {port} for https: {problem.strerror}") from None
        _say(f"https is not served: port {port}: {problem.strerror}. Choose another with --https-port")
        return None


def _announcer(listens_on: str, ports: dict[str, int]) -> Announcer | None:
    """Return what announces the name, with a name that is free; None where no other machine could get here by it."""
    address = ip_address(listens_on.partition("%")[0])
    if is_loopback(listens_on) or (address.version == 6 and not address.is_unspecified):
        return None
    announcer = Announcer(ports, "" if address.is_unspecified else str(address))
    try:
        announcer.choose()
    except OSError as problem:
        _say(f"{announcer.name} is not announced yet: {problem}")
    return announcer


def _say(text: str) -> None:
    print(f"upcard: {text}", file=sys.stderr)
