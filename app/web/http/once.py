"""Marks in forms, by which what is sent twice is known: a form that adds something counts once."""

from __future__ import annotations

import re

from flask import Flask, request

from app.night.models import random_key

_MARK = re.compile(r"[\w-]{1,32}", re.ASCII)


def init_app(app: Flask) -> None:
    """Let templates put a mark into a form."""
    app.jinja_env.globals.update(new_mark=random_key)


def posted_mark() -> str:
    """Return the mark of the posted form; empty for anything that no page has given out."""
    mark = request.form.get("once", "")
    return mark if _MARK.fullmatch(mark) else ""
