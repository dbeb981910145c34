"""The example night: beginning one with a tap, and throwing it away."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, make_response, render_template, request, session, url_for
from werkzeug.wrappers import Response

from app import record
from app.night import Night, delete_example, example_record, is_example, night_by_key, start_example, start_night
from app.web.forms.controls import sentence
from app.web.home.views import USUAL, usual_name
from app.web.http.redirect import go

blueprint = Blueprint("example", __name__, url_prefix="/example")

_EXAMPLE = "example"


@blueprint.app_context_processor
def _for_templates() -> dict[str, Any]:
    return {"my_example": my_example}


@blueprint.get("")
def page() -> str:
    """What the example is, and the button that begins it."""
    game = record.setup_of(example_record()).game.name
    return render_template("example/page.html", example=my_example(), game=game)


@blueprint.post("")
def start() -> Response:
    """Begin an example, in place of one that this browser has begun before, and go to its dealer's screen."""
    before = my_example()
    if before is not None:
        delete_example(before)
    return go(url_for("dealer.table", key=_begin()))


@blueprint.post("/<key>/throw-away")
def throw_away(key: str) -> Response:
    """Throw an example away; ``then`` says where to go on. One that is gone already is no mistake."""
    night = night_by_key(key)
    problem = None if night is None else delete_example(night)
    if problem is not None:
        text = f"{sentence(problem.text)}."
        return make_response(render_template("error.html", title="Not thrown away", text=text, key=key), 409)
    session.pop(_EXAMPLE, None)
    then = request.form.get("then", "")
    if then == "again":
        return go(url_for("dealer.table", key=_begin()))
    if then == "night":
        begun = start_night(usual_name(), USUAL, {}, True)
        if isinstance(begun, Night):
            return go(url_for("night.page", key=begun.key))
    return go(url_for("home.page"))


def my_example() -> Night | None:
    """The example that this browser has begun, while it is there."""
    key = session.get(_EXAMPLE)
    return night_by_key(key) if isinstance(key, str) and is_example(key) else None


def _begin() -> str:
    key = start_example().key
    session[_EXAMPLE] = key
    return key
