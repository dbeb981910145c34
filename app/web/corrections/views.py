"""Correcting an earlier action: what it should have been, a look at what that changes, and then all or nothing."""

from __future__ import annotations

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.cards.card import Card, CardError, parse_card
from app.night import (
    Broken,
    Correction,
    LiveHand,
    PendingCorrection,
    Refused,
    Stale,
    add_ruling,
    correct,
    current_hand,
    live_hand,
    night_by_key,
    preview_correction,
    start_correction,
)
from app.web.corrections.form import NOTHING, Chosen, read_chosen, read_place
from app.web.corrections.options import Choosing, choosing
from app.web.corrections.page import CorrectPage, page_of, sealed_words, with_trial
from app.web.pad.focus import Look, read_look
from app.web.pad.tap import Held, Wrong, number, read_tap

blueprint = Blueprint("corrections", __name__, url_prefix="/n/<key>")

BEHIND = "Something else was entered first. Look again."
EARLIER = "Something has to be chosen for an earlier action first."

#: The fields of the form that choose something, or the way to choose it.
_CHOICES = ("do", "way", "which", "other", "seat", "action", "card", "arm", "rule", "text", "ruling")

_AS_IT_IS = Look()


@blueprint.get("/correct/<int:place>")
def show(key: str, place: int) -> Response:
    """The action as it was entered, to be entered otherwise."""
    found = _hand(key, place)
    at = start_correction(found, {}, place)
    if at is None:
        assert found.misfit is not None
        return redirect(url_for("corrections.show", key=key, place=found.misfit.number))
    return _show(page_of(key, found, place).asking(_choosing(at)))


@blueprint.post("/correct/<int:place>")
def change(key: str, place: int) -> Response:
    """Choose what it should have been, look at what that changes, or make it so."""
    found, form = _hand(key, place), request.form
    if number(form, "hand") != found.hand.id:
        return _table(key)
    chosen = read_chosen(form, found, place)
    does, target = form.get("do", ""), read_place(form.get("target", "")) or place
    if does == "correct":
        return _keep(key, found, place, chosen)
    if number(form, "seen") != found.number:
        return _start_over(key, found, place, BEHIND, 409)
    if does == "cut":
        kept = {one: lines for one, lines in chosen.places.items() if one < target}
        return _preview(key, found, place, Chosen(kept, target))
    if not any(name in form for name in _CHOICES):
        return _preview(key, found, place, chosen)
    at = start_correction(found, chosen.places, target)
    if at is None:
        return _start_over(key, found, place, EARLIER, 422)
    made = _choose(at)
    if isinstance(made, dict):
        return _preview(key, found, place, Chosen(made), at, chosen)
    if isinstance(made, Wrong):
        return _ask(key, found, place, chosen, at, reason=made.reason)
    return _ask(key, found, place, chosen, at, made)


def _choose(at: PendingCorrection) -> dict[int, tuple[str, ...]] | Look | Wrong:
    """What the form chooses for an action; or only how to look at the choice; or why it chooses nothing."""
    form = request.form
    if (does := form.get("do")) in ("keep", "out"):
        return at.keep_by_ruling() if does == "keep" else at.replace_with(())
    if seat := form.get("seat", ""):
        if seat not in map(str, at.possible_seats()):
            return Wrong("It cannot have been that player's")
        return at.give_to_seat(int(seat))
    if "arm" in form or "rule" in form:
        return read_look(form.get("arm", ""), "", form.get("rule", ""), "")
    if "other" in form:
        wrong = _card("wrong")
        other = _card("other")
        return Wrong("Which card? Tap one") if wrong is None or other is None else at.change_card(wrong, other)
    if "ruling" in form:
        lines: tuple[str, ...] = (add_ruling(form["ruling"]),)
    elif "text" in form:
        lines = (form["text"].strip(),)
    elif "action" in form or "card" in form:
        said = read_tap(at.state, form)
        if isinstance(said, Held):
            return Look(arm=said.seat, held=said.cards)
        if isinstance(said, Wrong):
            return said
        lines = said.lines
    else:
        return _AS_IT_IS
    return at.insert_before(lines) if form.get("way") == "before" else at.replace_with(lines)


def _ask(
    key: str,
    found: LiveHand,
    place: int,
    chosen: Chosen,
    at: PendingCorrection,
    look: Look = _AS_IT_IS,
    reason: str = "",
) -> Response:
    """The page that asks for a choice, beneath what has been chosen so far."""
    page = page_of(key, found, place, chosen)
    tried = preview_correction(found.hand.id, chosen.places) if chosen.places else None
    if isinstance(tried, Correction):
        page = with_trial(page, found, tried)
    return _show(page.asking(_choosing(at, look), reason), 422 if reason else 200)


def _preview(
    key: str, found: LiveHand, place: int, chosen: Chosen, at: PendingCorrection | None = None, before: Chosen = NOTHING
) -> Response:
    """The page that shows what the choices come to. One that cannot be is told so where it was made.

    That was at ``at``, ``before`` being the choices without it.
    """
    tried = preview_correction(found.hand.id, chosen.places, chosen.cut)
    at = at or start_correction(found, {}, place)
    if isinstance(tried, Broken) or at is None:
        return _table(key)
    if isinstance(tried, Refused):
        return _ask(key, found, place, before, at, reason=tried.reason)
    misfit = tried.misfit
    if misfit is not None and misfit.number == at.number and misfit.text != at.line:
        page = page_of(key, found, place, before)
        ruling = misfit.text if misfit.overrulable else ""
        return _show(page.asking(_choosing(at), misfit.reason, ruling), 422)
    page = with_trial(page_of(key, found, place, chosen), found, tried)
    # Who has just said what came before it is asked what came next, as long as it does not fit yet.
    again = misfit is not None and misfit.number == at.number and request.form.get("way") == "before"
    return _show(page.asking(_choosing(start_correction(found, chosen.places, at.number)) if again else None))


def _keep(key: str, found: LiveHand, place: int, chosen: Chosen) -> Response:
    answer = correct(found.hand.id, number(request.form, "seen"), chosen.places, chosen.cut)
    if isinstance(answer, Stale):
        return _start_over(key, found, place, BEHIND, 409)
    if isinstance(answer, Refused):
        return _start_over(key, found, place, answer.reason, 422)
    if isinstance(answer, Correction):
        return _preview(key, found, place, chosen)
    return _table(key)


def _start_over(key: str, found: LiveHand, place: int, reason: str, status: int) -> Response:
    return _show(page_of(key, found, place).asking(_choosing(start_correction(found, {}, place)), reason), status)


def _choosing(at: PendingCorrection | None, look: Look = _AS_IT_IS) -> Choosing | None:
    if at is None:
        return None
    hidden = bool(sealed_words(at.stored, at.number))
    return choosing(at, request.form.get("way", ""), look, card=_card("which"), hidden=hidden)


def _card(name: str) -> Card | None:
    try:
        return parse_card(request.form[name]) if request.form.get(name) else None
    except CardError:
        return None


def _hand(key: str, place: int) -> LiveHand:
    """The hand on the table, with such an action; one that cannot go on can be corrected too."""
    night = night_by_key(key)
    hand = current_hand(night) if night else None
    found = live_hand(hand.id) if hand else None
    if isinstance(found, Broken):
        found = found.live
    if found is None or not 1 <= place <= len(found.actions):
        abort(404)
    return found


def _table(key: str) -> Response:
    return redirect(url_for("dealer.table", key=key), 303)


def _show(page: CorrectPage, status: int = 200) -> Response:
    return make_response(render_template("corrections/page.html", page=page), status)
