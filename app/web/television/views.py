"""The television: what the whole table may see of its night, read only, kept true by the live feed."""

from __future__ import annotations

from flask import abort, render_template, request

from app import night as store
from app.web.http.gate import GuardedBlueprint, Who
from app.web.television.page import television_page

blueprint = GuardedBlueprint("television", __name__, Who.LINK, url_prefix="/tv/<key>")


@blueprint.get("")
def page(key: str) -> str:
    """Show the table as it is now: whole, or for htmx the part that changes."""
    screen = store.screen_by_watch_key(key) or abort(404)
    name = "television/_answer.html" if "HX-Request" in request.headers else "television/page.html"
    return render_template(name, key=key, tv=television_page(screen, request.args.get("near", "")))
