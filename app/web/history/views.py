"""Hands already played, to take along: a hand as the text of its record."""

from __future__ import annotations

from flask import Blueprint, abort, make_response, render_template
from werkzeug.wrappers import Response

from app import night as store
from app.night import Problem
from app.web.forms.controls import sentence
from app.web.http.lookup import night_of

blueprint = Blueprint("hands", __name__, url_prefix="/n/<key>/hand")

#: A hand has at most so many digits in its number; whatever is longer is no hand.
_DIGITS = 9


@blueprint.get("/<int:number>.toml")
def record(key: str, number: int) -> Response:
    """The record of a finished hand; the reason, where there is none to be had."""
    night = night_of(key)
    text = store.hand_record(night, number) if len(str(number)) <= _DIGITS else None
    if text is None:
        abort(404)
    if isinstance(text, Problem):
        said = f"{sentence(text.text.rstrip('.'))}."
        page = render_template("error.html", title=f"Hand {number} has no record", text=said, key=key)
        return make_response(page, 409)
    response = make_response(text)
    response.headers["Content-Type"] = "application/toml; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="hand-{number}.toml"'
    response.headers["Cache-Control"] = "no-store"
    return response
