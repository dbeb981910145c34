"""Past nights, for hosts: when each was, who played and who won, with a link to its hands."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from app.night.history import past_nights
from app.night.models import ABOVE_ALL_IDS
from app.text import whole_number
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import render

blueprint = GuardedBlueprint("nights", __name__, Who.HOST)

NO_SUCH_PAGE = ("No such page", '"before" has to be the number of a night, as in the link to older nights.')

#: Nights per page.
SHOWN = 50


@blueprint.get("/nights")
def page() -> Response:
    """Show the latest nights, or those before a night's id. ``older``: the id before which the next page starts."""
    typed = request.args.get("before", "")
    before = whole_number(typed)
    if typed and (before is None or before > ABOVE_ALL_IDS):
        return error_page(400, *NO_SUCH_PAGE)
    nights = past_nights.past_nights(SHOWN + 1, before)
    older = nights[SHOWN - 1].id if len(nights) > SHOWN else None
    return render("nights/page.html", nights=nights[:SHOWN], first=before is None, older=older)
