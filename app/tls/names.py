"""The names and addresses by which browsers reach this machine."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import ifaddr

from app.dataclass import dataclass

#: The local name of this server, unless another Upcard on the network has it.
LOCAL_NAME = "upcard.local"

#: Private networks.
PRIVATE = tuple(
    ip_network(text)
    for text in (
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)
#: Top-level names that cannot exist on the internet.
PRIVATE_ENDINGS = ("local", "localhost", "lan", "internal", "home.arpa")


@dataclass(frozen=True, slots=True)
class Names:
    """The subject of a certificate: lower-case names and addresses, each sorted."""

    names: tuple[str, ...]
    addresses: tuple[IPv4Address | IPv6Address, ...]

    def has(self, host: str) -> bool:
        """Return whether the host of a web address is among the names or addresses."""
        try:
            return ip_address(host.strip("[]")) in self.addresses
        except ValueError:
            return host.rstrip(".").casefold() in self.names


def machine_names(local_name: str = LOCAL_NAME) -> Names:
    """Return the private names and addresses of this machine, including its announced name."""
    host = host_name()
    short = host.partition(".")[0]
    names = {LOCAL_NAME, local_name, "localhost", host, short, f"{short}.local"}
    addresses = {address for address in machine_addresses() if is_private(address)}
    return Names(
        tuple(sorted(name for name in names if name[:1] not in ("", ".") and is_private_name(name))),
        tuple(sorted(addresses, key=lambda address: (address.version, address))),
    )


def host_name() -> str:
    """Return the host name of this machine; empty if a certificate cannot hold it."""
    name = socket.gethostname().rstrip(".").casefold()
    return name if name.isascii() and all(part and len(part) < 64 for part in name.split(".")) else ""


def machine_addresses() -> list[IPv4Address | IPv6Address]:
    """Return the addresses of all network interfaces."""
    addresses = (ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips)
    return [ip_address(ip if isinstance(ip, str) else ip[0].partition("%")[0]) for ip in addresses]


def is_private(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address is in a private network."""
    return any(address in network for network in PRIVATE)


def is_private_name(name: str) -> bool:
    """Return whether a name cannot exist on the internet: it has no dots, or a private ending."""
    return "." not in name or any(name.endswith(f".{ending}") for ending in PRIVATE_ENDINGS)
