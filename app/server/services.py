"""Services besides plain http: https with its certificate, and the local name, both kept up to date.

If either is unavailable and was not explicitly requested, a line on stderr says why and only http is served.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import sys
from collections.abc import Callable
from ipaddress import ip_address

from app.address import is_loopback
from app.dataclass import dataclass
from app.server.announcing import Announcer
from app.tls.authority import AuthorityError
from app.tls.certificate import Certificate, CertificateError, GivenCertificate, OwnCertificate, certificate_files
from app.tls.names import LOCAL_NAME

#: The https port by http port; for any other, https takes the next port.
DEFAULT_HTTPS_PORTS = {80: 443, 8000: 8443, 8080: 8443}
#: Delay of everything that can wait, so that clients waiting for the start are answered first.
FIRST_ANSWERS_SECONDS = 0.5
#: Seconds between checks of the machine's addresses and the certificate.
REFRESH_SECONDS = 15.0

_log = logging.getLogger(__name__)


class HttpsError(Exception):
    """A failure to serve https that was requested; the message says why."""


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """Options for https and the local name. Without an explicit port, https takes a usual one if it is free."""

    https: bool = True
    https_port: int | None = None
    local_name: bool = True


@dataclass(frozen=True, slots=True)
class Services:
    """The ports and names at which browsers reach this server.

    ``https_port`` is 0 without https; ``announcer`` is None without a name.
    """

    listens_on: str
    http_port: int
    https_port: int = 0
    certificate: Certificate | None = None
    announcer: Announcer | None = None

    def config(self) -> dict[str, object]:
        """Return the app's configuration for these ports and names."""
        return {
            "LISTENS_ON": self.listens_on,
            "HTTP_PORT": self.http_port,
            "HTTPS_PORT": self.https_port,
            "OWN_AUTHORITY": isinstance(self.certificate, OwnCertificate),
            "LOCAL_NAME": self.announcer.name if self.announcer else "",
        }

    async def keep_current(self, rename: Callable[[str], None]) -> None:
        """Announce the name after the first answers, then keep name and certificate up to date until cancelled."""
        await asyncio.sleep(FIRST_ANSWERS_SECONDS)
        while True:
            await self.refresh(rename)
            await asyncio.sleep(REFRESH_SECONDS)

    async def refresh(self, rename: Callable[[str], None]) -> None:
        """Update the name and the certificate; failures are logged and retried."""
        try:
            if self.announcer is not None and await asyncio.to_thread(self.announcer.refresh):
                rename(self.announcer.name)
                if isinstance(self.certificate, OwnCertificate):
                    self.certificate.local_name = self.announcer.name
            if self.certificate is not None and await asyncio.to_thread(self.certificate.renew):
                self.certificate.load()
        except Exception as problem:
            expected = isinstance(problem, OSError | CertificateError)
            text = "The certificate or the name of this server is not up to date: %s"
            _log.warning(text, problem, exc_info=not expected)

    async def end(self) -> None:
        """Withdraw the name."""
        if self.announcer is not None:
            await asyncio.to_thread(self.announcer.close)


def open_listeners(host: str, listener: socket.socket, options: ServeOptions) -> tuple[Services, list[socket.socket]]:
    """Return what to serve and the sockets, http first. Raises ``HttpsError``."""
    listens_on, http_port = str(listener.getsockname()[0]), int(listener.getsockname()[1])
    secure = _listen_for_https(host, http_port, options) if options.https else None
    https_port = int(secure.getsockname()[1]) if secure else 0
    ports = {"http": http_port} | ({"https": https_port} if secure else {})
    announcer = _announcer(listens_on, ports) if options.local_name else None
    if secure is None:
        return Services(listens_on, http_port, announcer=announcer), [listener]
    try:
        files = certificate_files()
        name = announcer.name if announcer else LOCAL_NAME
        certificate = GivenCertificate(*files) if files else OwnCertificate(name)
    except (CertificateError, AuthorityError) as problem:
        secure.close()
        raise HttpsError(str(problem)) from None
    return Services(listens_on, http_port, https_port, certificate, announcer), [listener, secure]


def listen(host: str, port: int) -> socket.socket:
    """Listen on an address, or on all addresses: ``::`` includes those of IPv4. Raises ``OSError``."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except UnicodeError:
        raise socket.gaierror(socket.EAI_NONAME, "this cannot be the name of a host") from None
    both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    return socket.create_server(address, family=family, dualstack_ipv6=both)


def listen_error(problem: OSError, option: str) -> str:
    """Return why an address cannot be listened on; ``option`` chooses another port."""
    if problem.errno == errno.EADDRINUSE:
        return f"the port is in use; choose another with {option}"
    if problem.errno == errno.EACCES:
        return f"this user may not use ports below 1024; choose another with {option}"
    if isinstance(problem, socket.gaierror):
        return str(problem.strerror)
    return os.strerror(problem.errno) if problem.errno else str(problem)


def _listen_for_https(host: str, http_port: int, options: ServeOptions) -> socket.socket | None:
    """Return a socket; None, with a warning, if the default port is taken."""
    port = options.https_port
    if port is None:
        port = DEFAULT_HTTPS_PORTS.get(http_port, (http_port + 1) % 65536)
    try:
        return listen(host, port)
    except OSError as problem:
        if options.https_port is not None:
            raise HttpsError(
                f"cannot listen on {host} port {port} for https: {listen_error(problem, '--https-port')}"
            ) from None
        _warn(f"https is not served: port {port}: {listen_error(problem, '--https-port')}")
        return None


def _announcer(listens_on: str, ports: dict[str, int]) -> Announcer | None:
    """Return an announcer with a free name; None if no other machine could use the name."""
    address = ip_address(listens_on.partition("%")[0])
    if is_loopback(listens_on) or (address.version == 6 and not address.is_unspecified):
        return None
    announcer = Announcer(ports, "" if address.is_unspecified else str(address))
    try:
        announcer.choose_name()
    except OSError as problem:
        _warn(f"{announcer.name} is not announced yet: {problem}")
    return announcer


def _warn(text: str) -> None:
    print(f"upcard: {text}", file=sys.stderr)
