"""Addresses that other devices open: as text to be typed, and as QR codes to be scanned."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app, request, url_for

from app.address import Address, for_others
from app.night import Night, Table
from app.web.http.qr import Qr, qr_of


@dataclass(frozen=True, slots=True)
class Link:
    """A link on a page. ``short`` is the address as people read it; posting to ``renew``, if given, replaces it."""

    name: str
    url: str
    short: str
    qr: Qr
    renew: str = ""


def server_address() -> Address:
    """Return the address under which other devices find this server, judged by the one that was asked for."""
    port = str(request.environ.get("SERVER_PORT", ""))
    return for_others(request.scheme, request.host, port, str(current_app.config.get("LISTENS_ON", "")))


def link_to(server: Address, name: str, path: str, renew: str = "") -> Link:
    """Return the link that leads to a path of this server."""
    url = server.origin + path
    return Link(name, url, url.removeprefix("http://").rstrip("/"), qr_of(url), renew)


def join_address(night: Night | Table) -> str:
    """Return the path at which people ask for a seat; empty where the night takes nobody any more."""
    return "" if night.ended_at or night.example else url_for("join.page", code=night.join_code)
