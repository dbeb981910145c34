"""The address at which other devices reach this machine."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import Literal

from app.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Address:
    """The address of the app: ``http://192.168.1.5:8000``, without a trailing slash.

    ``alone`` says why no other device can reach it: the server listens on loopback only, or the machine is not on a
    network. It is empty if other devices should reach it.
    """

    origin: str
    alone: Literal["", "listens", "network"] = ""


def for_others(scheme: str, host: str, port: str, listens_on: str = "", local_name: str = "") -> Address:
    """Return the address to give to a phone. ``host`` is that of the current request: ``name:port``, or empty.

    A loopback name is replaced by the machine's local name, or else by its IP address. ``port`` is the server's own;
    ``listens_on`` is the address it listens on, empty if unknown.
    """
    name, given = split_host(host)
    if name and not _is_here(name):
        return Address(f"{scheme}://{host}")
    port = given if name else port
    if listens_on and is_loopback(listens_on):
        return Address(origin_of(scheme, name or listens_on, port), "listens")
    address = lan_address()
    if address is None:
        return Address(origin_of(scheme, name or "localhost", port), "network")
    return Address(origin_of(scheme, local_name or address, port))


def lan_address() -> str | None:
    """Return the address of this machine on its network; None without a network.

    Connecting a UDP socket sends nothing; it only selects the address to send from.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if _is_here(address) else address


def split_host(host: str) -> tuple[str, str]:
    """Split a host into name and port; the port may be empty."""
    name, colon, port = host.rpartition(":")
    return (name, port) if colon and not port.endswith("]") else (host, "")


def origin_of(scheme: str, name: str, port: str) -> str:
    """Return the origin of a server, without the default port of its scheme."""
    shown = f"[{name}]" if ":" in name and not name.startswith("[") else name
    default = {"http": "80", "https": "443"}.get(scheme)
    return f"{scheme}://{shown}:{port}" if port and port != default else f"{scheme}://{shown}"


def _is_here(name: str) -> bool:
    """Return whether a host name refers to the machine that uses it."""
    try:
        return is_loopback(name) or ip_address(name.strip("[]")).is_unspecified
    except ValueError:
        return False


def is_loopback(name: str) -> bool:
    """Return whether a name or an address is a loopback one, which no other machine can reach."""
    plain = name.strip("[]").rstrip(".").casefold()
    try:
        address = ip_address(plain)
    except ValueError:
        return plain == "localhost" or plain.endswith(".localhost")
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
