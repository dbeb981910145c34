"""The example night: starting one with a tap, and throwing it away."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request, session, url_for
from werkzeug.wrappers import Response

from app import record
from app.night import Night, delete_example, example_record, is_example, night_by_key, start_example, start_night
from app.text import sentence
from app.web.forms.new_night import USUAL_STAKES, usual_name
from app.web.http.errors import error_page
from app.web.http.redirect import redirect_to

blueprint = Blueprint("example", __name__, url_prefix="/example")

_EXAMPLE = "example"


@blueprint.app_context_processor
def _for_templates() -> dict[str, Any]:
    return {"my_example": my_example}


@blueprint.get("")
def page() -> str:
    """Show what the example is, and the button that starts it."""
    game = record.setup_of(example_record()).game.name
    return render_template("example/page.html", example=my_example(), game=game)


@blueprint.post("")
def start() -> Response:
    """Start an example in place of the one that this browser has started before; go to its dealer's screen."""
    earlier = my_example()
    if earlier is not None:
        delete_example(earlier)
    return redirect_to(url_for("dealer.table", key=_start()))


@blueprint.post("/<key>/throw-away")
def throw_away(key: str) -> Response:
    """Throw an example away and go where ``then`` says. Doing so twice has no further effect."""
    night = night_by_key(key)
    problem = delete_example(night) if night is not None else None
    if problem is not None:
        text = f"{sentence(problem.text)}."
        return error_page(409, "Not thrown away", text, url_for("dealer.table", key=key))
    session.pop(_EXAMPLE, None)
    then = request.form.get("then", "")
    if then == "again":
        return redirect_to(url_for("dealer.table", key=_start()))
    if then == "night":
        started = start_night(usual_name(), USUAL_STAKES, {}, True)
        if isinstance(started, Night):
            return redirect_to(url_for("players.page", key=started.key))
    return redirect_to(url_for("home.page"))


def my_example() -> Night | None:
    """Return the example that this browser has started, as long as it exists."""
    key = session.get(_EXAMPLE)
    return night_by_key(key) if isinstance(key, str) and is_example(key) else None


def _start() -> str:
    key = start_example().key
    session[_EXAMPLE] = key
    return key
