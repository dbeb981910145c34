"""The rights of this browser: those of its device, and the nights that its session remembers.

The session holds marks of keys, not the keys themselves, since anybody with the cookie can read it.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import Any, cast

from flask import Response, flash, request, session

from app import settings
from app.logs import print_line
from app.night import nights
from app.night.access import grants
from app.night.access.rights import HOST, Rights, Role, has_had_host, is_unclaimed, rights_of
from app.night.example import example_by_id
from app.night.links import night_by_watch_key, nights_by_ids, nights_by_keys
from app.night.models import ABOVE_ALL_IDS, CLUB, Night
from app.night.validation import Problem
from app.text import with_article
from app.web.http.assets import FILES
from app.web.http.cookies import device_label, device_token, mark_of, set_token

#: The key in a request's environment for the rights once read.
RIGHTS = "upcard.rights"

#: Session keys: the nights dealt, the latest first; the example; the night that this television shows.
_DEALT, _EXAMPLE, _WATCHED = "dealt", "example-mark", "watched"
#: Nights that a session remembers: each lengthens a cookie that is sent with every tap.
MOST_REMEMBERED = 30

#: Session keys of former versions: the keys of nights, the host code and, later, a mark of the host code.
_OLD_NIGHTS, _OLD_EXAMPLE = "nights", "example"
_HOST_CODE, _HOST_MARK = "host", "host-mark"

FIRST_HOST = "This is the host’s device now: it starts nights, and lets other devices in"


def rights() -> Rights:
    """Return the rights of this browser's device, read once a request."""
    environ = request.environ
    if RIGHTS not in environ:
        environ[RIGHTS] = rights_of(device_token())
    return cast(Rights, environ[RIGHTS])


def is_host() -> bool:
    """Return whether this browser is a host's."""
    return rights().is_host or (not rights().host and _holds_old_mark())


def may_host() -> bool:
    """Return whether this browser is a host's, or its next post makes it the first host's."""
    return is_host() or _becomes_host()


def visible_nights(most: int | None = None) -> list[Night]:
    """Return the nights that this browser may see, the latest first, without examples.

    ``most`` limits the nights of a host, who may see all.
    """
    if is_host():
        return nights.nights(most)
    return [night for night in nights_by_ids({*_dealt_marks(), *rights().deals}) if may_deal(night)]


def may_deal(night: Night) -> bool:
    """Return whether this browser may deal a night: it has the role, or has opened the night as dealer."""
    if is_host() or night.id in rights().deals:
        return True
    return has_dealt(night) and rights().may_deal(night.id)


def sign_in_as(token: str) -> None:
    """Identify this browser by this token, and forget the rights already read."""
    set_token(token)
    request.environ.pop(RIGHTS, None)


def take_role(role: Role, of_id: int) -> Problem | None:
    """Grant this browser's device a role."""
    token = grants.grant(role, of_id, device_token(), device_label())
    if isinstance(token, Problem):
        return token
    sign_in_as(token)
    return None


def enter_host_code(code: str) -> bool:
    """Make this browser a host's if the code is right; case and punctuation do not matter."""
    return is_host_code(code) and take_role(HOST, CLUB) is None


def is_host_code(code: str) -> bool:
    """Return whether this is the host code."""
    given = _normalized(code)
    return bool(given) and compare_digest(given.encode(), _normalized(settings.host_code()).encode())


def make_first_host() -> None:
    """Make this browser the first host's if there has been no host. Call this before handling a post."""
    if rights().is_host:
        return
    if is_host():
        take_role(HOST, CLUB)
        session.pop(_HOST_MARK, None)
    elif _becomes_host() and (token := grants.claim(HOST, CLUB, device_token(), device_label())):
        sign_in_as(token)
        flash(FIRST_HOST, "done")
        print_line(f"The host’s device is {with_article(device_label())} at {request.remote_addr} now.")


def _becomes_host() -> bool:
    """Return whether the next post makes this browser the first host's.

    If there are nights, it has to be the browser that dealt the last one. Imported nights were dealt nowhere, so any
    browser on the start page will do.
    """
    if has_had_host() or rights().host == "out":
        return False
    last = nights.last_night()
    if last is None or has_dealt(last) or (request.view_args or {}).get("key") == last.key:
        return True
    return request.blueprint == "home" and is_unclaimed()


def _holds_old_mark() -> bool:
    """Return whether a former version made this browser a host's, with the code that is still current."""
    return _HOST_MARK in session and _is_mark(session[_HOST_MARK], _normalized(settings.host_code()))


def _normalized(code: str) -> str:
    return "".join(sign for sign in code[:200] if sign.isalnum()).casefold()


def has_dealt(night: Night) -> bool:
    """Return whether this browser has opened the dealer's address of a night."""
    return _is_mark(_dealt_marks().get(night.id), night.key)


def is_known_browser() -> bool:
    """Return whether this browser is a host's, a phone, a television, or has dealt a night that it may still see."""
    if is_host() or rights().has_role or visible_nights():
        return True
    watched = _marks([session.get(_WATCHED)])
    return any(_is_mark(watched[night.id], night.watch_key) for night in nights_by_ids(watched))


def remember_opened_night(response: Response) -> Response:
    """Remember the night in a browser that opens its dealer's link or its television's."""
    if response.status_code < 400 and request.url_rule:
        if request.url_rule.rule.startswith("/n/<key>"):
            remember_night((request.view_args or {})["key"])
        elif request.endpoint == "television.page" and "HX-Request" not in request.headers:
            # A television shows one night, and forgets an earlier one.
            night = night_by_watch_key((request.view_args or {})["key"])
            if night is not None:
                session[_WATCHED] = [night.id, mark_of(night.watch_key)]
    return response


def remember_night(key: str) -> None:
    """Remember a night as the latest that this browser has dealt."""
    if next(iter(_dealt_marks().values()), "") == mark_of(key):
        return
    night = nights.night_by_key(key)
    if night is not None and not night.example:
        _remember({night.id: mark_of(key)})


def remember_example(key: str) -> None:
    """Remember the example that this browser has started, and forget an earlier one."""
    night = nights.night_by_key(key)
    if night is not None:
        session[_EXAMPLE] = [night.id, mark_of(key)]


def forget_example() -> None:
    """Forget the example."""
    session.pop(_EXAMPLE, None)


def remembered_example() -> Night | None:
    """Return the example that this browser has started; None if there is none, or it has been deleted."""
    for night_id, mark in _marks([session.get(_EXAMPLE)]).items():
        night = example_by_id(night_id)
        if night is not None and _is_mark(mark, night.key):
            return night
    return None


def migrate_session() -> None:
    """Convert what a former version stored in this browser's session."""
    if request.endpoint in FILES:
        return  # these responses are cached, and must not vary by session
    keys = session.pop(_OLD_NIGHTS, None) if _OLD_NIGHTS in session else None
    if isinstance(keys, list):
        ids = {night.key: night.id for night in nights_by_keys([key for key in keys if isinstance(key, str)])}
        _remember({ids[key]: mark_of(key) for key in keys if key in ids})
    if _HOST_CODE in session and is_host_code(str(session.pop(_HOST_CODE))):
        session[_HOST_MARK] = mark_of(_normalized(settings.host_code()))
    if _OLD_EXAMPLE in session:
        remember_example(str(session.pop(_OLD_EXAMPLE)))


def _remember(latest: dict[int, str]) -> None:
    """Remember these nights, with the marks of their keys, ahead of those dealt earlier."""
    earlier = {night_id: mark for night_id, mark in _dealt_marks().items() if night_id not in latest}
    session[_DEALT] = list((latest | earlier).items())[:MOST_REMEMBERED]


def _dealt_marks() -> dict[int, str]:
    """Return the marks of the nights that this browser has dealt, by id, the latest first."""
    return _marks(session.get(_DEALT))


def _marks(stored: Any) -> dict[int, str]:
    """Return marks by night from the pairs stored in a session; skip anything else."""
    marks = {}
    for pair in stored if isinstance(stored, list) else []:
        match pair:
            case [int(night_id), str(mark)] if 0 < night_id < ABOVE_ALL_IDS:
                marks[night_id] = mark
    return marks


def _is_mark(mark: Any, key: str) -> bool:
    return isinstance(mark, str) and compare_digest(mark.encode(), mark_of(key).encode())
