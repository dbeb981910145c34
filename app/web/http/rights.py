"""The rights of the browser that asks: host, the nights that it has dealt, and the first host of all."""

from __future__ import annotations

from hmac import compare_digest
from typing import Any, cast

from flask import Response, flash, request, session

from app import settings
from app.logs import print_line
from app.night.access import hosts
from app.night.access.devices import has_role
from app.night.access.hosts import Rights
from app.night.example import example_by_id
from app.night.links import night_by_watch_key, nights_by_ids, nights_by_keys
from app.night.models import ABOVE_ALL_IDS, Night
from app.night.nights import night_by_key, nights
from app.text import with_article
from app.web.http.assets import FILES
from app.web.http.cookies import device_label, device_token, give_token, mark_of

#: Where a request keeps what it has read.
_RIGHTS = "upcard.rights"

#: What older versions have put into the cookie of a host's browser: a mark of the code; before that, the code itself.
_HOST_MARK, _HOST_CODE = "host-mark", "host"


def rights() -> Rights:
    """Return the rights of the browser that asks, read once."""
    if _RIGHTS not in request.environ:
        request.environ[_RIGHTS] = hosts.rights_of(device_token())
    return cast(Rights, request.environ[_RIGHTS])


def is_host() -> bool:
    """Return whether this browser is a host's."""
    return rights().is_host or (not rights().host and _holds_old_mark())


def sign_in_as(token: str) -> None:
    """Go on as the device with this token, whose rights have changed."""
    give_token(token)
    request.environ.pop(_RIGHTS, None)


def enter_host_code(code: str) -> bool:
    """Make this browser a host's if the code is right; case and punctuation do not matter."""
    if not is_host_code(code):
        return False
    sign_in_as(hosts.make_host(device_token(), device_label()))
    return True


def is_host_code(code: str) -> bool:
    """Return whether this is the host code."""
    given = _normalized(code)
    return bool(given) and compare_digest(given.encode(), _normalized(settings.host_code()).encode())


def _holds_old_mark() -> bool:
    """Return whether an older version has made this browser the host's, by the code that still counts."""
    return _HOST_MARK in session and _is_mark(session[_HOST_MARK], _normalized(settings.host_code()))


def _normalized(code: str) -> str:
    return "".join(sign for sign in code[:200] if sign.isalnum()).casefold()


#: How many nights a browser remembers: each takes room in a cookie, which is sent with every tap.
MOST_REMEMBERED = 30

_DEALT = "dealt"
_EXAMPLE = "example-mark"
_WATCHED = "watched"

#: What older versions have put into cookies: the keys themselves.
_OLD_NIGHTS, _OLD_EXAMPLE = "nights", "example"


def remember_night(key: str) -> None:
    """Remember a night as the last one that this browser has dealt."""
    mark, dealt = mark_of(key), _dealt()
    if dealt and dealt[0][1] == mark:
        return
    night = night_by_key(key)
    if night is not None and not night.example:
        _remember([(night.id, mark)])


def visible_nights() -> list[Night]:
    """Return the nights that this browser may see, the latest first, without examples."""
    return nights() if is_host() else _dealt_nights()


def has_dealt(night: Night) -> bool:
    """Return whether this browser has opened the dealer's address of a night."""
    return _is_mark(dict(_dealt()).get(night.id, ""), night.key)


def is_known_browser() -> bool:
    """Return whether this browser has dealt a night that it may still see, is a phone, a host's or a television."""
    if is_host() or _dealt_nights() or has_role(device_token()):
        return True
    watched = dict(_pairs([session.get(_WATCHED)]))
    return any(_is_mark(watched[night.id], night.watch_key) for night in nights_by_ids(watched))


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
        if night is not None and _is_mark(mark, night.key):
            return night
    return None


def remember_opened_night(response: Response) -> Response:
    """Remember a night in a browser that opens one of its dealer's addresses, or its television's."""
    if response.status_code < 400 and request.url_rule:
        if request.url_rule.rule.startswith("/n/<key>"):
            remember_night((request.view_args or {})["key"])
        elif request.endpoint == "television.page" and "HX-Request" not in request.headers:
            # A television is that of one night, in place of an earlier one.
            night = night_by_watch_key((request.view_args or {})["key"])
            if night is not None:
                session[_WATCHED] = [night.id, mark_of(night.watch_key)]
    return response


def migrate_session() -> None:
    """Convert what an older version has put into this browser's cookie."""
    if request.endpoint in FILES:
        return  # kept by everybody, whose session it is
    keys = session.pop(_OLD_NIGHTS, None) if _OLD_NIGHTS in session else None
    if isinstance(keys, list):
        known = {night.key: night.id for night in nights_by_keys([key for key in keys if isinstance(key, str)])}
        _remember([(known[key], mark_of(key)) for key in keys if key in known])
    if _HOST_CODE in session and is_host_code(str(session.pop(_HOST_CODE))):
        session[_HOST_MARK] = mark_of(_normalized(settings.host_code()))
    if _OLD_EXAMPLE in session:
        remember_example(str(session.pop(_OLD_EXAMPLE)))


def _remember(new: list[tuple[int, str]]) -> None:
    ids = {night_id for night_id, _ in new}
    session[_DEALT] = [*new, *(pair for pair in _dealt() if pair[0] not in ids)][:MOST_REMEMBERED]


def _dealt() -> list[tuple[int, str]]:
    """Return the nights that this browser has dealt, the last first: the id of each and the mark of its key."""
    return _pairs(session.get(_DEALT))


def _dealt_nights() -> list[Night]:
    """Return the nights that this browser has dealt or was let in to deal, the latest first."""
    marks = dict(_dealt())
    granted = {night_id for night_id, status in rights().nights.items() if status == "granted"}
    return [
        night
        for night in nights_by_ids({*marks, *granted})
        if rights().may_deal(night.id) and (night.id in granted or _is_mark(marks[night.id], night.key))
    ]


def _is_mark(mark: Any, key: str) -> bool:
    return isinstance(mark, str) and compare_digest(mark.encode(), mark_of(key).encode())


def _pairs(stored: Any) -> list[tuple[int, str]]:
    """Return the pairs of a night and a mark that a cookie holds; anybody may have put anything into it."""
    return [pair for pair in map(_pair, stored if isinstance(stored, list) else []) if pair is not None]


def _pair(stored: Any) -> tuple[int, str] | None:
    match stored:
        case [int(night_id), str(mark)] if 0 < night_id < ABOVE_ALL_IDS:
            return night_id, mark
    return None


TOLD = "This is the host’s device now: it begins nights, and lets other devices in"


def may_begin() -> bool:
    """Return whether this browser may do what a host may: it is one, or becomes the first with its first post."""
    return is_host() or _becomes_host()


def _becomes_host() -> bool:
    """Return whether this browser becomes the first host's with its next post."""
    house = hosts.hostless()
    if house is None or rights().host == "out":
        return False
    return house.last is None or has_dealt(house.last) or (request.view_args or {}).get("key") == house.last.key


def make_first_host() -> None:
    """Make this browser the first host's if it becomes that; call it before a post is answered."""
    if rights().is_host:
        return
    if is_host():
        sign_in_as(hosts.make_host(device_token(), device_label()))
        session.pop(_HOST_MARK, None)
    elif _becomes_host() and (token := hosts.claim_house(device_token(), device_label())):
        sign_in_as(token)
        flash(TOLD, "done")
        print_line(f"The host’s device is {with_article(device_label())} at {request.remote_addr} now.")
