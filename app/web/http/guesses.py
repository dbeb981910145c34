"""Rate limits on wrong links, codes and tokens, on questions, examples and name searches, and on programs.

Counts are held in memory. Past the limit every request is refused, so that a right guess looks like a wrong one.
Devices with a role are counted one by one, and browsers that have dealt separately from strangers at their address, so
that other people's guesses lock neither out. Hosts have no limit.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from threading import Lock

from flask import Response, current_app, request

from app import settings
from app.night.access import grants
from app.night.access.grants import ASKED_TOO_OFTEN
from app.night.access.rights import Role
from app.night.validation import Problem
from app.web.http import browser
from app.web.http.errors import error_page

#: For each kind of try, a period in seconds and how many it allows: wrong codes and links, requests to a host or for a
#: phone's page, examples that still exist (a fifth of all per address), name searches, seats asked for with the code of
#: the night (ten guests behind one router ask six times each), and a program's requests.
LIMITS: dict[str, tuple[float, Callable[[], int]]] = {
    "guesses": (60.0, lambda: max(1, settings.limit("guesses"))),
    "questions": (3600.0, lambda: 5),
    "examples": (24 * 3600.0, lambda: max(1, settings.limit("examples") // 5)),
    "names": (3600.0, lambda: 200),
    "seats": (3600.0, lambda: 60),
    "requests": (60.0, lambda: 600),
}
#: The most clients to count; an IPv6 network is one.
MAX_ADDRESSES = 4096

TOO_MANY = ("Too many tries", "Too many codes or links from here were wrong. Wait a minute, then try again.")

#: The first parts of paths that contain a key or code, or require a token.
_KEYED = ("n", "p", "tv", "j", "h", "live", "host", "example", "api")


class Tries:
    """Recent tries of one kind, by client."""

    def __init__(self, what: str) -> None:
        self._seconds, self._most = LIMITS[what]
        self._tried: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = Lock()

    def count(self, who: str) -> None:
        """Count a try."""
        with self._lock:
            at = self._tried.setdefault(who, [])
            at.append(time.monotonic())
            del at[: -self._most() - 1]
            self._tried.move_to_end(who)
            if len(self._tried) > MAX_ADDRESSES:
                self._tried.popitem(last=False)

    def uncount(self, who: str) -> None:
        """Uncount the last try."""
        with self._lock:
            del self._tried.get(who, [])[-1:]

    def seconds_to_wait(self, who: str) -> int:
        """Return the seconds until the next try is allowed; 0 if it is now."""
        most, since = self._most(), time.monotonic() - self._seconds
        with self._lock:
            recent = [at for at in self._tried.get(who, ()) if at > since]
        return 0 if len(recent) < most else max(1, round(recent[-most] - since))


def tries(what: str) -> Tries:
    """Return the recent tries of one kind."""
    counted: dict[str, Tries] = current_app.extensions.setdefault("upcard-guesses", {})
    return counted.setdefault(what, Tries(what))


def seconds_to_wait(what: str) -> int:
    """Return the seconds until this client may try again; 0 if it may now."""
    return 0 if browser.is_host() else tries(what).seconds_to_wait(_who())


def count(what: str) -> None:
    """Count a try of this client."""
    tries(what).count(_who())


def uncount(what: str) -> None:
    """Uncount the last try of this client."""
    tries(what).uncount(_who())


def ask_for(role: Role, of_id: int, name: str | None = None) -> Problem | None:
    """Request a role for this browser's device, within the limit on questions."""
    token: str | Problem = ASKED_TOO_OFTEN
    if not seconds_to_wait("questions"):
        token = grants.ask(role, of_id, browser.device_token(), browser.device_label(), name)
    if isinstance(token, Problem):
        return token
    count("questions")
    browser.sign_in_as(token)
    return None


def limit_guesses() -> Response | None:
    """Refuse a client that has guessed too often, whatever key it sends."""
    if not _is_guess():
        return None
    # Identifying the client takes a query, so first check whether anybody at its address has been wrong too often.
    guesses, address = tries("guesses"), _address()
    if not any(map(guesses.seconds_to_wait, (address, _known_browsers_at(address), _device()))):
        return None
    if not (wait := seconds_to_wait("guesses")):
        return None
    response = error_page(429, *TOO_MANY, start=False)
    response.headers["Retry-After"] = str(wait)
    return response


def count_wrong_guess(response: Response) -> Response:
    """Count a wrong code, key or token, unless a host sent it."""
    wrong_code = request.endpoint in ("home.code", "home.enter") and response.status_code == 422
    wrong_key = _is_guess() and response.status_code == (401 if browser.is_api_request() else 404)
    if (wrong_code or wrong_key) and not browser.is_host():
        count("guesses")
    return response


def _is_guess() -> bool:
    return request.path.split("/")[1] in _KEYED


def _who() -> str:
    """Return the client to count: a device with a role, the known browsers at an address, or all others there."""
    if browser.rights().has_role:
        return _device()
    return _known_browsers_at(_address()) if browser.is_known_browser() else _address()


def _device() -> str:
    return browser.mark_of(browser.device_token())


def _known_browsers_at(address: str) -> str:
    """Return the client that stands for the browsers at an address that have dealt or are televisions."""
    return f"{address} known"


def _address() -> str:
    """Return the client's address, or its network for IPv6, where a device has many addresses."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return ""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)
