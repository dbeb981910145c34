"""The page of one hand, for whoever has its link: at any of its steps, with its record. It leads nowhere else."""

from __future__ import annotations

from flask import abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from app.night import nights
from app.night.history import hands, replays
from app.night.history.replays import PlayedHand
from app.night.validation import Problem
from app.text import sentence
from app.web.hand.page import hand_page
from app.web.hand.step import NoStepError, asked_step, step_of
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import as_file, render_page

blueprint = GuardedBlueprint("hand", __name__, Who.LINK, url_prefix="/h")


@blueprint.get("/<key>")
def page(key: str) -> Response:
    """Show a hand at a step: the whole page, or for htmx the part that changes with the step."""
    played = _played_or_why(key)
    if isinstance(played, Response):
        return played
    try:
        asked = asked_step()
    except NoStepError as error:
        return error_page(400, "No such step", str(error), url_for("hand.page", key=key))
    night = nights.night_by_id(played.hand.night_id)
    step = step_of(key, played, asked, night.played_for)
    if "HX-Request" in request.headers:
        return make_response(render_template("hand/_answer.html", step=step))
    return render_page("hand/page.html", hand_page(key, played, step, asked.step, night))


@blueprint.get("/<key>.phh")
def record(key: str) -> Response:
    """Send the record of a hand."""
    played = _played_or_why(key)
    if isinstance(played, Response):
        return played
    number = played.hand.number
    text = hands.hand_record(nights.night_by_id(played.hand.night_id), number)
    if text is None:
        abort(404)
    if isinstance(text, Problem):
        return error_page(409, "No record", f"{sentence(text.text.rstrip('.'))}.", url_for("hand.page", key=key))
    return as_file(text, "application/toml", f"hand-{number}.phh")


def _played_or_why(key: str) -> PlayedHand | Response:
    """Return the hand of an address, or the page that says why there is none to look at."""
    played = replays.played_hand(key) or abort(404)
    if isinstance(played, Problem):
        return error_page(404, "No hand to look at", f"{sentence(played.text.rstrip('.'))}.", "")
    return played
