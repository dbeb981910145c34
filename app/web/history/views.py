"""Hands already played: the record of a hand, to download."""

from __future__ import annotations

from flask import abort, make_response, url_for
from werkzeug.wrappers import Response

from app import night as store
from app.night import Problem
from app.text import sentence
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_night_or_404

blueprint = GuardedBlueprint("history", __name__, Who.DEALER, url_prefix="/n/<key>/hand")


@blueprint.get("/<int:number>.toml")
def record(key: str, number: int) -> Response:
    """Send the record of a finished hand, or say why there is none."""
    night = get_night_or_404(key)
    text = store.hand_record(night, number)
    if text is None:
        abort(404)
    if isinstance(text, Problem):
        reason = f"{sentence(text.text.rstrip('.'))}."
        return error_page(409, f"Hand {number} has no record", reason, url_for("dealer.table", key=key))
    response = make_response(text)
    response.headers["Content-Type"] = "application/toml; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="hand-{number}.toml"'
    response.headers["Cache-Control"] = "no-store"
    return response
