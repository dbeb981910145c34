"""Cookies of their own for https, which plain http neither sees nor replaces.

The same host serves both, and browsers tell hosts apart, not ports. A cookie that has once been Secure can no longer be
written over http: a device that came back there would have every form refused. So https has cookies by other names, and
takes over what http has given the device: a phone that moves to https keeps its claim, and a tablet its nights.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

#: Browsers take such a cookie over https alone, and from this host alone.
PREFIX = "__Host-"
#: Cookies of ours begin so; the one that leads a device from http to https stays there.
OURS, LEADS = "upcard", "upcard-https"
#: As long as browsers keep any cookie.
KEPT_SECONDS = 400 * 24 * 3600


def init_app(app: Flask) -> None:
    """Rename cookies on the way in and out of https."""
    app.wsgi_app = _renamed(app.wsgi_app)  # type: ignore[assignment]


def _renamed(inner: WSGIApplication) -> WSGIApplication:
    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("wsgi.url_scheme") != "https":
            return inner(environ, start_response)
        cookies, taken = _read(environ.get("HTTP_COOKIE", ""))
        environ["HTTP_COOKIE"] = cookies

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            return start_response(status, _write(headers, taken), *more)

        return inner(environ, start)

    return answer


def _read(header: str) -> tuple[str, dict[str, str]]:
    """Return the cookies as the app knows them, and those of http that https has not taken over yet."""
    pairs = [pair.strip().partition("=") for pair in header.split(";") if pair.strip()]
    own = {name.removeprefix(PREFIX): value for name, _, value in pairs if name.startswith(PREFIX)}
    plain = {name: value for name, _, value in pairs if not name.startswith(PREFIX) and name not in own}
    taken = {name: value for name, value in plain.items() if name.startswith(OURS) and name != LEADS}
    return "; ".join(f"{name}={value}" for name, value in {**plain, **own}.items()), taken


def _write(headers: list[tuple[str, str]], taken: dict[str, str]) -> list[tuple[str, str]]:
    """Return the headers with our cookies renamed; a page brings those that are taken over, a file never does."""
    written, kept = set(), []
    for name, value in headers:
        cookie = value.partition("=")[0]
        if name.lower() == "set-cookie" and cookie.startswith(OURS):
            written.add(cookie)
            kept.append((name, f"{PREFIX}{value}"))
        else:
            kept.append((name, value))
    if any(name.lower() == "cache-control" and value == "no-store" for name, value in headers):
        kept += [("Set-Cookie", _cookie(name, value)) for name, value in taken.items() if name not in written]
    return kept


def _cookie(name: str, value: str) -> str:
    return f"{PREFIX}{name}={value}; Secure; HttpOnly; Path=/; SameSite=Lax; Max-Age={KEPT_SECONDS}"
