"""The start page: one tap begins a night; earlier nights are listed below."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.games.house import Stakes
from app.night import Problem, current_hand, nights, start_night
from app.web.controls import sentence

blueprint = Blueprint("home", __name__)

#: What a night is played for unless the table says otherwise. The bring-in is for the games that insist on one.
USUAL = Stakes(bring_in=1)


@blueprint.get("/")
def page() -> str:
    """Start a night, or go back to one."""
    return _page()


@blueprint.post("/")
def start() -> Response | tuple[str, int]:
    """Start a night, named after the day of the week unless it was given a name, and go to its players."""
    name = " ".join(request.form.get("name", "").split()) or usual_name()
    tracked = request.form.getlist("tracked")[-1:] != ["0"]
    night = start_night(name, USUAL, {}, tracked)
    if isinstance(night, Problem):
        return _page(name[:200], tracked, sentence(night.text)), 422
    return redirect(url_for("night.page", key=night.key), 303)


def usual_name() -> str:
    """What a night is called when nobody says otherwise: ``Friday``."""
    return f"{datetime.now():%A}"


def _page(name: str = "", tracked: bool = True, error: str = "") -> str:
    found = nights()
    return render_template(
        "home/page.html",
        running=[(night, current_hand(night)) for night in found if night.ended_at is None],
        ended=[night for night in found if night.ended_at is not None],
        usual_name=usual_name(),
        stakes=USUAL.words(),
        name=name,
        tracked=tracked,
        error=error,
    )
