"""Fewer bytes on the way: gzip for whoever takes it.

Static files are zipped once and kept by their content. They hold no secret, so every request may have them so.

A page is another matter: it carries a form token and the keys of links, and some pages repeat what their address
says (a search, for one). Whoever can make a browser ask for such pages with words of his choice, and can see how many
bytes come back through an encrypted connection, reads the secrets letter by letter out of how well his words compress
(the attack is called BREACH). So an answer that changes is zipped only if no other site can have asked for it: htmx
asked, whose ``HX-Request`` header no foreign page can send without leave, which is never given; or the browser says in
``Sec-Fetch-Site``, which no script can set, that the request came from here or from the address bar. That covers every
tap and every redraw. A whole page over plain http, where browsers do not say where they come from, goes as it is.
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
#: What fits into one packet of a network gains nothing.
LEAST_BYTES = 1200


def init_app(app: Flask) -> None:
    """Zip what is worth it. To be called before others look at answers too: whoever is asked first answers last."""
    app.after_request(_zip)


def _zip(response: Response) -> Response:
    static = request.endpoint in FILES
    if response.mimetype not in TYPES or not (static or response.is_sequence):
        return response
    response.vary.add("Accept-Encoding")
    if not _wanted(response) or not (static or _asked_from_here()):
        return response
    response.direct_passthrough = False
    plain = response.get_data()
    if response.status_code != 304:
        if len(plain) < LEAST_BYTES:
            return response
        response.set_data(_kept(plain) if static else gzip.compress(plain, 6, mtime=0))
        response.content_encoding = "gzip"
        response.headers.pop("Accept-Ranges", None)
    # Not byte for byte the plain file, but the same to whoever reads it: that is what a weak tag says.
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)
    return response


def _wanted(response: Response) -> bool:
    """Whether the browser takes gzip. Whoever asks for a part of a file counts in plain bytes, and gets it plain."""
    return (
        request.accept_encodings["gzip"] > 0
        and "Range" not in request.headers
        and "Content-Encoding" not in response.headers
    )


def _asked_from_here() -> bool:
    """Whether no other site can have had a say in this answer."""
    return "HX-Request" in request.headers or request.headers.get("Sec-Fetch-Site") in ("same-origin", "none")


@lru_cache(maxsize=64)
def _kept(plain: bytes) -> bytes:
    return gzip.compress(plain, 9, mtime=0)
