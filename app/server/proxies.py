"""Proxies that the settings name: what they say of a client counts, and what anybody else says does not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from app import settings


def is_proxy(address: str) -> bool:
    """Return whether an address is that of a proxy in the settings."""
    try:
        asked = ip_address(address)
    except ValueError:
        return False
    asked = getattr(asked, "ipv4_mapped", None) or asked
    return any(asked in network for network in _networks(settings.current().proxies))


def client_behind(peer: str, headers: Sequence[tuple[bytes, bytes]]) -> str:
    """Return the address of the client that a request is from: the last one on its way that is no proxy of ours."""
    if not is_proxy(peer):
        return peer
    said = b",".join(value for name, value in headers if name == b"x-forwarded-for")
    for text in reversed(said.decode("latin-1").split(",")):
        address = _address(text)
        if address is None:
            return peer
        if not is_proxy(address):
            return address
        peer = address
    return peer


def problem_with_proxies() -> str:
    """Return which part of the setting is no address and no network; empty if all are."""
    for text in settings.current().proxies:
        try:
            ip_network(text, strict=False)
        except ValueError:
            return f"UPCARD_PROXIES holds {text!r}, which is no address and no network"
    return ""


def _address(text: str) -> str | None:
    """Return an address as a proxy writes it, some with a port; None if it is none."""
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
