"""Which nights this browser may see: the ones it has dealt, or all of them on the host's device.

Both are kept in its signed session, which its owner can read: marks of the dealer's addresses that it has opened, which
end when the link is renewed, and of the host code that it was given, which counts for as long as that is the code.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import Any

from flask import Flask, Response, request, session

from app import settings
from app.night import (
    ABOVE_ALL_IDS,
    HOME_CLUB,
    Night,
    example_by_id,
    has_role,
    night_by_key,
    nights,
    nights_by_ids,
    nights_by_keys,
)
from app.web.http.assets import FILES
from app.web.http.device import device_token
from app.web.http.marks import mark_of

#: How many nights a browser remembers: each takes room in a cookie, which is sent with every tap.
MOST_REMEMBERED = 30

_DEALT = "dealt"
_HOST = "host-mark"
_EXAMPLE = "example-mark"

#: What older versions have put into cookies: the keys and the code themselves.
_OLD_NIGHTS, _OLD_HOST, _OLD_EXAMPLE = "nights", "host", "example"


def init_app(app: Flask) -> None:
    """Remember a night in every browser that opens one of its dealer's addresses."""
    app.before_request(_renew_old_session)
    app.after_request(_remember_opened)


def remember_night(key: str) -> None:
    """Put a night first among those that this browser has dealt."""
    mark, dealt = mark_of(key), _dealt()
    if dealt and dealt[0][1] == mark:
        return
    night = night_by_key(key)
    if night is not None and night.club_id == HOME_CLUB:
        _remember([(night.id, mark)])


def visible_nights() -> list[Night]:
    """Return the nights that this browser may see, the latest first, without examples."""
    visible = nights() if is_host() else _dealt_nights()
    return [night for night in visible if not night.example]


def is_host() -> bool:
    """Return whether this browser is the host's."""
    mark = session.get(_HOST)
    return isinstance(mark, str) and compare_digest(mark.encode(), _host_mark().encode())


def is_known_browser() -> bool:
    """Return whether this browser is the host's, has dealt a night that it may still see, or is somebody's phone."""
    return is_host() or bool(_dealt_nights()) or has_role(device_token())


def enter_host_code(code: str) -> bool:
    """Make this browser the host's if the code is right; case and punctuation do not matter."""
    given = _normalized(code)
    if not given or not compare_digest(given.encode(), _normalized(settings.host_code()).encode()):
        return False
    session[_HOST] = _host_mark()
    return True


def forget_host_code() -> None:
    """Make this browser one like any other again."""
    session.pop(_HOST, None)


def remember_example(key: str) -> None:
    """Remember the example that this browser has started, in place of an earlier one."""
    night = night_by_key(key)
    if night is not None:
        session[_EXAMPLE] = [night.id, mark_of(key)]


def forget_example() -> None:
    """Remember no example any more."""
    session.pop(_EXAMPLE, None)


def remembered_example() -> Night | None:
    """Return the example that this browser has started, as long as it exists."""
    for night_id, mark in _pairs([session.get(_EXAMPLE)]):
        night = example_by_id(night_id)
        if night is not None and compare_digest(mark_of(night.key), mark):
            return night
    return None


def _remember_opened(response: Response) -> Response:
    if response.status_code < 400 and request.url_rule and request.url_rule.rule.startswith("/n/<key>"):
        remember_night((request.view_args or {})["key"])
    return response


def _renew_old_session() -> None:
    """Take over, once, what an older version has put into this browser's cookie."""
    if request.endpoint in FILES:
        return  # kept by everybody, whose session it is
    keys = session.pop(_OLD_NIGHTS, None) if _OLD_NIGHTS in session else None
    if isinstance(keys, list):
        known = {night.key: night.id for night in nights_by_keys([key for key in keys if isinstance(key, str)])}
        _remember([(known[key], mark_of(key)) for key in keys if key in known])
    if _OLD_HOST in session:
        enter_host_code(str(session.pop(_OLD_HOST)))
    if _OLD_EXAMPLE in session:
        remember_example(str(session.pop(_OLD_EXAMPLE)))


def _remember(new: list[tuple[int, str]]) -> None:
    ids = {night_id for night_id, _ in new}
    session[_DEALT] = [*new, *(pair for pair in _dealt() if pair[0] not in ids)][:MOST_REMEMBERED]


def _dealt() -> list[tuple[int, str]]:
    """Return the nights that this browser has dealt, the last first: the id of each and the mark of its key."""
    return _pairs(session.get(_DEALT))


def _dealt_nights() -> list[Night]:
    marks = dict(_dealt())
    return [night for night in nights_by_ids(marks) if compare_digest(mark_of(night.key), marks[night.id])]


def _pairs(stored: Any) -> list[tuple[int, str]]:
    pairs = stored if isinstance(stored, list) else []
    return [(pair[0], pair[1]) for pair in pairs if isinstance(pair, list | tuple) and _is_pair(*pair[:3])]


def _is_pair(night_id: Any = None, mark: Any = None, *more: Any) -> bool:
    return isinstance(night_id, int) and 0 < night_id < ABOVE_ALL_IDS and isinstance(mark, str) and not more


def _host_mark() -> str:
    return mark_of(_normalized(settings.host_code()))


def _normalized(code: str) -> str:
    return "".join(sign for sign in code[:200] if sign.isalnum()).casefold()
