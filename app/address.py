"""The address under which other devices find this machine."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Literal


@dataclass(frozen=True, slots=True)
class Address:
    """Where the app is found: ``http://192.168.1.5:8000``, with no slash at the end.

    ``alone`` says why no other device gets there: the server listens to its own machine only, or the machine is not in
    a network. It is empty where other devices should get there.
    """

    origin: str
    alone: Literal["", "listens", "network"] = ""


def for_others(scheme: str, host: str, port: str, listens_on: str = "", local_name: str = "") -> Address:
    """Return the address to give to a phone, given the ``host`` asked for: ``name:port``, or empty if it names none.

    A name that means this machine only on itself is replaced by its name in the house, or by its address where it has
    none. ``port`` is the server's own, ``listens_on`` the address that it listens on, empty where nobody knows.
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
    """Return the address of this machine in its network; None when it is not in one.

    Connecting a UDP socket sends nothing: it only asks the system which address it would send from.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if _is_here(address) else address


def split_host(host: str) -> tuple[str, str]:
    """Split a host into name and port; the port is empty where the host does not name one."""
    name, colon, port = host.rpartition(":")
    return (name, port) if colon and not port.endswith("]") else (host, "")


def origin_of(scheme: str, name: str, port: str) -> str:
    """Return the origin of a server, without the port that is usual for its scheme."""
    shown = f"[{name}]" if ":" in name and not name.startswith("[") else name
    usual = {"http": "80", "https": "443"}.get(scheme)
    return f"{scheme}://{shown}:{port}" if port and port != usual else f"{scheme}://{shown}"


def _is_here(name: str) -> bool:
    """Return whether a host's name means the machine on which it is used, whichever that is."""
    try:
        return is_loopback(name) or ip_address(name.strip("[]")).is_unspecified
    except ValueError:
        return False


def is_loopback(name: str) -> bool:
    """Return whether a name or an address is one of the machine's own, which no other machine gets to."""
    plain = name.strip("[]").rstrip(".").casefold()
    try:
        address = ip_address(plain)
    except ValueError:
        return plain == "localhost" or plain.endswith(".localhost")
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
