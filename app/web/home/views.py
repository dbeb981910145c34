"""The start page: one tap begins a night; below are the nights that this browser knows."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response

from app.games.house import Stakes
from app.night import Night, Problem, current_hand, new_key, night_by_key, seats, start_night
from app.web.forms.controls import sentence
from app.web.http.browser_nights import enter_host_code, forget_host_code, is_host, my_nights, remember

blueprint = Blueprint("home", __name__)

#: What a night is played for unless the table says otherwise. The bring-in is for the games that insist on one.
USUAL = Stakes(bring_in=1)

#: So many nights are in sight, of those under way and of those that have ended; the others are behind a line.
OPEN_SHOWN = 6
ENDED_SHOWN = 3


@blueprint.get("/")
def page() -> str:
    """Start a night, or go back to one."""
    return _page()


@blueprint.post("/")
def start() -> Response | tuple[str, int]:
    """Start a night, named after the day of the week unless it was given a name, and go to its players."""
    name = " ".join(request.form.get("name", "").split()) or usual_name()
    tracked = request.form.getlist("tracked")[-1:] != ["0"]
    night = start_night(name, USUAL, {}, tracked, key=_key(name, tracked))
    if isinstance(night, Problem):
        return _page(name[:200], tracked, sentence(night.text)), 422
    remember(night.key)
    return redirect(url_for("night.page", key=night.key), 303)


@blueprint.get("/host/<code>")
@blueprint.post("/host")
def host(code: str = "") -> Response | tuple[str, int]:
    """Make this browser the host's, by the address in the printed QR code or by the code typed."""
    given = code or request.form.get("code", "")
    if not enter_host_code(given):
        wrong = "That is not the code" if given.strip() else "Enter the code"
        return _page(host_error=wrong, host_code=given[:40]), 422
    return redirect(url_for("home.page"), 303)


@blueprint.post("/host/leave")
def leave_host() -> Response:
    """List only this browser's own nights again."""
    forget_host_code()
    return redirect(url_for("home.page"), 303)


@blueprint.after_app_request
def keep(response: Response) -> Response:
    """Whatever is done at a dealer's address adds its night to those that this browser knows."""
    if response.status_code < 400 and request.url_rule and request.url_rule.rule.startswith("/n/<key>"):
        remember((request.view_args or {})["key"])
    return response


def usual_name() -> str:
    """What a night is called when nobody says otherwise: ``Friday``."""
    return f"{datetime.now():%A}"


def _page(name: str = "", tracked: bool = True, error: str = "", *, host_error: str = "", host_code: str = "") -> str:
    found = my_nights()
    running = [night for night in found if night.ended_at is None]
    ended = [night for night in found if night.ended_at is not None]
    shown = {night.id for night in (*running[:OPEN_SHOWN], *ended[:ENDED_SHOWN])}
    return render_template(
        "home/page.html",
        running=[(night, current_hand(night)) for night in running[:OPEN_SHOWN]],
        ended=ended[:ENDED_SHOWN],
        others=[night for night in found if night.id not in shown],
        start_token=_tokens().dumps(new_key()),
        usual_name=usual_name(),
        stakes=USUAL.words(),
        name=name,
        tracked=tracked,
        error=error,
        is_host=is_host(),
        host_error=host_error,
        host_code=host_code,
    )


def _key(name: str, tracked: bool) -> str:
    """The key that the page has made for its night, so that a form sent twice starts one night.

    Empty, for a new one, when the night of that key has gone on since: then somebody came back to the page for another.
    """
    try:
        key = str(_tokens().loads(request.form.get("start", "")))
    except BadSignature:
        return ""
    night = night_by_key(key)
    return key if night is None or _untouched(night, name, tracked) else ""


def _untouched(night: Night, name: str, tracked: bool) -> bool:
    same = night.name == name and night.tracked == tracked and night.ended_at is None
    return same and not seats(night, with_left=True)


def _tokens() -> URLSafeSerializer:
    """Signs the keys on the page: nobody chooses one that others could guess."""
    return URLSafeSerializer(str(current_app.secret_key), salt="start")
