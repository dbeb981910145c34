"""Numbers that a page has put into its own form."""

from __future__ import annotations

from flask import abort, request

from app.text import whole_number


def posted_number(name: str) -> int:
    """Return a number from the posted form; answer 400 to anything else, since no page of ours sends it."""
    number = whole_number(request.form.get(name, ""))
    return abort(400) if number is None else number
