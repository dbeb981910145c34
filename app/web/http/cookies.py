"""Identify the browser: its device token, its kind and languages, and its choices for each night.

Over https the names of our cookies begin with ``__Host-``. Browsers accept such cookies only over https and only from
this host, so nobody on the network can plant one over http. The cookie that redirects to https has one name for both.
"""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256
from typing import Any

from flask import Response, current_app, request, session
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from app.locales import known_locale, set_reader
from app.night.locale import club_locale

COOKIE = "upcard-device"
#: The key in a request's environment for the token that its response will set.
_NEW_TOKEN = "upcard.device-token"
#: The longest lifetime that browsers allow a cookie.
COOKIE_SECONDS = 400 * 24 * 3600

#: Patterns of user agents and what people call the device; the first match wins.
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
#: User agents that preview links in messages. Some of them run scripts.
_PREVIEWS = re.compile("bot|crawl|preview|facebookexternalhit|whatsapp|slack|telegram|skype", re.IGNORECASE)


def cookie_name(name: str) -> str:
    """Return the full name of a cookie for the scheme of the request."""
    return f"__Host-{name}" if request.is_secure else name


def is_api_request() -> bool:
    """Return whether a program makes this request to the API, with a token of its own and no cookie."""
    return request.path.startswith("/api/")


def device_token() -> str:
    """Return the browser's or program's token; empty if it has none."""
    if is_api_request():
        sent = request.authorization
        return (sent.token or "") if sent is not None and sent.type == "bearer" else ""
    return request.environ.get(_NEW_TOKEN) or request.cookies.get(cookie_name(COOKIE), "") or plain_http_token()


def plain_http_token() -> str:
    """Return the token that a browser on https still has from http; empty if none. Its first post replaces it."""
    return "" if cookie_name(COOKIE) in request.cookies else request.cookies.get(COOKIE, "")


def set_token(token: str) -> None:
    """Use this token from now on, and set its cookie with the response."""
    if token != device_token():
        request.environ[_NEW_TOKEN] = token


def set_device_cookie(response: Response) -> Response:
    """Set the device cookie if the token has changed. Scripts cannot read it, and other sites cannot send it."""
    if token := request.environ.get(_NEW_TOKEN):
        name, secure = cookie_name(COOKIE), request.is_secure
        response.set_cookie(name, token, max_age=COOKIE_SECONDS, httponly=True, samesite="Lax", secure=secure)
    return response


def device_label() -> str:
    """Return the kind of device according to the user agent, such as ``iPhone``."""
    agent = request.user_agent.string
    return next((label for pattern, label in _KINDS if re.search(pattern, agent)), "device")


def use_reader_locale() -> None:
    """Write numbers and dates in the locale of the browser's languages, or else the club's."""
    set_reader(_preferred(request.headers.get("Accept-Language", "")[:200]) or club_locale)


@lru_cache(maxsize=1024)
def _preferred(languages: str) -> str:
    """Return the first known locale in an ``Accept-Language`` header; empty if none is known."""
    tags = parse_accept_header(languages, LanguageAccept)
    return next((known for tag, weight in tags if weight and (known := known_locale(tag))), "")


def is_link_preview() -> bool:
    """Return whether the request comes from a link preview."""
    return _PREVIEWS.search(request.user_agent.string) is not None


def mark_of(secret: str) -> str:
    """Return the mark of a key or code: a hash keyed with the server's secret, from which it cannot be guessed."""
    return _mark(str(current_app.secret_key), secret)


@lru_cache(maxsize=4096)
def _mark(server: str, secret: str) -> str:
    """Compute a mark. A tap needs three, and hashing may make its thread wait for others."""
    digest = hmac.digest(server.encode(), secret.encode(), sha256)
    return urlsafe_b64encode(digest[:15]).decode()


#: Nights for which the session remembers a choice.
_MOST_REMEMBERED = 8


class NightChoices:
    """A choice per night in the browser's session, stored by the mark of the night's key.

    Former versions stored it by the key itself, under the ``old`` name.
    """

    def __init__(self, name: str, old: str = "") -> None:
        self._name, self._old = name, old

    def get(self, key: str, default: Any = None) -> Any:
        """Return the choice for a night."""
        return self._all().get(mark_of(key), default)

    def put(self, key: str, choice: object) -> None:
        """Remember a choice for a night, and forget the oldest if there are too many."""
        mark = mark_of(key)
        others = [(night, other) for night, other in self._all().items() if night != mark]
        session[self._name] = dict([*others, (mark, choice)][-_MOST_REMEMBERED:])
        session.pop(self._old, None)

    def _all(self) -> dict[str, Any]:
        choices, old = session.get(self._name), session.get(self._old)
        taken_over = {mark_of(str(key)): choice for key, choice in old.items()} if isinstance(old, dict) else {}
        return taken_over | (choices if isinstance(choices, dict) else {})
