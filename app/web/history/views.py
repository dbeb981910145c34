"""Hands already played: the list of those of a night, and the record of a hand, to download."""

from __future__ import annotations

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from app.night.history.hands import hand_record
from app.night.validation import Problem
from app.text import sentence, whole_number
from app.web.history.page import hands_page
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_night_or_404
from app.web.http.pages import as_file, render_page

blueprint = GuardedBlueprint("history", __name__, Who.DEALER, url_prefix="/n/<key>")


@blueprint.get("/hands")
def hands(key: str) -> Response:
    """Show the latest hands of a night, or with ``before`` those before a number."""
    night, typed = get_night_or_404(key), request.args.get("before", "")
    before = whole_number(typed, 9)
    if typed and before is None:
        return error_page(400, "No such page", "“before” is the number of a hand, such as 51.", "")
    return render_page("history/page.html", hands_page(night, before))


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
