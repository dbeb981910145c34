"""The nights of the house, for its hosts: when each was, who sat there and who won; each opens its hands."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request
from werkzeug.wrappers import Response

from app.night.history import past_nights
from app.night.history.past_nights import PastNight
from app.night.models import ABOVE_ALL_IDS
from app.text import counted, listing, whole_number
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import render

blueprint = GuardedBlueprint("nights", __name__, Who.HOST)

NO_SUCH_PAGE = ("No such page", "“before” is the number of a night, as the link to older nights has it.")

#: So many nights are on a page.
SHOWN = 50


@dataclass(frozen=True, slots=True)
class NightRow:
    """A night in words. ``won`` is what its winner has won, in chips and, where it was played for money, in coins."""

    night: PastNight
    day: str
    hands: str
    winner: str
    won: str
    coins: str


@blueprint.get("/nights")
def page() -> Response:
    """Show the latest nights, or with ``before`` those that came before a night; ``older`` begins the next page."""
    typed = request.args.get("before", "")
    before = whole_number(typed)
    if typed and (before is None or before > ABOVE_ALL_IDS):
        return error_page(400, *NO_SUCH_PAGE)
    nights = past_nights.past_nights(SHOWN + 1, before)
    rows = [_row(night) for night in nights[:SHOWN]]
    older = rows[-1].night.id if len(nights) > SHOWN else None
    return render("nights/page.html", rows=rows, first=before is None, older=older)


def _row(night: PastNight) -> NightRow:
    return NightRow(
        night=night,
        day=f"{night.started_at.astimezone():%-d %B %Y}",
        hands=counted(night.hands, "hand"),
        winner=listing(night.winners) if night.winners else "",
        won=f"+{night.won}" if night.winners else "",
        coins=night.worth.money(night.won) if night.winners and night.worth.currency else "",
    )
