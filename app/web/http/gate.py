"""The gate: whom each address is for. Every route says so, by its blueprint or by itself, and is checked here alone.

What an address itself opens, by the key in it, is looked up by the views; the gate knows devices. A view may ask
:func:`app.web.http.rights.is_host` where a part of what it does is for the host.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

from flask import Blueprint, Flask, Response, current_app, make_response, request

from app import settings
from app.night import nights
from app.night.access import devices
from app.night.access.grants import DEALER
from app.night.db import now
from app.text import sentence
from app.web.http.assets import FILES
from app.web.http.cookies import device_label, device_token, token_of_http
from app.web.http.errors import error_page
from app.web.http.rights import be_granted, is_host, make_first_host, may_begin, rights, sign_in_as, visible_nights
from app.web.http.security import MAX_BODY

View = TypeVar("View", bound=Callable[..., Any])


class Who(Enum):
    """Who may use an address.

    ``LINK``: anybody with the link or code in it, which the view looks up; a phone's view checks its device too.
    ``DEALER``: anybody with the dealer's link of the night, and hosts. ``DEALERS``: those who have dealt any night.
    ``BEGINS``: hosts, and the device that becomes the first of them with its next post.
    """

    ANYBODY = "anybody"
    LINK = "link"
    DEALER = "dealer"
    DEALERS = "dealers"
    HOST = "host"
    BEGINS = "host, or the first device of a new installation"


#: Leads a device to https, which is no use of Upcard yet: it makes nobody the first host.
TRUST = "trust"

FOR_THE_HOST = (
    "For the host",
    "That is done on a host’s device. On the start page you can ask to be let in, or enter the host code.",
)
SIGNED_OUT = (
    "This device is signed out",
    "The host has signed it out, so the dealer’s link does not open here. On the start page you can ask to be let in.",
)


class GuardedBlueprint(Blueprint):
    """A blueprint that says who may use its addresses."""

    def __init__(self, name: str, import_name: str, who: Who, url_prefix: str | None = None) -> None:
        super().__init__(name, import_name, url_prefix=url_prefix)
        self.who = who


def only_for(who: Who) -> Callable[[View], View]:
    """Say who may use a single view, where its blueprint says otherwise."""

    def mark(view: View) -> View:
        view.who = who  # type: ignore[attr-defined]
        return view

    return mark


def who_may(app: Flask, endpoint: str) -> Who:
    """Return whom an endpoint is for. Raise ``LookupError`` where neither its view nor its blueprint says so."""
    if endpoint in FILES:
        return Who.ANYBODY
    own = getattr(app.view_functions[endpoint], "who", None)
    blueprint = app.blueprints.get(endpoint.rpartition(".")[0])
    if isinstance(own, Who):
        return own
    if isinstance(blueprint, GuardedBlueprint):
        return blueprint.who
    raise LookupError(f"{endpoint} does not say whom it is for")


def turn_away(title: str, text: str) -> Response:
    """Refuse a device. An open page is told to reload, which says the same."""
    if "HX-Request" in request.headers:
        return make_response("", 403, {"HX-Refresh": "true"})
    return error_page(403, title, text)


#: What a device must be for an address that its key alone does not open.
_REQUIRED: dict[Who, Callable[[], bool]] = {
    Who.HOST: is_host,
    Who.BEGINS: may_begin,
    Who.DEALERS: lambda: is_host() or bool(visible_nights()),
}


def check_access() -> Response | None:
    """Refuse a device that may not use the address. The first to post to a new installation becomes its host."""
    if request.endpoint is None or request.endpoint in FILES:
        return None
    if request.method == "POST" and request.blueprint != TRUST:
        if token_of_http():
            sign_in_as(devices.renew_token(token_of_http()))
        make_first_host()
        _note_day()
    who = who_may(current_app, request.endpoint)
    if who in _REQUIRED and not _REQUIRED[who]():
        return turn_away(*FOR_THE_HOST)
    return _check_dealer((request.view_args or {})["key"]) if who is Who.DEALER and not is_host() else None


def _check_dealer(key: str) -> Response | None:
    """Turn away a device that is signed out, and note one that deals with its first post."""
    if request.method != "POST" and not rights().is_out:
        return None
    # What a device is noted for is read at every request; which night a key was made for is not.
    known = nights.keyed_night(key)
    if known is not None and (known.example or known.id in rights().deals):
        return None
    night = nights.night_by_key(key)
    if night is None or night.example:
        return None  # an unknown link is the view's to refuse
    if not rights().may_deal(night.id):
        return turn_away(*SIGNED_OUT)
    if request.method == "POST" and night.id not in rights().deals and (problem := be_granted(DEALER, night.id)):
        return turn_away("Too many devices", f"{sentence(problem.text)}.")
    return None


def _note_day() -> None:
    """Keep the day on which a device of the house was used last."""
    seen = rights().seen
    if seen is not None and seen != now().date() and (is_host() or rights().nights):
        devices.note_seen(device_token(), device_label())


#: The address, its endpoint, and the page with its form: who may open that may send a file.
PATH, ENDPOINT, FORM = "/club/import", "club.read", "/club"


def most_bytes(method: str, path: str) -> int:
    """Return how large a request may be, as far as its first line tells."""
    return _most() if method == "POST" and path == PATH else MAX_BODY


def allow_large_file() -> None:
    """Raise the size limit for a host's upload. Nothing may read the form before this."""
    if request.endpoint == ENDPOINT and request.method == "POST" and may_begin():
        request.max_content_length = _most()


def _most() -> int:
    return settings.limit("megabytes") * 2**20 + MAX_BODY
