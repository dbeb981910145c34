"""Trusted proxies: forwarded headers count only from the addresses in the settings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from app import settings


def is_proxy(address: str) -> bool:
    """Return whether an address belongs to a trusted proxy."""
    try:
        peer = ip_address(address)
    except ValueError:
        return False
    peer = getattr(peer, "ipv4_mapped", None) or peer
    return any(peer in network for network in _networks(settings.current().proxies))


def client_behind(peer: str, headers: Sequence[tuple[bytes, bytes]]) -> str:
    """Return the client's address: the last forwarded address that is not a trusted proxy."""
    if not is_proxy(peer):
        return peer
    forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-for")
    for text in reversed(forwarded.decode("latin-1").split(",")):
        address = _address(text)
        if address is None:
            return peer
        if not is_proxy(address):
            return address
        peer = address
    return peer


def problem_with_proxies() -> str:
    """Return what is wrong with the setting; empty if nothing is."""
    for text in settings.current().proxies:
        try:
            ip_network(text, strict=False)
        except ValueError:
            return f"UPCARD_PROXIES holds {text!r}, which is neither an address nor a network"
    return ""


def _address(text: str) -> str | None:
    """Parse an address as written by a proxy, perhaps with a port; None if it is not an address."""
    plain = text.strip().strip('"')
    if plain.startswith("["):
        plain = plain[1:].partition("]")[0]
    elif plain.count(":") == 1:
        plain = plain.partition(":")[0]
    try:
        return str(ip_address(plain))
    except ValueError:
        return None


@lru_cache(maxsize=4)
def _networks(texts: tuple[str, ...]) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(ip_network(text, strict=False) for text in texts)
