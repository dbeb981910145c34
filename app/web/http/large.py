"""Files that are sent here: the one address that takes more than a form, and from whom."""

from __future__ import annotations

from flask import Flask, request

from app import settings
from app.web.http.first_host import may_begin
from app.web.http.security import MAX_BODY

#: The address, its endpoint, and the page with its form: whoever may open that may send a file.
PATH, ENDPOINT, FORM = "/club/import", "club.read", "/club"


def init_app(app: Flask) -> None:
    """Let hosts send files; call it before anything reads what was sent."""
    app.before_request(_allow)


def most_bytes(method: str, path: str) -> int:
    """Return how large a request may be, as far as its first line tells."""
    return _most() if method == "POST" and path == PATH else MAX_BODY


def _allow() -> None:
    if request.endpoint == ENDPOINT and request.method == "POST" and may_begin():
        request.max_content_length = _most()


def _most() -> int:
    return settings.limit("megabytes") * 2**20 + MAX_BODY
