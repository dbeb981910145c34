"""Correct an action of any hand of a night: choose what it should have been, preview the changes, and make them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from app.hand.view import DEALER, view
from app.night.history.hands import hand_by_number
from app.night.history.replays import hand_key
from app.night.log.corrections import Correction
from app.night.log.entries import Changes
from app.night.log.loading import live_hand
from app.night.log.pending_correction import PendingCorrection, start_correction
from app.night.log.replay import Broken, LiveHand, Posted, Refused, Stale, TapResult
from app.night.log.sealing import log_lines, secret_text
from app.night.nights import current_hand
from app.night.play.taps import after_correction, closed_to_corrections, correct, preview_correction, redo, undo
from app.text import full_sentence, sentence
from app.web.corrections.page import (
    NOTHING_CHOSEN,
    CorrectionOptions,
    CorrectionPage,
    chooses,
    read_card,
    read_choice,
    read_correction_form,
    read_place,
)
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_night_or_404
from app.web.http.pages import back_to, render
from app.web.http.security import posted_number
from app.web.pad.parts import Focus
from app.web.pad.tap import NotATap
from app.web.table.board import Board

blueprint = GuardedBlueprint("corrections", __name__, Who.DEALER, url_prefix="/n/<key>/hand/<int:number>")

BEHIND = "Someone else changed this hand first. This is how it is now."
NO_CORRECTION = "There is no correction to undo or redo."
SEALED = "That answer is sealed. Enter it again at the table, or remove it."
EARLIER = "An earlier action no longer fits. Fix that one first."

_PLAIN_LOOK = Focus()


@blueprint.get("")
def hand(key: str, number: int) -> Response:
    """Show a finished hand, its log and how to correct it; redirect to the table if it is still being played."""
    live = _live_or_404(key, number)
    if not live.over and _is_on_table(key, live.hand.id):
        return redirect(url_for("dealer.table", key=key, log=1))
    return _show_hand(key, live)


@blueprint.post("/undo")
def take_back(key: str, number: int) -> Response:
    """Undo the last correction of a finished hand."""
    return _step(key, number, "undo", undo, f"Hand {number} is back as it was")


@blueprint.post("/redo")
def bring_back(key: str, number: int) -> Response:
    """Redo the correction that was undone last."""
    return _step(key, number, "redo", redo, f"Hand {number} is corrected")


def _step(
    key: str, number: int, kind: Literal["undo", "redo"], step: Callable[[int, int], TapResult], done: str
) -> Response:
    live = _live_or_404(key, number)
    if after_correction(live, kind) is None:
        return _show_hand(key, live, NO_CORRECTION, 422)
    result = step(live.hand.id, posted_number("seen"))
    if isinstance(result, Refused):
        return _show_hand(key, live, full_sentence(result.reason), 422)
    if isinstance(result, Stale):
        return _show_hand(key, result.live, BEHIND, 409)
    return back_to("corrections.hand", done if isinstance(result, Posted) else "", key=key, number=number)


@blueprint.get("/correct/<int:place>")
def show(key: str, number: int, place: int) -> Response:
    """Show an action as entered, and the choices to correct it."""
    at = _place_or_404(key, number, place)
    pending = start_correction(at.hand, {}, place)
    if pending is None:
        assert at.hand.misfit is not None
        return redirect(url_for("corrections.show", key=key, number=number, place=at.hand.misfit.number))
    return at.show(options=_options(pending))


@blueprint.post("/correct/<int:place>")
def change(key: str, number: int, place: int) -> Response:
    """Choose what the action should have been, preview the changes, or make the correction."""
    at, form = _place_or_404(key, number, place), request.form
    hand = at.hand
    if posted_number("hand") != hand.hand.id:
        return back_to("dealer.table", key=key)
    chosen = read_correction_form(form, hand, place)
    action, target = form.get("do", ""), read_place(form.get("target", "")) or place
    asks_again = secret_text(hand, target) and chooses(form) and action not in ("correct", "cut", "out")
    if asks_again or any(lines and secret_text(hand, number) for number, lines in chosen.replacements.items()):
        return at.start_over(SEALED, 422)
    if action == "correct":
        return at.correct(chosen)
    if posted_number("seen") != hand.number:
        return at.start_over(BEHIND, 409)
    if action == "cut":
        kept = {number: lines for number, lines in chosen.replacements.items() if number < target}
        return at.preview(Changes(kept, target))
    if not chooses(form):
        return at.preview(chosen)
    pending = start_correction(hand, chosen.replacements, target)
    if pending is None:
        return at.start_over(EARLIER, 422)
    choice = read_choice(form, pending)
    if isinstance(choice, Changes):
        return at.preview(choice, pending, chosen)
    if isinstance(choice, NotATap):
        return at.ask(chosen, pending, reason=choice.reason)
    return at.ask(chosen, pending, choice)


class _Place:
    """The ``place`` of an action in a hand, and the responses to the form that corrects it."""

    def __init__(self, key: str, hand: LiveHand, place: int) -> None:
        self.key, self.hand, self.place = key, hand, place

    def show(self, chosen: Changes = NOTHING_CHOSEN, status: int = 200, **shown: Any) -> Response:
        """Show the page of these choices; ``shown`` are more arguments of :class:`CorrectionPage`."""
        page = CorrectionPage(self.key, self.hand, self.place, chosen, **shown)
        return render("corrections/page.html", status, page=page, on_table=_is_on_table(self.key, self.hand.hand.id))

    def start_over(self, reason: str, status: int) -> Response:
        """Say why nothing was changed, and discard the choices."""
        return self.show(status=status, options=_options(start_correction(self.hand, {}, self.place)), reason=reason)

    def ask(
        self, chosen: Changes, pending: PendingCorrection, focus: Focus = _PLAIN_LOOK, reason: str = ""
    ) -> Response:
        """Ask for a choice for the pending action, with the choices so far."""
        trial = preview_correction(self.hand.hand.id, chosen.replacements) if chosen.replacements else None
        trial = trial if isinstance(trial, Correction) else None
        return self.show(chosen, 422 if reason else 200, trial=trial, options=_options(pending, focus), reason=reason)

    def preview(
        self, chosen: Changes, pending: PendingCorrection | None = None, before: Changes = NOTHING_CHOSEN
    ) -> Response:
        """Show the effect of the choices, or why they are refused.

        The last choice was for the ``pending`` action; ``before`` are the choices without it, in case it is refused.
        """
        trial = preview_correction(self.hand.hand.id, chosen.replacements, chosen.cut)
        pending = pending or start_correction(self.hand, {}, self.place)
        if isinstance(trial, Broken) or pending is None:
            return back_to("dealer.table", key=self.key)
        if isinstance(trial, Refused):
            return self.ask(before, pending, reason=trial.reason)
        misfit = trial.misfit
        about_pending = misfit is not None and misfit.number == pending.number
        if misfit is not None and about_pending and misfit.text != pending.line:
            ruling = misfit.text if misfit.overrulable else ""
            return self.show(before, 422, options=_options(pending), reason=misfit.reason, ruling=ruling)
        # After an inserted action, ask for the next one until the pending action fits.
        more_before = about_pending and request.form.get("way") == "before"
        options = _options(start_correction(self.hand, chosen.replacements, pending.number)) if more_before else None
        return self.show(chosen, trial=trial, options=options)

    def correct(self, chosen: Changes) -> Response:
        """Make the correction and go back to the table, or show why it cannot be made."""
        key, hand = self.key, self.hand.hand
        result = correct(hand.id, posted_number("seen"), chosen.replacements, chosen.cut)
        if isinstance(result, Stale):
            return self.start_over(BEHIND, 409)
        if isinstance(result, Refused):
            return self.start_over(result.reason, 422)
        if isinstance(result, Correction):
            return self.preview(chosen)
        if _is_on_table(key, hand.id):
            return back_to("dealer.table", key=key)  # the table shows what is corrected
        done = f"Hand {hand.number} is corrected" if isinstance(result, Posted) else ""
        return back_to("corrections.hand", done, key=key, number=hand.number)


def _options(pending: PendingCorrection | None, focus: Focus = _PLAIN_LOOK) -> CorrectionOptions | None:
    if pending is None:
        return None
    sealed = bool(secret_text(pending.stored, pending.number))
    picked = read_card(request.form, "which")
    return CorrectionOptions(pending, request.form.get("way", ""), focus, picked=picked, sealed=sealed)


def _place_or_404(key: str, number: int, place: int) -> _Place:
    """Return the place of an action in the hand with this number, even if the hand cannot go on."""
    hand = _live_or_404(key, number)
    return _Place(key, hand, place) if 1 <= place <= len(hand.actions) else abort(404)


def _live_or_404(key: str, number: int) -> LiveHand:
    stored = hand_by_number(get_night_or_404(key), number)
    hand = live_hand(stored.id) if stored else None
    return (hand.live if isinstance(hand, Broken) else hand) or abort(404)


def _is_on_table(key: str, hand_id: int) -> bool:
    current = current_hand(get_night_or_404(key))
    return current is not None and current.id == hand_id


def _show_hand(key: str, hand: LiveHand, problem: str = "", status: int = 200) -> Response:
    """Show a finished hand, with its whole log.

    ``closed``: why the hand cannot be corrected now. ``can_undo``, ``can_redo``: whether a correction can be undone or
    redone; no undo here reopens the hand.
    """
    return render(
        "corrections/hand.html",
        status,
        key=key,
        hand=hand,
        replay=hand_key(hand.hand.id),
        settlement=Board(view(hand.state, DEALER)).settlement,
        log=log_lines(hand),
        closed=sentence(closed_to_corrections(hand)),
        can_undo=after_correction(hand, "undo") is not None,
        can_redo=after_correction(hand, "redo") is not None,
        problem=problem,
    )
