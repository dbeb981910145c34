"""Under which address other devices find this machine."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Literal


@dataclass(frozen=True, slots=True)
class Address:
    """Where the app is found: ``http://192.168.1.5:8000``, with no slash at the end.

    ``alone`` says why no other device gets there: the server listens to its own machine only, or the machine is in no
    network. It is empty where one should.
    """

    origin: str
    alone: Literal["", "listens", "network"] = ""


def for_others(scheme: str, host: str, port: str, listens_on: str = "") -> Address:
    """The address to give to a phone, for whoever has asked for ``host``: ``name:port``, or empty if that was no host.

    A name that means this machine only on itself is replaced by its address in the network. ``port`` is the server's
    own, ``listens_on`` the address that it listens on, empty where nobody knows.
    """
    name, given = _split(host)
    if name and not _is_here(name):
        return Address(f"{scheme}://{host}")
    port = given if name else port
    if listens_on and _is_loopback(listens_on):
        return Address(_origin(scheme, name or listens_on, port), "listens")
    found = lan_address()
    if found is None:
        return Address(_origin(scheme, name or "localhost", port), "network")
    return Address(_origin(scheme, found, port))


def lan_address() -> str | None:
    """The address of this machine in its network; None when it is in none.

    Connecting a UDP socket sends nothing: it only asks the system which address it would send from.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if _is_here(found) else found


def _split(host: str) -> tuple[str, str]:
    """A host's name and port; the port is empty where it goes without saying."""
    name, colon, port = host.rpartition(":")
    return (name, port) if colon and not port.endswith("]") else (host, "")


def _origin(scheme: str, name: str, port: str) -> str:
    shown = f"[{name}]" if ":" in name and not name.startswith("[") else name
    usual = {"http": "80", "https": "443"}.get(scheme)
    return f"{scheme}://{shown}:{port}" if port and port != usual else f"{scheme}://{shown}"


def _is_here(name: str) -> bool:
    """Whether a host's name means the very machine on which it is said."""
    try:
        return _is_loopback(name) or ip_address(name.strip("[]")).is_unspecified
    except ValueError:
        return False


def _is_loopback(name: str) -> bool:
    plain = name.strip("[]").rstrip(".").casefold()
    try:
        found = ip_address(plain)
    except ValueError:
        return plain == "localhost" or plain.endswith(".localhost")
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback
