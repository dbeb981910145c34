"""Correcting an earlier action: replace it, replay the rest, and where that stumbles, ask the dealer.

The whole correction is one entry of the log, so that one undo takes it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from app.hand.actions import parse_action
from app.hand.pots import pots_of
from app.hand.state import State
from app.night.loading import Broken, load
from app.night.log import Changes, Written
from app.night.replay import LiveHand, Misfit, add
from app.night.taps import Answer, Planned, Refused, Rows, plain, store

Then = Literal["keep as ruled", "cut"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that a correction changes: ``what`` is Wild, Opener, Pots, Announced or Winners."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction would come to; nothing is stored.

    ``misfit`` is the first later action that no longer fits, None when all do. ``further`` are the later actions
    changed with it, by their place. The differences are those at the end, or where the misfit stands.
    """

    live: LiveHand
    trial: LiveHand
    number: int
    line: str
    further: dict[int, str]
    misfit: Misfit | None
    differences: tuple[Difference, ...]


def preview_correction(
    hand_id: int, number: int, new_line: str, further: Mapping[int, str] | None = None
) -> Correction | Refused | Broken:
    """What it would come to if the live action at this place had been another. Nothing is stored."""
    found = load(hand_id)
    return found if isinstance(found, Broken) else _try(found, number, new_line, further or {})


def correct(
    hand_id: int,
    seen: int | None,
    number: int,
    new_line: str,
    then: Then | None = None,
    further: Mapping[int, str] | None = None,
) -> Answer | Correction:
    """Replace the live action at this place. Hands back a :class:`Correction` when the dealer has to choose.

    ``then`` says what happens to the first later action that no longer fits: it stands as ruled, or the hand is cut
    there. ``further`` changes later actions along with this one.
    """

    def plan(found: LiveHand) -> Planned | Refused | Correction:
        tried = _try(found, number, new_line, further or {})
        if isinstance(tried, Correction) and tried.misfit is not None and then == "keep as ruled":
            if not tried.misfit.overrulable:
                return Refused(found, tried.misfit.text, tried.misfit.reason)
            ruled = {**tried.further, tried.misfit.number: _as_ruled(tried.misfit.text)}
            tried = _try(found, number, new_line, ruled)
        if isinstance(tried, Refused):
            return tried
        if tried.misfit is not None and then != "cut":
            return tried
        changes = _changes(tried, tried.misfit.number if tried.misfit else None)
        return Planned((Written(found.number + 1, "correct", str(changes)),))

    row = f"{number} {plain(new_line)}"
    return store(hand_id, seen, lambda rows: _is(rows, "correct", row), plan)


def cut(hand_id: int, seen: int | None, number: int) -> Answer:
    """Drop the live actions from this place on."""

    def plan(found: LiveHand) -> Planned | Refused:
        if not 1 <= number <= len(found.log.live):
            return Refused(found, "", f"there is no action {number}")
        return Planned((Written(found.number + 1, "cut", str(number)),))

    return store(hand_id, seen, lambda rows: _is(rows, "cut", str(number)), plan)


def _try(found: LiveHand, number: int, new_line: str, further: Mapping[int, str]) -> Correction | Refused:
    changed = {number: plain(new_line), **{place: plain(line) for place, line in further.items()}}
    for place, line in changed.items():
        if not 1 <= place <= len(found.log.live):
            return Refused(found, line, f"there is no action {place}")
        if not line or len(line) > 400 or len(line.splitlines()) > 1:
            return Refused(found, line, "one action takes one line")
    if found.misfit is not None and number > found.misfit.number:
        return Refused(found, changed[number], f"action {found.misfit.number} has to be mended first")
    rest = {place: line for place, line in changed.items() if place != number}
    draft = Correction(found, found, number, changed[number], rest, None, ())
    trial = add(found, Written(found.number + 1, "correct", str(_changes(draft, None))))
    misfit = trial.misfit
    if misfit is not None and misfit.number in changed:
        return Refused(found, misfit.text, misfit.reason, misfit.overrulable)
    old = found.states[min(len(trial.states), len(found.states)) - 1]
    return replace(draft, trial=trial, misfit=misfit, differences=_differences(old, trial.state))


def _changes(of: Correction, cut_at: int | None) -> Changes:
    return Changes(((of.number, of.line), *sorted(of.further.items())), cut_at)


def _as_ruled(line: str) -> str:
    return str(replace(parse_action(line), ruling=True))


def _is(rows: Rows, kind: str, first: str) -> bool:
    return bool(rows) and rows[0][0] == kind and rows[0][1].splitlines()[0] == first


def _differences(old: State, new: State) -> tuple[Difference, ...]:
    pairs = [
        ("Wild", old.wild.label, new.wild.label),
        ("Opener", _opener(old), _opener(new)),
        ("Pots", _pots(old), _pots(new)),
        ("Announced", _said(old, new), _said(new, old)),
        ("Winners", _winners(old), _winners(new)),
    ]
    return tuple(Difference(what, before, after) for what, before, after in pairs if before != after)


def _opener(state: State) -> str:
    return "nobody" if state.opener is None else state.name(state.opener)


def _pots(state: State) -> str:
    if state.result is not None:
        return ", ".join(map(str, state.result.pots))
    return ", ".join(str(pot.amount) for pot in pots_of(state))


def _said(state: State, other: State) -> str:
    """What is announced in one and not in the other."""
    heard = {one.text for one in other.announcements}
    return "; ".join(one.text for one in state.announcements if one.text not in heard)


def _winners(state: State) -> str:
    awards = state.result.awards if state.result else ()
    return ", ".join(f"{state.name(award.seat)} {award.amount}" for award in awards)
