"""The start page: one tap starts a night; below it are the nights that this browser may see."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, abort, current_app, flash, redirect, request, url_for
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response

from app.night import (
    ABOVE_ALL_IDS,
    Night,
    Problem,
    last_hand,
    last_time,
    new_key,
    night_by_key,
    nights_by_ids,
    remove_night,
    seats,
    start_again,
    start_night,
)
from app.text import sentence
from app.web.forms.money import read_worth
from app.web.forms.new_night import USUAL_STAKES, usual_name
from app.web.home.page import HostForm, NightForm, home_page, remove_page
from app.web.http.browser_nights import (
    enter_host_code,
    forget_host_code,
    is_host,
    remember_night,
    visible_nights,
)
from app.web.http.lookup import count_in_play, table_of
from app.web.http.pages import render_page

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def page() -> Response:
    """Show the way to start a night, and the nights to go back to."""
    return _show()


@blueprint.post("/")
def start() -> Response:
    """Start a night, named after the day of the week unless it was given a name, and go to its players."""
    name = " ".join(request.form.get("name", "").split()) or usual_name()
    tracked = request.form.getlist("tracked")[-1:] != ["0"]
    typed = NightForm(
        request.form.get("name", "")[:200],
        tracked,
        currency=request.form.get("currency", "")[:3],
        worth=request.form.get("worth", "")[:20],
    )
    code, coins, errors = read_worth(typed.currency, typed.worth) if typed.currency else ("", 0, {})
    if errors:
        return _show(422, night_form=replace(typed, worth_error=" ".join(errors.values())))
    night = start_night(name, USUAL_STAKES, {}, tracked, code, coins, key=_key_to_start(name, tracked))
    if isinstance(night, Problem):
        if night.field in ("currency", "worth"):
            return _show(422, night_form=replace(typed, worth_error=sentence(night.text)))
        return _show(422, night_form=replace(typed, name=name[:200], error=sentence(night.text)))
    remember_night(night.key)
    return redirect(url_for("players.page", key=night.key), 303)


@blueprint.post("/again")
def again() -> Response:
    """Start a night as the last one was, and go to its first call."""
    key = _key_on_page()
    night: Night | Problem | None = night_by_key(key) if key else None
    if not isinstance(night, Night) or night.ended_at is not None or last_hand(night) is not None:
        last = last_time(visible_nights())
        if last is None:
            return redirect(url_for("home.page"), 303)
        night = start_again(last.night, usual_name(), key="" if night else key)
    if isinstance(night, Problem):
        return _show(422, night_form=NightForm(error=sentence(night.text)))
    remember_night(night.key)
    screen = "call.page" if count_in_play(table_of(night)) > 1 else "players.page"
    return redirect(url_for(screen, key=night.key), 303)


@blueprint.get("/host/<code>")
@blueprint.post("/host")
def host(code: str = "") -> Response:
    """Make this browser the host's, by the address in the printed QR code or by the code typed."""
    entered = code or request.form.get("code", "")
    if not enter_host_code(entered):
        error = "That is not the code" if entered.strip() else "Enter the code"
        return _show(422, host_form=HostForm(entered[:40], error))
    return redirect(url_for("home.page"), 303)


@blueprint.post("/host/leave")
def leave_host() -> Response:
    """List only this browser's own nights again."""
    forget_host_code()
    return redirect(url_for("home.page"), 303)


@blueprint.get("/nights/<int:night_id>/remove")
def ask_to_remove(night_id: int) -> Response:
    """Ask the host whether a night is to go, and say what goes with it."""
    return render_page("home/remove.html", remove_page(_hosts_night_or_404(night_id)))


@blueprint.post("/nights/<int:night_id>/remove")
def remove(night_id: int) -> Response:
    """Remove a night for good, as the host says."""
    night = _hosts_night_or_404(night_id)
    name = night.name
    remove_night(night.id)
    flash(f"{name} is removed", "done")
    return redirect(url_for("home.page"), 303)


def _hosts_night_or_404(night_id: int) -> Night:
    """Return a night for the host; nobody else is told whether there is one."""
    found = nights_by_ids([night_id]) if is_host() and night_id < ABOVE_ALL_IDS else []
    return next((night for night in found if not night.example), None) or abort(404)


def _show(status: int = 200, *, night_form: NightForm | None = None, host_form: HostForm | None = None) -> Response:
    page = home_page(_start_tokens().dumps(new_key()), night_form or NightForm(), host_form or HostForm())
    return render_page("home/page.html", page, status)


def _key_on_page() -> str:
    """Return the key that the page carried for its night, so that a form sent twice starts one night."""
    try:
        return str(_start_tokens().loads(request.form.get("start", "")))
    except BadSignature:
        return ""


def _key_to_start(name: str, tracked: bool) -> str:
    """Return the key on the page, or an empty text, for a new key, if the night of that key has gone on since.

    Then the page was used again, for another night.
    """
    key = _key_on_page()
    night = night_by_key(key) if key else None
    return key if night is None or _is_untouched(night, name, tracked) else ""


def _is_untouched(night: Night, name: str, tracked: bool) -> bool:
    same = night.name == name and night.tracked == tracked and night.ended_at is None
    return same and not seats(night, with_left=True)


def _start_tokens() -> URLSafeSerializer:
    """Return what signs the keys on the page, so that nobody can choose one that others could guess."""
    return URLSafeSerializer(str(current_app.secret_key), salt="start")
