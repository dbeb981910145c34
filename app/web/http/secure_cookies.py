"""Cookies of their own for https, which plain http neither sees nor replaces.

The same host serves both, and browsers tell hosts apart, not ports. A cookie that has once been Secure can no longer be
written over http: a device that came back there would have every form refused. So https has cookies by other names.

Whoever can change what goes over http can plant cookies there, so none of them is taken over. A phone that moves to
https keeps its claim, and a host's device its rights: it is known by its token of http until its first post over https,
which gives it another one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask

from app.web.http.device import COOKIE, TOKEN_OF_HTTP

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

#: Browsers take such a cookie over https alone, and from this host alone.
PREFIX = "__Host-"
#: Cookies of ours begin so; the one that leads a device from http to https stays there.
OURS, LEADS = "upcard", "upcard-https"


def init_app(app: Flask) -> None:
    """Rename cookies on the way in and out of https."""
    app.wsgi_app = _renamed(app.wsgi_app)  # type: ignore[assignment]


def _renamed(inner: WSGIApplication) -> WSGIApplication:
    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("wsgi.url_scheme") != "https":
            return inner(environ, start_response)
        environ["HTTP_COOKIE"], environ[TOKEN_OF_HTTP] = _read(environ.get("HTTP_COOKIE", ""))

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            return start_response(status, [_renamed_header(*header) for header in headers], *more)

        return inner(environ, start)

    return answer


def _read(header: str) -> tuple[str, str]:
    """Return the cookies as the app knows them, without ours of http, and the token that the device has there alone."""
    pairs = [pair.strip().partition("=") for pair in header.split(";") if pair.strip()]
    own = {name.removeprefix(PREFIX): value for name, _, value in pairs if name.startswith(PREFIX)}
    plain = {name: value for name, _, value in pairs if not name.startswith(PREFIX)}
    foreign = {name: value for name, value in plain.items() if not name.startswith(OURS) or name == LEADS}
    token = "" if COOKIE in own else plain.get(COOKIE, "")
    return "; ".join(f"{name}={value}" for name, value in {**foreign, **own}.items()), token


def _renamed_header(name: str, value: str) -> tuple[str, str]:
    """Return a header; one that sets a cookie of ours sets that of https."""
    ours = name.lower() == "set-cookie" and value.startswith(OURS)
    return (name, f"{PREFIX}{value}") if ours else (name, value)
