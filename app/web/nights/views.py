"""The nights of the house, for its hosts: when each was, who sat there and who won; each opens its hands."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from app.night.models import ABOVE_ALL_IDS
from app.text import whole_number
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import render_page
from app.web.nights.page import nights_page

blueprint = GuardedBlueprint("nights", __name__, Who.HOST)


@blueprint.get("/nights")
def page() -> Response:
    """Show the latest nights, or with ``before`` those that came before a night."""
    typed = request.args.get("before", "")
    before = whole_number(typed)
    if typed and (before is None or before > ABOVE_ALL_IDS):
        return error_page(
            400, "No such page", "“before” is the number of a night, as the link to older nights has it.", ""
        )
    return render_page("nights/page.html", nights_page(before))
