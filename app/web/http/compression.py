"""Gzip responses for clients that accept it.

Static files are compressed once and kept by their content. They hold no secret, so every request may have them gzipped.

A page is another matter: it carries a form token and the keys of links, and some pages repeat what their address says
(a search, for one). Anyone who can make a browser ask for such pages with words of their choice, and can see how many
bytes come back over an encrypted connection, can read the secrets letter by letter from how well those words compress
(the attack is called BREACH). So a page is compressed only if no other site can have asked for it: either htmx asked,
whose ``HX-Request`` header another site may not send without a permission that we never give; or the browser says in
``Sec-Fetch-Site``, which no script can set, that the request came from here or from the address bar. That covers every
tap and every redraw. A whole page over plain http, where browsers do not say where they come from, is sent plain.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Flask, Response, request

from app.web.http.assets import FILES

TYPES = frozenset(
    {
        "application/javascript",
        "application/manifest+json",
        "image/svg+xml",
        "text/css",
        "text/html",
        "text/javascript",
    }
)
#: A response that fits into one network packet gains nothing.
LEAST_BYTES = 1200


def init_app(app: Flask) -> None:
    """Compress responses. Call this before others add such hooks: the hook that is added first runs last."""
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    static = request.endpoint in FILES
    if response.mimetype not in TYPES or not (static or response.is_sequence):
        return response
    response.vary.add("Accept-Encoding")
    if not _accepts_gzip(response) or not (static or _asked_from_here()):
        return response
    response.direct_passthrough = False
    plain = response.get_data()
    if response.status_code != 304:
        if len(plain) < LEAST_BYTES:
            return response
        response.set_data(_gzip_once(plain) if static else gzip.compress(plain, 6, mtime=0))
        response.content_encoding = "gzip"
        response.headers.pop("Accept-Ranges", None)
    # A weak tag says: not byte for byte the plain file, but the same content.
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)
    return response


def _accepts_gzip(response: Response) -> bool:
    """Return whether the client accepts gzip. A request for part of a file counts plain bytes, and gets them plain."""
    return (
        request.accept_encodings["gzip"] > 0
        and "Range" not in request.headers
        and "Content-Encoding" not in response.headers
    )


def _asked_from_here() -> bool:
    """Return whether the request comes from a page of this site, and not from another one."""
    return "HX-Request" in request.headers or request.headers.get("Sec-Fetch-Site") in ("same-origin", "none")


@lru_cache(maxsize=64)
def _gzip_once(plain: bytes) -> bytes:
    return gzip.compress(plain, 9, mtime=0)
