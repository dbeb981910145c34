"""The gate: checks who may use each address, as its view or blueprint declares.

The gate checks devices; views look up the keys in addresses. A view that is only partly for hosts asks
:func:`app.web.http.browser.is_host`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

from flask import Blueprint, Flask, Response, current_app, g, make_response, request

from app import settings
from app.night import nights
from app.night.access.rights import ANSWERS, DEALER, ENTERS, PROGRAM, PROGRAMS, Role, note_seen, program_of, renew_token
from app.night.db import now
from app.text import full_sentence
from app.web.http import browser
from app.web.http.assets import FILES
from app.web.http.errors import error_page, refused
from app.web.http.guesses import count, seconds_to_wait
from app.web.http.security import MAX_BODY

View = TypeVar("View", bound=Callable[..., Any])


class Who(Enum):
    """The people and programs that may use an address.

    ``LINK``: anybody with the link or code, which the view looks up; a phone's view checks the device too.
    ``DEALER``: hosts, and anybody with the night's dealer link. ``DEALERS``: hosts, and anybody who has dealt a night.
    ``HOST_OR_FIRST``: hosts, and the device whose next post makes it the first host. ``PROGRAM``: any program with a
    token. ``PLAYER_PROGRAM``: programs of a player or a dealer. ``DEALER_PROGRAM``: programs of a dealer.
    """

    ANYBODY = "anybody"
    LINK = "link"
    DEALER = "dealer"
    DEALERS = "dealers"
    HOST = "host"
    HOST_OR_FIRST = "host, or the first device of a new installation"
    PROGRAM = "program"
    PLAYER_PROGRAM = "program of a player or a dealer"
    DEALER_PROGRAM = "program of a dealer"


#: The roles of programs that may use an address.
_PROGRAMS: dict[Who, tuple[Role, ...]] = {
    Who.PROGRAM: PROGRAMS,
    Who.PLAYER_PROGRAM: (ANSWERS, ENTERS),
    Who.DEALER_PROGRAM: (ENTERS,),
}

#: The blueprint that moves a device to https. A post to it does not make the device the first host.
TRUST = "trust"

FOR_THE_HOST = (
    "For the host",
    "Only a host's device can do that. On the start page you can ask to be let in, or enter the host code.",
)
SIGNED_OUT = (
    "This device is signed out",
    "The host has signed it out, so the dealer's link does not open here. On the start page you can ask to be let in.",
)
NO_TOKEN = 'Send a valid token as "Authorization: Bearer …". The host makes them under Devices.'
NOT_LET_IN = "The player has to say yes first, on their phone, or the dealer for them."
OTHER_ROLE = "The token was made for something else. The host makes another one under Devices."
TOO_FAST = "A program may ask 600 times a minute. Follow the stream instead of asking again and again."


class GuardedBlueprint(Blueprint):
    """A blueprint that declares who may use its addresses."""

    def __init__(self, name: str, import_name: str, who: Who, url_prefix: str | None = None) -> None:
        super().__init__(name, import_name, url_prefix=url_prefix)
        self.who = who


def only_for(who: Who) -> Callable[[View], View]:
    """Declare who may use a view, overriding its blueprint."""

    def mark(view: View) -> View:
        view.who = who  # type: ignore[attr-defined]
        return view

    return mark


def who_may(app: Flask, endpoint: str) -> Who:
    """Return who may use an endpoint. Raise ``LookupError`` if neither its view nor its blueprint declares it."""
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
    """Refuse a device. An open page reloads and then shows the refusal."""
    if "HX-Request" in request.headers:
        return make_response("", 403, {"HX-Refresh": "true"})
    return error_page(403, title, text)


#: The checks of a device that do not depend on the key in the address.
_REQUIRED: dict[Who, Callable[[], bool]] = {
    Who.HOST: browser.is_host,
    Who.HOST_OR_FIRST: browser.may_host,
    Who.DEALERS: lambda: browser.is_host() or bool(browser.visible_nights()),
}


def check_access() -> Response | None:
    """Refuse a device that may not use the address. The first device to post to a new installation becomes its host."""
    if request.endpoint is None or request.endpoint in FILES:
        return None
    who = who_may(current_app, request.endpoint)
    if who in _PROGRAMS:
        return _check_program(_PROGRAMS[who])
    if request.method == "POST" and request.blueprint != TRUST:
        if browser.plain_http_token():
            browser.sign_in_as(renew_token(browser.plain_http_token()))
        browser.make_first_host()
        _record_day_of_use()
    if who in _REQUIRED and not _REQUIRED[who]():
        return turn_away(*FOR_THE_HOST)
    return _check_dealer((request.view_args or {})["key"]) if who is Who.DEALER and not browser.is_host() else None


def _check_program(roles: tuple[Role, ...]) -> Response | None:
    """Refuse a program without a token for one of these roles, or with too many requests."""
    g.program = known = program_of(browser.device_token())
    if known is None:
        return refused(401, "unauthorized", NO_TOKEN, {"WWW-Authenticate": "Bearer"})
    if wait := seconds_to_wait("requests"):
        return refused(429, "too many requests", TOO_FAST, {"Retry-After": str(wait)})
    count("requests")
    if not known.is_approved or known.role not in roles:
        return refused(403, "forbidden", OTHER_ROLE if known.is_approved else NOT_LET_IN)
    if request.method == "POST" and known.device.last_seen != now().date():
        note_seen(browser.device_token(), PROGRAM)
    return None


def _check_dealer(key: str) -> Response | None:
    """Refuse a device that is signed out; give any other the dealer's role with its first post."""
    if request.method != "POST" and not browser.rights().is_out:
        return None
    # A device's rights are read at every request; the night of a key is cached.
    known = nights.keyed_night(key)
    if known is not None and (known.example or known.id in browser.rights().deals):
        return None
    night = nights.night_by_key(key)
    if night is None or night.example:
        return None  # the view refuses unknown links
    own = browser.rights()
    if not own.may_deal(night.id):
        return turn_away(*SIGNED_OUT)
    if request.method == "POST" and night.id not in own.deals and (problem := browser.take_role(DEALER, night.id)):
        return turn_away("Too many devices", full_sentence(problem.text))
    return None


def _record_day_of_use() -> None:
    seen = browser.rights().seen
    if seen is not None and seen != now().date() and (browser.is_host() or browser.rights().nights):
        note_seen(browser.device_token(), browser.device_label())


#: The address for uploads, its endpoint, and the page with its form, which the same devices may use.
UPLOAD_PATH, UPLOAD_ENDPOINT, UPLOAD_FORM = "/club/import", "club.read", "/club"


def size_limit(method: str, path: str) -> int:
    """Return the size limit of a request, from its request line."""
    return _upload_limit() if method == "POST" and path == UPLOAD_PATH else MAX_BODY


def allow_large_file() -> None:
    """Raise the size limit for a host's upload, before anything reads the form."""
    if request.endpoint == UPLOAD_ENDPOINT and request.method == "POST" and browser.may_host():
        request.max_content_length = _upload_limit()


def _upload_limit() -> int:
    return settings.limit("megabytes") * 2**20 + MAX_BODY
