"""Messages that one request leaves for the next page."""

from __future__ import annotations

from flask import get_flashed_messages


def take_messages(*categories: str) -> str:
    """Return the messages of these categories as one text, each said once, and forget them."""
    messages = [text for category in categories for text in get_flashed_messages(category_filter=[category])]
    return ". ".join(dict.fromkeys(map(str, messages)))
