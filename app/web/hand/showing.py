"""Showing a hand on the televisions of a night, and bringing the table back."""

from __future__ import annotations

from flask import abort, flash, request
from werkzeug.wrappers import Response

from app.night.history import replays
from app.night.history.replays import PlayedHand
from app.night.play import television
from app.night.validation import Problem
from app.text import sentence
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_night_or_404
from app.web.http.pages import back_to
from app.web.http.security import posted_number

blueprint = GuardedBlueprint("showing", __name__, Who.DEALER, url_prefix="/n/<key>")

#: The pages that bring the table back, by what their forms say; others are the page of a hand and the list of hands.
PAGES = {"dealer": "dealer.table", "call": "call.page"}


@blueprint.post("/show")
def show(key: str) -> Response:
    """Show a hand on the televisions, after so many of its actions; the player on the dealer's tablet moves it on."""
    night, hand, step = get_night_or_404(key), request.form.get("hand", ""), posted_number("step")
    played = replays.played_hand(hand) or abort(404)
    if isinstance(played, Problem):
        return error_page(409, "Nothing to show", f"{sentence(played.text.rstrip('.'))}.", "")
    if not television.may_show(night.id, played.hand.night_id):
        abort(404)
    step = max(0, min(step, played.steps))
    if isinstance(problem := television.show_hand(night, hand, step), Problem):
        return error_page(409, "Nothing to show", f"{sentence(problem.text)}.", "")
    if "HX-Request" in request.headers:
        return Response(status=204)
    return back_to("hand.page", "The television shows it", key=hand, at=step)


@blueprint.post("/table")
def table(key: str) -> Response:
    """Bring the table back to the televisions."""
    night, hand = get_night_or_404(key), request.form.get("hand", "")
    television.show_table(night)
    back = request.form.get("back", "")
    if back != "dealer":  # whose screen has a line less then, and no room for more words
        flash("The television shows the table", "done")
    if back in PAGES:
        return back_to(PAGES[back], key=key)
    if hand and isinstance(replays.played_hand(hand), PlayedHand):
        return back_to("hand.page", key=hand, at=request.form.get("step", "")[:9] or None)
    return back_to("history.hands", key=key)
