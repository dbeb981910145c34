"""Which nights a browser may list: those that it has opened as their dealer; all of them once it is the host's.

Both are kept in its signed session: the dealer's addresses that it has opened, which a renewed link takes away again,
and the host code that it was given, which counts for as long as it is still the code.
"""

from __future__ import annotations

from hmac import compare_digest

from flask import session as browser

from app import settings
from app.night import Night, nights, nights_by_keys

#: So many nights are kept: each takes room in a cookie, which is sent with every tap.
MOST = 30

_NIGHTS = "nights"
_HOST = "host"


def remember(key: str) -> None:
    """The dealer's address of a night was opened here."""
    known = _known()
    if known[:1] != [key]:
        browser[_NIGHTS] = [key, *(one for one in known if one != key)][:MOST]


def my_nights() -> list[Night]:
    """The nights to list, the latest first. Examples are none."""
    found = nights() if is_host() else nights_by_keys(_known())
    return [night for night in found if not night.example]


def is_host() -> bool:
    """Whether this browser is the host's."""
    given = browser.get(_HOST)
    return isinstance(given, str) and _same(given)


def enter_host_code(text: str) -> bool:
    """Make this browser the host's, if the code is right; only letters and digits count, large or small."""
    if not _same(text):
        return False
    browser[_HOST] = text
    return True


def forget_host_code() -> None:
    """Make this browser one like others again."""
    browser.pop(_HOST, None)


def _known() -> list[str]:
    found = browser.get(_NIGHTS)
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []


def _same(text: str) -> bool:
    given = _plain(text)
    return bool(given) and compare_digest(given, _plain(settings.host_code()))


def _plain(text: str) -> bytes:
    return "".join(one for one in text[:200] if one.isalnum()).casefold().encode()
