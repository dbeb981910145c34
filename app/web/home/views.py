"""The start page: one tap starts a night; below it are the nights that this browser may see."""

from __future__ import annotations

from dataclasses import replace

from flask import abort, request
from itsdangerous import BadSignature
from werkzeug.wrappers import Response

from app.night.example import remove_night
from app.night.links import nights_by_ids
from app.night.models import ABOVE_ALL_IDS, Night
from app.night.nights import night_by_key, start_night
from app.night.people.seats import hands_played, seats
from app.night.play.call import last_hand
from app.night.start_like import last_time, start_again
from app.night.validation import Problem
from app.text import counted, sentence
from app.web.forms.money import read_worth
from app.web.forms.stakes import USUAL_STAKES, usual_name
from app.web.home.page import NightForm, show_home, start_tokens
from app.web.http.gate import GuardedBlueprint, Who, only_for
from app.web.http.lookup import count_in_play, players_words, table_of
from app.web.http.pages import back_to, render
from app.web.http.rights import remember_night, visible_nights

blueprint = GuardedBlueprint("home", __name__, Who.ANYBODY)


@blueprint.get("/")
def page() -> Response:
    """Show the way to start a night, and the nights to go back to."""
    return show_home()


@blueprint.post("/")
@only_for(Who.HOST)
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
        return show_home(422, new_night=replace(typed, worth_error=" ".join(errors.values())))
    night = start_night(name, USUAL_STAKES, {}, tracked, code, coins, key=_key_to_start(name, tracked))
    if isinstance(night, Problem):
        if night.field in ("currency", "worth"):
            return show_home(422, new_night=replace(typed, worth_error=sentence(night.text)))
        return show_home(422, new_night=replace(typed, name=name[:200], error=sentence(night.text)))
    remember_night(night.key)
    return back_to("players.page", key=night.key)


@blueprint.post("/again")
@only_for(Who.HOST)
def again() -> Response:
    """Start a night as the last one was, and go to its first call."""
    key = _key_on_page()
    night: Night | Problem | None = night_by_key(key) if key else None
    if not isinstance(night, Night) or night.ended_at is not None or last_hand(night) is not None:
        last = last_time(visible_nights())
        if last is None:
            return back_to("home.page")
        night = start_again(last.night, usual_name(), key="" if night else key)
    if isinstance(night, Problem):
        return show_home(422, new_night=NightForm(error=sentence(night.text)))
    remember_night(night.key)
    return back_to("call.page" if count_in_play(table_of(night)) > 1 else "players.page", key=night.key)


@blueprint.get("/nights/<int:night_id>/remove")
@only_for(Who.HOST)
def ask_to_remove(night_id: int) -> Response:
    """Ask the host whether a night is to go, and say what goes with it."""
    night = _night_or_404(night_id)
    return render(
        "home/remove.html",
        night=night,
        day=f"{night.started_at.astimezone():%-d %B %Y}",
        hands=counted(hands_played(night.id), "hand"),
        players=players_words(len(seats(night, with_left=True))),
        money=bool(night.currency),
    )


@blueprint.post("/nights/<int:night_id>/remove")
@only_for(Who.HOST)
def remove(night_id: int) -> Response:
    """Remove a night for good, as the host says."""
    night = _night_or_404(night_id)
    name = night.name
    remove_night(night.id)
    return back_to("home.page", f"{name} is removed")


def _night_or_404(night_id: int) -> Night:
    found = nights_by_ids([night_id]) if night_id < ABOVE_ALL_IDS else []
    return next((night for night in found if not night.example), None) or abort(404)


def _key_on_page() -> str:
    """Return the key that the page carried for its night, so that a form sent twice starts one night."""
    try:
        return str(start_tokens().loads(request.form.get("start", "")))
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
