"""Addresses for other devices, as text and as QR codes, and redirects from http to https.

Links and QR codes lead to http, which works on every device. A device that has proved that it trusts this server's
authority gets a cookie that names the authority; from then on, pages that it opens over http redirect to https.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import groupby
from pathlib import Path
from urllib.parse import urlencode

import segno
from flask import Response, current_app, redirect, request, url_for
from werkzeug.routing import Rule
from werkzeug.wrappers import Response as AnyResponse

from app import settings
from app.address import Address, for_others, origin_of, split_host
from app.dataclass import dataclass
from app.night.models import Night
from app.night.screens import Table
from app.tls.authority import Authority, load_authority
from app.tls.names import machine_names
from app.web.http.assets import FILES
from app.web.http.browser import COOKIE_SECONDS

#: The cookie of a device that redirects to https. Its value identifies the authority.
HTTPS_COOKIE = "upcard-https"
#: Endpoints that never redirect to https.
_ALWAYS_HTTP = (*FILES, "live.stream")


def authority() -> Authority | None:
    """Return our own certificate authority; None if https is off or uses another certificate."""
    return _authority(settings.data_path()) if current_app.config.get("OWN_AUTHORITY") else None


def is_own_https() -> bool:
    """Return whether the request came in on our https port, with a certificate of our own authority."""
    port = str(request.environ.get("SERVER_PORT", ""))
    return request.is_secure and authority() is not None and port == str(current_app.config["HTTPS_PORT"])


def secure_origin() -> str:
    """Return the https origin of this server, with the requested name if the certificate covers it."""
    host = split_host(request.host)[0] if has_certified_name() else _local_name()
    return origin_of("https", host, str(current_app.config["HTTPS_PORT"]))


def has_certified_name() -> bool:
    """Return whether the certificate covers the requested name or address."""
    return machine_names(_local_name()).has(split_host(request.host)[0])


def prefer_https(response: AnyResponse) -> AnyResponse:
    """Set the cookie that redirects this device to https from now on."""
    own = authority()
    assert own is not None
    response.set_cookie(HTTPS_COOKIE, own.fingerprint[:16], max_age=COOKIE_SECONDS, httponly=True, samesite="Lax")
    return response


def prefer_http(response: AnyResponse) -> AnyResponse:
    """Delete the cookie that redirects this device to https."""
    response.delete_cookie(HTTPS_COOKIE, httponly=True, samesite="Lax")
    return response


def prefers_https() -> bool:
    """Return whether this device has proved that it trusts the current authority."""
    own = authority()
    return own is not None and request.cookies.get(HTTPS_COOKIE) == own.fingerprint[:16]


def redirect_to_https() -> Response | None:
    """Redirect a device that trusts this server to https when it opens a page over http."""
    page = request.method == "GET" and "HX-Request" not in request.headers and request.endpoint not in _ALWAYS_HTTP
    if request.is_secure or not page or HTTPS_COOKIE not in request.cookies or request.blueprint == "trust":
        return None
    if not request.accept_mimetypes.accept_html or not prefers_https() or not has_certified_name():
        return None
    return redirect(f"{secure_origin()}{request.full_path.rstrip('?')}", 302)  # type: ignore[return-value]


def _local_name() -> str:
    return str(current_app.config.get("LOCAL_NAME") or "upcard.local")


@lru_cache(maxsize=4)
def _authority(_data: Path) -> Authority:
    return load_authority()


#: The quiet zone around a QR code, in modules.
QUIET_ZONE = 4

#: Codes to cache: those of all open tables. Drawing one takes as long as rendering the rest of a television's page.
MOST_CODES = 512


@dataclass(frozen=True, slots=True)
class Qr:
    """A QR code as SVG: ``size`` in modules, with the quiet zone, and the ``path`` of the dark modules."""

    size: int
    path: str


@lru_cache(maxsize=MOST_CODES)
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


class Route(Rule):
    """A route that compiles its address builder on first use.

    Werkzeug compiles two functions when a route is added: with 180 routes, that is a tenth of the start-up time. If a
    later version no longer calls this method, only that time is lost.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(partial(super()._compile_builder, append_unknown))
        return lambda rule, **values: compiled()(rule, **values)


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
