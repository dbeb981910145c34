"""Opening what is served beside plain http: a port for https with its certificate, and the name in the house.

Where nobody has asked for them in particular, what keeps them from being served is said, and http is served alone.
"""

from __future__ import annotations

import socket
import sys
from dataclasses import dataclass
from ipaddress import ip_address

from app.address import is_loopback
from app.server.announcing import Announcer
from app.server.served import Served
from app.tls.authority import AuthorityError
from app.tls.certificate import Certificate, CertificateError, GivenCertificate, OwnCertificate, certificate_files
from app.tls.names import LOCAL_NAME

#: A port for https, for those of http that have a usual one beside them; others get the next one.
USUAL_PORTS = {80: 443, 8000: 8443, 8080: 8443}


class SecureError(Exception):
    """What was asked for cannot be served; the message says why."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What to serve beside http. Without a port of its own https takes a usual one, if that is free."""

    https: bool = True
    https_port: int | None = None
    local_name: bool = True


def open_beside(host: str, listener: socket.socket, wishes: Wishes) -> tuple[Served, list[socket.socket]]:
    """Return what is to be served, and the sockets for it, that of http first. Raises ``SecureError``."""
    listens_on, http_port = listener.getsockname()[:2]
    served = Served(str(listens_on), int(http_port))
    secure = _listen(host, http_port, wishes) if wishes.https else None
    ports = {"http": served.http_port} | ({"https": int(secure.getsockname()[1])} if secure else {})
    announcer = _announcer(served.listens_on, ports) if wishes.local_name else None
    if secure is None:
        return Served(served.listens_on, served.http_port, announcer=announcer), [listener]
    try:
        certificate = _certificate(announcer)
    except (CertificateError, AuthorityError) as problem:
        secure.close()
        raise SecureError(str(problem)) from None
    return Served(served.listens_on, served.http_port, ports["https"], certificate, announcer), [listener, secure]


def _listen(host: str, http_port: int, wishes: Wishes) -> socket.socket | None:
    """Listen for https; None, with a word on it, where nobody asked for this port and it is not to be had."""
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


def listen(host: str, port: int) -> socket.socket:
    """Listen on an address, or on all of them."""
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return socket.create_server(address, family=family)


def _certificate(announcer: Announcer | None) -> Certificate:
    if files := certificate_files():
        return GivenCertificate(*files)
    return OwnCertificate(announcer.name if announcer else LOCAL_NAME)


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
