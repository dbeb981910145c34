"""Correcting an earlier action: what it should have been, a look at what that changes, and then all or nothing."""

from __future__ import annotations

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.night import (
    Broken,
    Correction,
    LiveHand,
    PendingCorrection,
    Refused,
    Stale,
    correct,
    current_hand,
    live_hand,
    preview_correction,
    start_correction,
)
from app.web.corrections.choices import Chosen, chooses, read_card, read_choice
from app.web.corrections.form import NOTHING_CHOSEN, CorrectionForm, read_correction_form, read_place
from app.web.corrections.options import CorrectionOptions, correction_options
from app.web.corrections.page import CorrectionPage, correction_page, sealed_words, with_trial
from app.web.http.form_numbers import posted_number
from app.web.http.lookup import get_night_or_404
from app.web.pad.focus import Focus
from app.web.pad.tap import NotATap

blueprint = Blueprint("corrections", __name__, url_prefix="/n/<key>")

BEHIND = "Someone else entered something first. Look again."
EARLIER = "An earlier action no longer fits. Choose for that one first."

_PLAIN_LOOK = Focus()


@blueprint.get("/correct/<int:place>")
def show(key: str, place: int) -> Response:
    """Show the action as it was entered, and what it may have been."""
    hand = _hand_or_404(key, place)
    pending = start_correction(hand, {}, place)
    if pending is None:
        assert hand.misfit is not None
        return redirect(url_for("corrections.show", key=key, place=hand.misfit.number))
    return _show(correction_page(key, hand, place).asking(_options(pending)))


@blueprint.post("/correct/<int:place>")
def change(key: str, place: int) -> Response:
    """Choose what the action should have been, look at what that changes, or make the correction."""
    hand, form = _hand_or_404(key, place), request.form
    if posted_number("hand") != hand.hand.id:
        return _to_table(key)
    chosen = read_correction_form(form, hand, place)
    action, target = form.get("do", ""), read_place(form.get("target", "")) or place
    if action == "correct":
        return _correct(key, hand, place, chosen)
    if posted_number("seen") != hand.number:
        return _start_over(key, hand, place, BEHIND, 409)
    if action == "cut":
        kept = {at: lines for at, lines in chosen.places.items() if at < target}
        return _preview(key, hand, place, CorrectionForm(kept, target))
    if not chooses(form):
        return _preview(key, hand, place, chosen)
    pending = start_correction(hand, chosen.places, target)
    if pending is None:
        return _start_over(key, hand, place, EARLIER, 422)
    choice = read_choice(form, pending)
    if isinstance(choice, Chosen):
        return _preview(key, hand, place, CorrectionForm(choice.places), pending, chosen)
    if isinstance(choice, NotATap):
        return _ask(key, hand, place, chosen, pending, reason=choice.reason)
    return _ask(key, hand, place, chosen, pending, choice)


def _ask(
    key: str,
    hand: LiveHand,
    place: int,
    chosen: CorrectionForm,
    pending: PendingCorrection,
    focus: Focus = _PLAIN_LOOK,
    reason: str = "",
) -> Response:
    """Ask what to choose for the pending action, with what has been chosen so far."""
    page = correction_page(key, hand, place, chosen)
    trial = preview_correction(hand.hand.id, chosen.places) if chosen.places else None
    if isinstance(trial, Correction):
        page = with_trial(page, hand, trial)
    return _show(page.asking(_options(pending, focus), reason), 422 if reason else 200)


def _preview(
    key: str,
    hand: LiveHand,
    place: int,
    chosen: CorrectionForm,
    pending: PendingCorrection | None = None,
    before: CorrectionForm = NOTHING_CHOSEN,
) -> Response:
    """Show what the choices come to, or why they are refused.

    The last choice was made for the ``pending`` action; ``before`` are the choices without it, to go back to.
    """
    trial = preview_correction(hand.hand.id, chosen.places, chosen.cut)
    pending = pending or start_correction(hand, {}, place)
    if isinstance(trial, Broken) or pending is None:
        return _to_table(key)
    if isinstance(trial, Refused):
        return _ask(key, hand, place, before, pending, reason=trial.reason)
    misfit = trial.misfit
    about_pending = misfit is not None and misfit.number == pending.number
    if misfit is not None and about_pending and misfit.text != pending.line:
        page = correction_page(key, hand, place, before)
        ruling = misfit.text if misfit.overrulable else ""
        return _show(page.asking(_options(pending), misfit.reason, ruling), 422)
    page = with_trial(correction_page(key, hand, place, chosen), hand, trial)
    # After something that came before the action, ask what came next as long as the action does not fit yet.
    more_before = about_pending and request.form.get("way") == "before"
    return _show(page.asking(_options(start_correction(hand, chosen.places, pending.number)) if more_before else None))


def _correct(key: str, hand: LiveHand, place: int, chosen: CorrectionForm) -> Response:
    """Make the correction and go back to the table, or show why it cannot be made."""
    answer = correct(hand.hand.id, posted_number("seen"), chosen.places, chosen.cut)
    if isinstance(answer, Stale):
        return _start_over(key, hand, place, BEHIND, 409)
    if isinstance(answer, Refused):
        return _start_over(key, hand, place, answer.reason, 422)
    if isinstance(answer, Correction):
        return _preview(key, hand, place, chosen)
    return _to_table(key)


def _start_over(key: str, hand: LiveHand, place: int, reason: str, status: int) -> Response:
    return _show(correction_page(key, hand, place).asking(_options(start_correction(hand, {}, place)), reason), status)


def _options(pending: PendingCorrection | None, focus: Focus = _PLAIN_LOOK) -> CorrectionOptions | None:
    if pending is None:
        return None
    sealed = bool(sealed_words(pending.stored, pending.number))
    card = read_card(request.form, "which")
    return correction_options(pending, request.form.get("way", ""), focus, card=card, sealed=sealed)


def _hand_or_404(key: str, place: int) -> LiveHand:
    """Return the hand on the table if it has an action at this place, even one that cannot go on."""
    stored = current_hand(get_night_or_404(key))
    hand = live_hand(stored.id) if stored else None
    if isinstance(hand, Broken):
        hand = hand.live
    if hand is None or not 1 <= place <= len(hand.actions):
        abort(404)
    return hand


def _to_table(key: str) -> Response:
    return redirect(url_for("dealer.table", key=key), 303)


def _show(page: CorrectionPage, status: int = 200) -> Response:
    return make_response(render_template("corrections/page.html", page=page), status)
