"""Addresses that other devices open: as text to be typed, and as QR codes to be scanned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

import segno
from flask import current_app, request, url_for

from app.address import Address, for_others, origin_of, split_host
from app.night.models import Night
from app.night.table import Table
from app.web.http.https import is_own_https

#: The quiet zone that a reader needs around a code, in modules.
QUIET_ZONE = 4

#: Codes that are kept: those of the tables that are open. Drawing one takes as long as the rest of a television's page.
KEPT = 512


@dataclass(frozen=True, slots=True)
class Qr:
    """A code as the inside of an SVG: ``size`` modules square with its quiet zone, ``path`` around the dark ones."""

    size: int
    path: str


@lru_cache(maxsize=KEPT)
def qr_of(text: str) -> Qr:
    """Return the QR code of a text, such as an address."""
    matrix = segno.make(text, micro=False, error="m").matrix
    bars = (bar for y, row in enumerate(matrix, QUIET_ZONE) for bar in _bars(row, y))
    return Qr(len(matrix) + 2 * QUIET_ZONE, "".join(bars))


def _bars(row: bytearray, y: int) -> list[str]:
    """Return the path of each run of dark modules in a row, as one rectangle a run."""
    bars: list[str] = []
    start = None
    for x, dark in enumerate((*row, 0), QUIET_ZONE):
        if dark and start is None:
            start = x
        elif not dark and start is not None:
            bars.append(f"M{start} {y}h{x - start}v1H{start}z")
            start = None
    return bars


#: The fields of a query string, in order; a name may come more than once.
Query = Sequence[tuple[str, str]]


def with_query(address: str, query: Query | str) -> str:
    """Return an address with its query string, or as it is where the query is empty."""
    text = query if isinstance(query, str) else urlencode(query)
    return f"{address}?{text}" if text else address


def game_address(key: str, game_id: str, query: Query = ()) -> str:
    """Return the address of a game's rule sheet, opened with the choices in ``query``."""
    return with_query(url_for("call.game", key=key, game=game_id), query)


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
