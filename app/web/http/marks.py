"""Marks of keys and codes: what a cookie holds of them, which tells nobody what they are."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256

from flask import current_app


def mark_of(secret: str) -> str:
    """Return the mark of a key or a code; without the key of this server nobody finds what it belongs to."""
    digest = hmac.digest(str(current_app.secret_key).encode(), secret.encode(), sha256)
    return urlsafe_b64encode(digest[:15]).decode()
