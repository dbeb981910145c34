"""Marks of keys and codes: what a cookie holds of them, which tells nobody what they are."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256

from flask import current_app


def mark_of(secret: str) -> str:
    """Return the mark of a key or a code; without the key of this server nobody finds what it belongs to."""
    return _mark(str(current_app.secret_key), secret)


@lru_cache(maxsize=4096)
def _mark(server: str, secret: str) -> str:
    """Return a mark. It is remembered: a tap needs three, and the thread that makes one may have to wait for others."""
    digest = hmac.digest(server.encode(), secret.encode(), sha256)
    return urlsafe_b64encode(digest[:15]).decode()
