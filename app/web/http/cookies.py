"""Cookies: the device's token, marks of keys, and names of their own for https."""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from flask import current_app, request
from werkzeug.wrappers import Response

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


COOKIE = "upcard-device"
#: Where a request holds the token that its browser is given with the answer.
_GIVEN = "upcard.device-token"
#: Where a request over https holds the token that its browser has over http, as long as it has none of https.
TOKEN_OF_HTTP = "upcard.token-of-http"
#: As long as browsers keep any cookie.
KEPT_SECONDS = 400 * 24 * 3600

#: What a browser says of itself, and what people call it; the first that fits.
_KINDS = (
    (r"SMART-TV|SmartTV|Tizen|Web0S|NetCast|BRAVIA|\bAFT[A-Z0-9]|GoogleTV|Android TV|CrKey|HbbTV|Roku|AppleTV", "TV"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android.*Mobile", "Android phone"),
    ("Android", "Android tablet"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows computer"),
    ("Macintosh", "Mac or iPad"),
    ("Linux|X11", "Linux computer"),
)
#: Programs that fetch a page to show what a link in a message leads to. Some of them run its scripts.
_PREVIEWS = re.compile("bot|crawl|preview|facebookexternalhit|whatsapp|slack|telegram|skype", re.IGNORECASE)


def device_token() -> str:
    """Return the token of the browser that asks; empty if it has none."""
    return given_token() or request.cookies.get(COOKIE, "") or token_of_http()


def token_of_http() -> str:
    """Return the token by which a browser is known from http until it posts over https, where it gets another."""
    return str(request.environ.get(TOKEN_OF_HTTP, ""))


def given_token() -> str:
    """Return the token that the browser is given with this answer; empty if it has its own."""
    return str(request.environ.get(_GIVEN, ""))


def give_token(token: str) -> None:
    """Give the browser this token with the response, and go by it from now on."""
    if token != device_token():
        request.environ[_GIVEN] = token


def device_label() -> str:
    """Return the kind of device that the browser says it runs on: ``iPhone``."""
    agent = request.user_agent.string
    return next((label for pattern, label in _KINDS if re.search(pattern, agent)), "device")


def makes_preview() -> bool:
    """Return whether a program asks that only shows others where a link leads."""
    return _PREVIEWS.search(request.user_agent.string) is not None


def keep_token(response: Response, token: str) -> Response:
    """Set the cookie of a browser's token for as long as allowed; no script reads it, no other site sends it."""
    response.set_cookie(COOKIE, token, max_age=KEPT_SECONDS, httponly=True, samesite="Lax", secure=request.is_secure)
    return response


def mark_of(secret: str) -> str:
    """Return the mark of a key or a code; without the key of this server nobody finds what it belongs to."""
    return _mark(str(current_app.secret_key), secret)


@lru_cache(maxsize=4096)
def _mark(server: str, secret: str) -> str:
    """Return a mark. It is remembered: a tap needs three, and the thread that makes one may have to wait for others."""
    digest = hmac.digest(server.encode(), secret.encode(), sha256)
    return urlsafe_b64encode(digest[:15]).decode()


#: Browsers take such a cookie over https alone, and from this host alone.
PREFIX = "__Host-"
#: Cookies of ours begin so; the one that leads a device from http to https stays there.
OURS, LEADS = "upcard", "upcard-https"


def with_names_of_https(inner: WSGIApplication) -> WSGIApplication:
    """Rename our cookies on the way in and out of https."""

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
