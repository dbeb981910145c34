"""The help page: every pad and every habit of the app in the words of a dealer."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from app.night.nights import night_by_key
from app.web.help.page import help_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import render_page

blueprint = GuardedBlueprint("help", __name__, Who.ANYBODY)


@blueprint.get("/help")
def page() -> Response:
    """Show the help. With ``night``, a dealer's address, it leads back to that table and turns hints on there."""
    key = request.args.get("night", "")[:64]
    return render_page("help/page.html", help_page(key if key and night_by_key(key) else ""))
