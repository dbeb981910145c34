"""The browser that asks, known again by a random token in a cookie of its own; and its kind, as far as it says so."""

from __future__ import annotations

import re

from flask import request
from werkzeug.wrappers import Response

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
    """Let this be the token of the browser that asks, from now on."""
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
    """Let the browser keep its token for as long as it may; no script can read it, and no other site sends it."""
    response.set_cookie(COOKIE, token, max_age=KEPT_SECONDS, httponly=True, samesite="Lax", secure=request.is_secure)
    return response
