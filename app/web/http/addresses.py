"""Addresses: of this server for other devices, as text and as QR codes, and of pages with a query.

Links and QR codes lead to http, which works on every device.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from urllib.parse import urlencode

import segno
from flask import current_app, request, url_for

from app.address import Address, for_others, origin_of, split_host
from app.dataclass import dataclass
from app.night.models import Night
from app.night.screens import Table
from app.web.http.security import is_own_https

#: The name-value pairs of a query string, in order; names may repeat.
Query = Sequence[tuple[str, str]]


def with_query(address: str, query: Query | str) -> str:
    """Return an address with a query string appended, unless that is empty."""
    text = query if isinstance(query, str) else urlencode(query)
    return f"{address}?{text}" if text else address


def game_address(key: str, game_id: str, query: Query = ()) -> str:
    """Return the address of a game's rule sheet, with the choices in ``query`` made."""
    return with_query(url_for("call.game", key=key, game=game_id), query)


@dataclass(frozen=True, slots=True)
class Link:
    """A link on a page.

    ``short``: the address as people read it. ``renew``: the address to post to for a new link, if there is one.
    """

    name: str
    url: str
    short: str
    qr: Qr
    renew: str = ""


def server_address() -> Address:
    """Return the address at which other devices reach this server, derived from the one in the request.

    It is a plain http address if https would require devices to trust this server first.
    """
    config = current_app.config
    listens_on, name = str(config.get("LISTENS_ON", "")), str(config.get("LOCAL_NAME", ""))
    if is_own_https():
        port = str(config["HTTP_PORT"])
        host = origin_of("http", split_host(request.host)[0], port).removeprefix("http://")
        return for_others("http", host, port, listens_on, name)
    return for_others(request.scheme, request.host, str(request.environ.get("SERVER_PORT", "")), listens_on, name)


def link_to(server: Address, name: str, path: str, renew: str = "") -> Link:
    """Return a link to a path of this server."""
    url = server.origin + path
    return Link(name, url, url.removeprefix("http://").rstrip("/"), qr_of(url), renew)


def join_address(night: Night | Table) -> str:
    """Return the path for requesting a seat; empty if the night takes no more players."""
    return "" if night.ended_at or night.example else url_for("join.page", code=night.join_code)


#: The quiet zone around a QR code, in modules.
QUIET_ZONE = 4

#: Codes to cache: those of all open tables. Drawing one takes as long as rendering the rest of a television's page.
MAX_CODES = 512


@dataclass(frozen=True, slots=True)
class Qr:
    """A QR code as SVG: ``size`` in modules, with the quiet zone, and the ``path`` of the dark modules."""

    size: int
    path: str


@lru_cache(maxsize=MAX_CODES)
def qr_of(text: str) -> Qr:
    """Return the QR code for a text, such as an address."""
    return drawn_qr(segno.make(text, micro=False, error="m").matrix)


def drawn_qr(matrix: Sequence[bytearray]) -> Qr:
    """Return the QR code made of these rows of modules."""
    bars = (bar for y, row in enumerate(matrix, QUIET_ZONE) for bar in _bars(row, y))
    return Qr(len(matrix) + 2 * QUIET_ZONE, "".join(bars))


def _bars(row: bytearray, y: int) -> Iterator[str]:
    """Yield a rectangle, as an SVG path, for each run of dark modules in a row."""
    x = QUIET_ZONE
    for dark, run in groupby(row):
        width = len(list(run))
        if dark:
            yield f"M{x} {y}h{width}v1H{x}z"
        x += width
