"""The browser that asks: the token of its device in a cookie, its kind, and marks of keys for its session.

Over https our cookies have names that begin with ``__Host-``: browsers take those over https and from this host alone,
so that nobody in between plants one over http. The cookie that leads a device on to https has the same name in both.
"""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256

from flask import Response, current_app, request

COOKIE = "upcard-device"
#: Where a request holds the token that its browser is given with the answer.
_GIVEN = "upcard.device-token"
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


def cookie_name(name: str) -> str:
    """Return the name of a cookie of ours over the scheme of the request."""
    return f"__Host-{name}" if request.is_secure else name


def device_token() -> str:
    """Return the token of the browser that asks; empty if it has none."""
    return request.environ.get(_GIVEN) or request.cookies.get(cookie_name(COOKIE), "") or token_of_http()


def token_of_http() -> str:
    """Return the token by which a browser is known from http until it posts over https, where it gets another."""
    return "" if cookie_name(COOKIE) in request.cookies else request.cookies.get(COOKIE, "")


def give_token(token: str) -> None:
    """Give the browser this token with the response, and go by it from now on."""
    if token != device_token():
        request.environ[_GIVEN] = token


def set_device_cookie(response: Response) -> Response:
    """Set the cookie of a device that has been given another token; no script reads it, no other site sends it."""
    if token := request.environ.get(_GIVEN):
        name, secure = cookie_name(COOKIE), request.is_secure
        response.set_cookie(name, token, max_age=KEPT_SECONDS, httponly=True, samesite="Lax", secure=secure)
    return response


def device_label() -> str:
    """Return the kind of device that the browser says it runs on: ``iPhone``."""
    agent = request.user_agent.string
    return next((label for pattern, label in _KINDS if re.search(pattern, agent)), "device")


def makes_preview() -> bool:
    """Return whether a program asks that only shows others where a link leads."""
    return _PREVIEWS.search(request.user_agent.string) is not None


def mark_of(secret: str) -> str:
    """Return the mark of a key or a code; without the key of this server nobody finds what it belongs to."""
    return _mark(str(current_app.secret_key), secret)


@lru_cache(maxsize=4096)
def _mark(server: str, secret: str) -> str:
    """Return a mark. It is remembered: a tap needs three, and the thread that makes one may have to wait for others."""
    digest = hmac.digest(server.encode(), secret.encode(), sha256)
    return urlsafe_b64encode(digest[:15]).decode()
