"""The values on the page that changes the game of the hand on the table."""

from __future__ import annotations

from dataclasses import dataclass

from app.night.log.corrections import Correction
from app.night.models import Night
from app.night.play.taps import closed_to_corrections
from app.text import sentence
from app.web.call.calling import Call
from app.web.forms.game import Pairs
from app.web.http.addresses import game_address
from app.words import describe


@dataclass(frozen=True, slots=True)
class ChangePage:
    """What it comes to if the hand is played as another game, which is ``trial``.

    ``fields`` bring the call back. ``later`` says which action no longer fits and why, ``cut`` is its number, or where
    the hand is cut; ``dropped`` actions go then. ``keep``: actions that are only ``overrulable`` stand as ruled.
    ``closed`` says why it cannot be kept, ``problem`` why it was not.
    """

    night: Night
    call: Call
    here: str
    start: str
    was: str
    hand: int
    seen: int
    fields: Pairs
    trial: Correction
    later: str
    keep: bool
    overrulable: bool
    cut: int | None
    dropped: int
    closed: str
    problem: str


def change_page(night: Night, call: Call, trial: Correction, *, keep: bool, problem: str = "") -> ChangePage:
    """Return the page with what the change comes to."""
    live, misfit = trial.live, trial.misfit
    cut = trial.changes.cut if misfit is None else misfit.number
    return ChangePage(
        night=night,
        call=call,
        here=game_address(night.key, call.info.id),
        start=game_address(night.key, call.info.id, call.query),
        was=live.hand.game_name,
        hand=live.hand.id,
        seen=live.number,
        fields=call.query,
        trial=trial,
        later="" if misfit is None else f"{describe(trial.trial.state, misfit.text)} – {misfit.reason}",
        keep=keep,
        overrulable=misfit is not None and misfit.overrulable,
        cut=cut,
        dropped=len(live.actions) - cut + 1 if cut is not None else 0,
        closed="" if misfit is not None else sentence(closed_to_corrections(live, trial.trial)),
        problem=problem,
    )
