"""Past nights, for hosts: when each was, who played and who won, with a link to its hands."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from app.dates import day_text
from app.night.history import past_nights
from app.night.history.past_nights import PastNight
from app.night.models import ABOVE_ALL_IDS
from app.text import counted, listing, whole_number
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import render

blueprint = GuardedBlueprint("nights", __name__, Who.HOST)

NO_SUCH_PAGE = ("No such page", '"before" has to be the number of a night, as in the link to older nights.')

#: Nights per page.
SHOWN = 50


class NightRow:
    """A night in words. ``won``: the winners' profit in chips. ``coins``: the profit in money, if played for money."""

    def __init__(self, night: PastNight) -> None:
        self.night, self.day = night, day_text(night.started_at)
        self.hands = counted(night.hands, "hand")
        self.winner = listing(night.winners) if night.winners else ""
        self.won = f"+{night.won}" if night.winners else ""
        self.coins = night.worth.coins(night.money) if night.winners and night.worth.currency else ""


@blueprint.get("/nights")
def page() -> Response:
    """Show the latest nights, or those before a night's id. ``older``: the id before which the next page starts."""
    typed = request.args.get("before", "")
    before = whole_number(typed)
    if typed and (before is None or before > ABOVE_ALL_IDS):
        return error_page(400, *NO_SUCH_PAGE)
    nights = past_nights.past_nights(SHOWN + 1, before)
    rows = list(map(NightRow, nights[:SHOWN]))
    older = rows[-1].night.id if len(nights) > SHOWN else None
    return render("nights/page.html", rows=rows, first=before is None, older=older)
