"""What the browser that asks may do here: whether it is the host's, and which nights it may deal."""

from __future__ import annotations

from hmac import compare_digest
from typing import cast

from flask import request, session

from app import night as store
from app import settings
from app.night import Rights
from app.web.http.device import device_label, device_token, give_token
from app.web.http.marks import mark_of

#: Where a request keeps what it has read.
_RIGHTS = "upcard.rights"

#: What older versions have put into the cookie of a host's browser: a mark of the code; before that, the code itself.
_HOST_MARK, _HOST_CODE = "host-mark", "host"


def rights() -> Rights:
    """Return the rights of the browser that asks in the club of its request, read once."""
    read = cast(dict[int, Rights], request.environ.setdefault(_RIGHTS, {}))
    club_id = store.current_club()
    if club_id not in read:
        read[club_id] = store.rights_of(device_token())
    return read[club_id]


def is_host() -> bool:
    """Return whether this browser is a host's."""
    return rights().is_host or (not rights().host and holds_old_mark())


def be(token: str) -> None:
    """Go on as the device with this token, whose rights have changed."""
    give_token(token)
    request.environ.pop(_RIGHTS, None)


def enter_host_code(code: str) -> bool:
    """Make this browser a host's if the code is right; case and punctuation do not matter."""
    if not is_host_code(code):
        return False
    be(store.make_host(device_token(), device_label()))
    return True


def is_host_code(code: str) -> bool:
    """Return whether this is the host code."""
    given = _normalized(code)
    return bool(given) and compare_digest(given.encode(), _normalized(settings.host_code()).encode())


def holds_old_mark() -> bool:
    """Return whether an older version has made this browser the host's, by the code that still counts."""
    mark = session.get(_HOST_MARK)
    return isinstance(mark, str) and compare_digest(mark.encode(), _mark_of_code().encode())


def renew_old_mark() -> None:
    """Let no cookie of an older version hold the code itself."""
    if _HOST_CODE in session and is_host_code(str(session.pop(_HOST_CODE))):
        session[_HOST_MARK] = _mark_of_code()


def forget_old_mark() -> None:
    """Forget what an older version has put into the cookie: the device has its rights now."""
    session.pop(_HOST_MARK, None)


def _mark_of_code() -> str:
    return mark_of(_normalized(settings.host_code()))


def _normalized(code: str) -> str:
    return "".join(sign for sign in code[:200] if sign.isalnum()).casefold()
