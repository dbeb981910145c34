"""Guessing: how many wrong codes and keys an address may try.

The counts are in memory, for a minute, of the addresses that were wrong last. Whoever goes on is refused whatever they
ask for, so that a right guess is not told from a wrong one; devices that hold a role here, or have dealt, are let in.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address
from threading import Lock

from flask import Flask, Response, current_app, request

from app import settings
from app.web.http.browser_nights import is_known_browser
from app.web.http.errors import error_page

#: So long a wrong guess counts.
A_MINUTE = 60.0
#: So many addresses are remembered; a network of the newer kind counts as one.
MOST_ADDRESSES = 4096

TOO_MANY = ("Too many tries", "Too many codes or links from here were wrong. Wait a minute, then try again.")

#: The first part of the addresses that hold a key or a code.
_KEYED = ("n", "p", "tv", "j", "live", "host", "example")


class Guesses:
    """The wrong guesses of the last minute, by address."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = Lock()

    def count(self, address: str) -> None:
        """Count a wrong guess."""
        with self._lock:
            at = self._wrong.setdefault(address, [])
            at.append(time.monotonic())
            del at[: -settings.limit("guesses") - 1]
            self._wrong.move_to_end(address)
            if len(self._wrong) > MOST_ADDRESSES:
                self._wrong.popitem(last=False)

    def seconds_to_wait(self, address: str) -> int:
        """Return how long an address has to wait before its next guess; 0 if it need not."""
        with self._lock:
            recent = [at for at in self._wrong.get(address, ()) if at > time.monotonic() - A_MINUTE]
        most = settings.limit("guesses")
        return 0 if len(recent) < most else max(1, round(recent[-most] + A_MINUTE - time.monotonic()))


def init_app(app: Flask) -> None:
    """Limit the wrong codes and keys of each address."""
    app.before_request(_refuse)
    app.after_request(_count)


def _refuse() -> Response | None:
    if not _is_guess():
        return None
    wait = _guesses().seconds_to_wait(_address())
    if not wait or is_known_browser():
        return None
    response = error_page(429, *TOO_MANY, "", start=False)
    response.headers["Retry-After"] = str(wait)
    return response


def _count(response: Response) -> Response:
    wrong_code = request.endpoint in ("host.page", "host.enter") and response.status_code == 422
    if wrong_code or (response.status_code == 404 and _is_guess()):
        _guesses().count(_address())
    return response


def _is_guess() -> bool:
    """Return whether the address asked for holds a key, or a code is posted."""
    return request.path.split("/")[1] in _KEYED


def _address() -> str:
    """Return who asks: an address, or of the newer ones the network, since one device has many of these."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return ""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)


def _guesses() -> Guesses:
    guesses: Guesses = current_app.extensions.setdefault("upcard-guesses", Guesses())
    return guesses
