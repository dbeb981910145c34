"""The first host: the browser that is used first on a new installation.

Where there are nights already, from a version that knew no hosts, it is the first to post that has dealt the last of
them: the household's tablet. GET changes nothing, and looks whether it would be so.
"""

from __future__ import annotations

from flask import flash, request

from app import night as store
from app.logs import tell_terminal
from app.text import with_article
from app.web.http.browser_nights import has_dealt
from app.web.http.device import device_label, device_token
from app.web.http.roles import be, forget_old_mark, is_host, rights

TOLD = "This is the host’s device now: it begins nights, and lets other devices in"


def may_begin() -> bool:
    """Return whether this browser may do what a host may: it is one, or becomes the first with its first post."""
    return is_host() or becomes_host()


def becomes_host() -> bool:
    """Return whether this browser becomes the first host's with its next post."""
    house = store.hostless()
    if house is None or rights().host == "out":
        return False
    return house.last is None or has_dealt(house.last) or (request.view_args or {}).get("key") == house.last.key


def make_first_host() -> None:
    """Make this browser the first host's if it becomes that; call it before a post is answered."""
    if rights().is_host:
        return
    if is_host():
        be(store.make_host(device_token(), device_label()))
        forget_old_mark()
    elif becomes_host() and (token := store.claim_house(device_token(), device_label())):
        be(token)
        flash(TOLD, "done")
        tell_terminal(f"The host’s device is {with_article(device_label())} at {request.remote_addr} now.")
