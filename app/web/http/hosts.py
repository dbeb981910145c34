"""The names that this server answers to.

A page of another site can give its own name the address of this server, and its scripts then read what is here as if it
were theirs. It cannot take a name or an address away, so it is enough to look at what was asked for.
"""

from __future__ import annotations

import re
import socket
from ipaddress import ip_address

from flask import Flask, Response, request

from app import settings
from app.web.http.errors import error_page

MISDIRECTED = (
    "This is not that server",
    "Upcard answers under its own names and addresses only. If it is known by another name here, the setting "
    "UPCARD_HOSTS takes it.",
)

#: What an Upcard is called in its house; with a number where there are several.
_LOCAL = re.compile(r"upcard(-\d{1,2})?\.local")


def init_app(app: Flask) -> None:
    """Answer requests for other names with a sentence, before anything else looks at them."""
    app.before_request(_refuse_other_names)


def _refuse_other_names() -> Response | None:
    """Refuse a request for a name that is not ours; one that names nothing is from no browser."""
    asked = request.environ.get("HTTP_HOST", "")
    return None if not asked or is_ours(asked) else error_page(421, *MISDIRECTED, "", start=False)


def is_ours(host: str) -> bool:
    """Return whether a Host header names this server. Every address does: a name alone can be somebody else's."""
    name = _name_of(host)
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        ip_address(name)
    except ValueError:
        return name in own_names() or _LOCAL.fullmatch(name) is not None or name in settings.current().hosts
    return True


def _name_of(host: str) -> str:
    """Return the name or the address in a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".").casefold()


def own_names() -> frozenset[str]:
    """Return the names that this machine has by itself."""
    name = socket.gethostname().casefold()
    short = name.partition(".")[0]
    return frozenset({name, short, f"{short}.local"} - {""})
