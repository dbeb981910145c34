"""The television: what the whole table may see of its night, read only, kept true by the live feed."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from app import night as store
from app.web.television.page import television_page

blueprint = Blueprint("television", __name__, url_prefix="/tv/<key>")


@blueprint.get("")
def page(key: str) -> str:
    """Show the table as it is now: whole, or for htmx the part that changes."""
    night = store.night_by_watch_key(key)
    if night is None:
        abort(404)
    # Read before the hand is: a screen may seem older than it is, never newer.
    version = store.night_version(night.id)
    name = "television/_answer.html" if "HX-Request" in request.headers else "television/page.html"
    return render_template(name, key=key, tv=television_page(night, version, request.args.get("near", "")))
