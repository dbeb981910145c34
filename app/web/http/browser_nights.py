"""Which nights this browser may see: the ones it has dealt, or all of them on the host's device.

Both are kept in its signed session: the dealer's addresses that it has opened, which end when the link is renewed, and
the host code that it was given, which counts for as long as that is still the code.
"""

from __future__ import annotations

from hmac import compare_digest

from flask import Flask, Response, request, session

from app import settings
from app.night import Night, nights, nights_by_keys

#: How many nights a browser remembers: each takes room in a cookie, which is sent with every tap.
MOST_REMEMBERED = 30

_NIGHTS = "nights"
_HOST = "host"


def init_app(app: Flask) -> None:
    """Remember a night in every browser that opens one of its dealer's addresses."""
    app.after_request(_remember_opened)


def remember_night(key: str) -> None:
    """Put a night first among those that this browser has dealt."""
    keys = _remembered()
    if keys[:1] != [key]:
        session[_NIGHTS] = [key, *(other for other in keys if other != key)][:MOST_REMEMBERED]


def visible_nights() -> list[Night]:
    """Return the nights that this browser may see, the latest first, without examples."""
    visible = nights() if is_host() else nights_by_keys(_remembered())
    return [night for night in visible if not night.example]


def is_host() -> bool:
    """Return whether this browser is the host's."""
    code = session.get(_HOST)
    return isinstance(code, str) and _is_host_code(code)


def enter_host_code(code: str) -> bool:
    """Make this browser the host's if the code is right; case and punctuation do not matter."""
    if not _is_host_code(code):
        return False
    session[_HOST] = code
    return True


def forget_host_code() -> None:
    """Make this browser one like any other again."""
    session.pop(_HOST, None)


def _remember_opened(response: Response) -> Response:
    if response.status_code < 400 and request.url_rule and request.url_rule.rule.startswith("/n/<key>"):
        remember_night((request.view_args or {})["key"])
    return response


def _remembered() -> list[str]:
    keys = session.get(_NIGHTS)
    return [key for key in keys if isinstance(key, str)] if isinstance(keys, list) else []


def _is_host_code(code: str) -> bool:
    given = _normalized(code)
    return bool(given) and compare_digest(given, _normalized(settings.host_code()))


def _normalized(code: str) -> bytes:
    return "".join(sign for sign in code[:200] if sign.isalnum()).casefold().encode()
