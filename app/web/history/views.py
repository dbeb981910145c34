"""Hands already played: the list of those of a night, and the record of a hand, to download."""

from __future__ import annotations

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from app.night.history import past_nights
from app.night.history.hands import hand_record, past_hands
from app.night.models import Night
from app.night.people import seats
from app.night.validation import Problem
from app.text import counted, sentence, whole_number
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_night_or_404, shown_words
from app.web.http.pages import as_file, render_page, take_messages

blueprint = GuardedBlueprint("history", __name__, Who.DEALER, url_prefix="/n/<key>")

#: So many hands are on a page.
SHOWN = 50


class HandsPage:
    """The latest hands of a night, or those before a number.

    ``newer`` and ``older`` begin the pages beside this one: each has the hands before that number. None where there is
    none. ``television`` is what televisions show instead of the table, in words.
    """

    def __init__(self, night: Night, before: int | None) -> None:
        found = past_hands(night, SHOWN + 1, before)
        self.night, self.hands = night, found[:SHOWN]
        self.day = f"{night.started_at.astimezone():%-d %B %Y}"
        self.played = counted(seats.hands_played(night.id), "hand")
        last = past_nights.last_hand_number(night)
        self.newer = before + SHOWN if before is not None and before <= last else None
        self.older = self.hands[-1].number if len(found) > SHOWN else None
        self.television, self.message = shown_words(night), take_messages("done")


@blueprint.get("/hands")
def hands(key: str) -> Response:
    """Show the latest hands of a night, or with ``before`` those before a number."""
    night, typed = get_night_or_404(key), request.args.get("before", "")
    before = whole_number(typed, 9)
    if typed and before is None:
        return error_page(400, "No such page", "“before” is the number of a hand, such as 51.", "")
    return render_page("history/page.html", HandsPage(night, before))


@blueprint.get("/hand/<int:number>.toml")
def record(key: str, number: int) -> Response:
    """Send the record of a finished hand, or say why there is none."""
    night = get_night_or_404(key)
    text = hand_record(night, number)
    if text is None:
        abort(404)
    if isinstance(text, Problem):
        reason = f"{sentence(text.text.rstrip('.'))}."
        return error_page(409, f"Hand {number} has no record", reason, url_for("dealer.table", key=key))
    return as_file(text, "application/toml", f"hand-{number}.toml")
