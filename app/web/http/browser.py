"""This browser: its device token, kind and languages, its choices and nights, and its rights.

Over https the names of our cookies begin with ``__Host-``. Browsers accept such cookies only over https and only from
this host, so nobody on the network can plant one over http. The cookie that redirects to https has one name for both.
The session holds marks of keys, not the keys themselves, since anybody with the cookie can read it.
"""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256
from hmac import compare_digest
from typing import Any, cast

from flask import Response, current_app, flash, request, session
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from app import settings
from app.locales import known_locale, set_reader
from app.logs import print_line
from app.night import nights
from app.night.access import grants
from app.night.access.rights import HOST, Rights, Role, has_had_host, is_unclaimed, rights_of
from app.night.example import example_by_id
from app.night.links import night_by_watch_key, nights_by_ids, nights_by_keys
from app.night.locale import club_locale
from app.night.models import ABOVE_ALL_IDS, CLUB, Night
from app.night.validation import Problem
from app.text import with_article
from app.web.http.assets import FILES

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

#: The key in a request's environment for the rights once read.
RIGHTS = "upcard.rights"

#: Session keys: the nights dealt, the latest first; the example; the night that this television shows.
_DEALT, _EXAMPLE, _WATCHED = "dealt", "example-mark", "watched"
#: How many nights a session remembers: each lengthens a cookie that is sent with every tap.
MAX_REMEMBERED = 30
#: How many nights it remembers a choice for.
_MAX_CHOICES = 8

#: Session keys of former versions: the keys of nights, the host code and, later, a mark of the host code.
_OLD_NIGHTS, _OLD_EXAMPLE = "nights", "example"
_HOST_CODE, _HOST_MARK = "host", "host-mark"

FIRST_HOST = "This is the host's device now: it starts nights, and lets other devices in"


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
        session[self._name] = dict([*others, (mark, choice)][-_MAX_CHOICES:])
        session.pop(self._old, None)

    def _all(self) -> dict[str, Any]:
        choices, old = session.get(self._name), session.get(self._old)
        taken_over = {mark_of(str(key)): choice for key, choice in old.items()} if isinstance(old, dict) else {}
        return taken_over | (choices if isinstance(choices, dict) else {})


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
    """Identify this browser by this token from now on, and forget the rights already read."""
    if token != device_token():
        request.environ[_NEW_TOKEN] = token
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
        print_line(f"The host's device is {with_article(device_label())} at {request.remote_addr} now.")


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
    """Remember the night in a browser that opens its dealer's link or its television's.

    Other responses, such as to OPTIONS or with a redirect, are the same for wrong keys, and do not count as guesses.
    """
    if request.method == "GET" and response.status_code == 200 and request.url_rule:
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
    session[_DEALT] = list((latest | earlier).items())[:MAX_REMEMBERED]


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
