"""Start and delete the example night."""

from __future__ import annotations

from contextlib import suppress

from flask import render_template, request, url_for
from sqlalchemy.exc import NoResultFound
from werkzeug.wrappers import Response

from app.games.house import DEFAULT_STAKES
from app.night.example import delete_example, example_record, start_example
from app.night.models import Night
from app.night.nights import night_by_key, start_night
from app.night.validation import Problem
from app.record.setup import setup_of
from app.text import full_sentence
from app.web.forms.stakes import default_name
from app.web.http import guesses
from app.web.http.browser import forget_example, is_host, mark_of, remember_example, remembered_example
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import redirect_to
from app.web.http.security import form_token

blueprint = GuardedBlueprint("example", __name__, Who.ANYBODY, url_prefix="/example")

OFTEN = "no more examples can be started from here today: delete one, or try again tomorrow"


@blueprint.get("")
def page() -> str:
    """Explain the example, and offer to start it."""
    game = setup_of(example_record()).game.name
    return render_template("example/page.html", example=remembered_example(), game=game)


@blueprint.post("")
def start() -> Response:
    """Start an example in place of this browser's earlier one, and go to its dealer's screen."""
    earlier = remembered_example()
    if earlier is not None:
        _delete(earlier)
    return _start(f"example of {token}" if (token := form_token()) else "")


@blueprint.post("/<key>/throw-away")
def delete(key: str) -> Response:
    """Delete an example, and go to the page that ``then`` names; also if no example has this key."""
    night = night_by_key(key)
    if night is not None:
        _delete(night)
    forget_example()
    then = request.form.get("then", "")
    # A key made from the example's, so that the same tap sent twice starts one night.
    if then == "again":
        return _start(f"example after {key}")
    if then == "night" and is_host():
        started = start_night(default_name(), DEFAULT_STAKES, {}, True, key=mark_of(f"night after {key}"))
        if isinstance(started, Problem):
            return error_page(409, "No night was started", full_sentence(started.text), "")
        return redirect_to(url_for("players.page", key=started.key))
    return redirect_to(url_for("home.page"))


def _delete(night: Night) -> None:
    """Delete a night if it is an example, and no longer count it towards the limit."""
    with suppress(NoResultFound):  # the same tap, sent twice, has deleted it
        if delete_example(night):
            guesses.uncount("examples")


def _start(once: str) -> Response:
    """Start an example, one for each value of ``once`` but an empty one."""
    key = mark_of(once) if once else ""
    repeated = night_by_key(key) is not None
    often = not repeated and guesses.seconds_to_wait("examples")
    started = Problem("examples", OFTEN) if often else start_example(key)
    if isinstance(started, Problem):
        return error_page(409, "No example", full_sentence(started.text), "")
    if not repeated:
        guesses.count("examples")
    remember_example(started.key)
    return redirect_to(url_for("dealer.table", key=started.key))
