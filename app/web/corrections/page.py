"""The values on the correction page: the action in words, what can be chosen for it, and what that comes to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.night.log.corrections import Correction
from app.night.log.replay import LiveHand
from app.night.log.sealing import secret_words
from app.night.play.taps import closed_to_corrections
from app.text import sentence
from app.web.corrections.form import NOTHING_CHOSEN, CorrectionForm, hidden_fields
from app.web.corrections.options import CorrectionOptions
from app.words import describe


@dataclass(frozen=True, slots=True)
class LaterMisfit:
    """A later action that no longer fits, in words, and why; ``dropped`` actions go when the hand is cut there."""

    number: int
    words: str
    reason: str
    overrulable: bool
    dropped: int


@dataclass(frozen=True, slots=True)
class CorrectionPage:
    """The correction of the action at ``place``. ``dropped`` actions go when the hand is cut before it.

    ``fields`` hold what has been chosen so far, ``trial`` is what that comes to, ``later`` the action that no longer
    fits then, ``options`` what can be chosen now. ``reason`` says why a choice was refused, and ``ruling`` is the line
    that makes it stand by the dealer's ruling. ``closed`` says why no correction of this hand can be kept now, or not
    this one.
    """

    key: str
    hand: int
    number: int
    seen: int
    place: int
    words: str
    dropped: int
    fields: tuple[tuple[str, str], ...] = ()
    trial: Correction | None = None
    later: LaterMisfit | None = None
    options: CorrectionOptions | None = None
    reason: str = ""
    ruling: str = ""
    closed: str = ""

    def asking(self, options: CorrectionOptions | None, reason: str = "", ruling: str = "") -> CorrectionPage:
        """Return the page with something to choose, and why the last choice was refused."""
        return replace(self, options=options, reason=sentence(reason), ruling=ruling)


def correction_page(key: str, hand: LiveHand, place: int, chosen: CorrectionForm = NOTHING_CHOSEN) -> CorrectionPage:
    """Return the page about the action at this place of the hand, with what has been chosen so far."""
    known = place <= len(hand.lines)
    words = hand.lines[place - 1].words if known else describe(hand.state, hand.actions[place - 1])
    return CorrectionPage(
        key=key,
        hand=hand.hand.id,
        number=hand.hand.number,
        seen=hand.number,
        place=place,
        words=secret_words(hand, place) or words,
        dropped=len(hand.actions) - place + 1,
        fields=hidden_fields(chosen, hand, place),
        closed=sentence(closed_to_corrections(hand)),
    )


def with_trial(page: CorrectionPage, hand: LiveHand, trial: Correction) -> CorrectionPage:
    """Return the page with what the choices come to."""
    later = None
    if misfit := trial.misfit:
        words = secret_words(hand, misfit.number) or describe(trial.trial.state, misfit.text)
        dropped = len(hand.actions) - misfit.number + 1
        later = LaterMisfit(misfit.number, words, misfit.reason, misfit.overrulable, dropped)
    closed = page.closed if later else sentence(closed_to_corrections(hand, trial.trial))
    return replace(page, trial=trial, later=later, closed=closed)
