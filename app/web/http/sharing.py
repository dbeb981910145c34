"""Addresses that other devices open: as text to be typed, and as QR codes to be scanned."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app, request, url_for

from app.address import Address, for_others, origin_of, split_host
from app.night import Night, Table
from app.web.http.https import is_own_https
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
    """Return the address under which other devices find this server, judged by the one that was asked for.

    It is one of plain http where devices would have to trust this server first.
    """
    config = current_app.config
    listens_on, name = str(config.get("LISTENS_ON", "")), str(config.get("LOCAL_NAME", ""))
    if is_own_https():
        port = str(config["HTTP_PORT"])
        host = origin_of("http", split_host(request.host)[0], port).removeprefix("http://")
        return for_others("http", host, port, listens_on, name)
    return for_others(request.scheme, request.host, str(request.environ.get("SERVER_PORT", "")), listens_on, name)


def link_to(server: Address, name: str, path: str, renew: str = "") -> Link:
    """Return the link that leads to a path of this server."""
    url = server.origin + path
    return Link(name, url, url.removeprefix("http://").rstrip("/"), qr_of(url), renew)


def join_address(night: Night | Table) -> str:
    """Return the path at which people ask for a seat; empty where the night takes nobody any more."""
    return "" if night.ended_at or night.example else url_for("join.page", code=night.join_code)
