"""Identify the browser: its device token in a cookie, its kind and languages, and its choices for a night.

Over https our cookies have names that begin with ``__Host-``, which browsers accept over https from this host only, so
nobody on the network can plant one over http. Only the cookie that redirects to https has the same name in both.
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
#: The key under which a request keeps the token to be set by its response.
_GIVEN = "upcard.device-token"
#: As long as browsers keep any cookie.
KEPT_SECONDS = 400 * 24 * 3600

#: Patterns of user agents and what people call the device; the first match counts.
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
#: Programs that preview links in messages. Some of them run scripts.
_PREVIEWS = re.compile("bot|crawl|preview|facebookexternalhit|whatsapp|slack|telegram|skype", re.IGNORECASE)


def cookie_name(name: str) -> str:
    """Return the name of our cookie for the scheme of the request."""
    return f"__Host-{name}" if request.is_secure else name


def by_program() -> bool:
    """Return whether the address belongs to the API: programs use it, with a token of their own and no cookie."""
    return request.path.startswith("/api/")


def device_token() -> str:
    """Return the browser's or program's token; empty if it has none."""
    if by_program():
        sent = request.authorization
        return (sent.token or "") if sent is not None and sent.type == "bearer" else ""
    return request.environ.get(_GIVEN) or request.cookies.get(cookie_name(COOKIE), "") or token_of_http()


def token_of_http() -> str:
    """Return the token that a browser over https has from http only; its first post replaces it."""
    return "" if cookie_name(COOKIE) in request.cookies else request.cookies.get(COOKIE, "")


def give_token(token: str) -> None:
    """Use this token from now on, and set it with the response."""
    if token != device_token():
        request.environ[_GIVEN] = token


def set_device_cookie(response: Response) -> Response:
    """Set the device cookie if the token has changed. Scripts cannot read it, other sites cannot send it."""
    if token := request.environ.get(_GIVEN):
        name, secure = cookie_name(COOKIE), request.is_secure
        response.set_cookie(name, token, max_age=KEPT_SECONDS, httponly=True, samesite="Lax", secure=secure)
    return response


def device_label() -> str:
    """Return the kind of device according to the user agent, such as ``iPhone``."""
    agent = request.user_agent.string
    return next((label for pattern, label in _KINDS if re.search(pattern, agent)), "device")


def note_reader() -> None:
    """Write in the locale of the browser's languages, else in the club's."""
    set_reader(_preferred(request.headers.get("Accept-Language", "")[:200]) or club_locale)


@lru_cache(maxsize=1024)
def _preferred(languages: str) -> str:
    """Return the first known locale of an ``Accept-Language`` header; empty if there is none."""
    tags = parse_accept_header(languages, LanguageAccept)
    return next((known for tag, weight in tags if weight and (known := known_locale(tag))), "")


def makes_preview() -> bool:
    """Return whether the request comes from a link preview."""
    return _PREVIEWS.search(request.user_agent.string) is not None


def mark_of(secret: str) -> str:
    """Return the mark that stands for a key or code; without the server's secret it cannot be traced back."""
    return _mark(str(current_app.secret_key), secret)


@lru_cache(maxsize=4096)
def _mark(server: str, secret: str) -> str:
    """Compute a mark. Cached: a tap needs three, and the thread computing one may have to wait for others."""
    digest = hmac.digest(server.encode(), secret.encode(), sha256)
    return urlsafe_b64encode(digest[:15]).decode()


#: For how many nights the session remembers a choice.
_MOST_REMEMBERED = 8


class NightChoices:
    """A choice for each night, in the browser's session, by the mark of the night's key.

    Older versions stored it by the key itself, under the ``old`` name.
    """

    def __init__(self, name: str, old: str = "") -> None:
        self._name, self._old = name, old

    def get(self, key: str, default: Any = None) -> Any:
        """Return what has been chosen for a night."""
        return self._all().get(mark_of(key), default)

    def put(self, key: str, choice: object) -> None:
        """Remember a choice for a night; the oldest goes when there are too many."""
        mark = mark_of(key)
        others = [(night, other) for night, other in self._all().items() if night != mark]
        session[self._name] = dict([*others, (mark, choice)][-_MOST_REMEMBERED:])
        session.pop(self._old, None)

    def _all(self) -> dict[str, Any]:
        choices, old = session.get(self._name), session.get(self._old)
        taken_over = {mark_of(str(key)): choice for key, choice in old.items()} if isinstance(old, dict) else {}
        return taken_over | (choices if isinstance(choices, dict) else {})
