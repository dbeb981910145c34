"""Correcting earlier actions: something else stands in their places, the rest is replayed, and where that stumbles, the
dealer is asked.

The whole correction is one entry of the log, so that one undo takes it back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.hand.describe import describe
from app.night.log.correcting import Places, tried
from app.night.log.differences import Difference, differences
from app.night.log.entries import TAKEN_OUT, Changes, Written
from app.night.log.loading import Broken, load
from app.night.log.replay import LiveHand, Misfit
from app.night.taps import LONGEST, Answer, Planned, Refused, Rows, plain, store


@dataclass(frozen=True, slots=True)
class Replaced:
    """One place in words: what stood there, and what stands there instead, which may be nothing or several actions."""

    place: int
    before: str
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction would come to; nothing is stored.

    ``trial`` is the hand as it would be. ``misfit`` is the first action that does not fit in it, by its place in the
    hand as it is; None when all do. The differences are those at the end, or where the misfit stands.
    """

    live: LiveHand
    trial: LiveHand
    changes: Changes
    misfit: Misfit | None
    replaced: tuple[Replaced, ...]
    differences: tuple[Difference, ...]

    @property
    def dropped(self) -> int:
        """How many actions are cut off the end."""
        count = len(self.live.actions)
        return count - len(self.changes.kept(count))


def preview_correction(hand_id: int, places: Places, cut: int | None = None) -> Correction | Refused | Broken:
    """What it would come to if other actions stood at these places, and nothing from ``cut`` on. Nothing is stored."""
    found = load(hand_id)
    return found if isinstance(found, Broken) else _try(found, places, cut)


def correct(hand_id: int, seen: int | None, places: Places, cut: int | None = None) -> Answer | Correction:
    """Put other actions in these places: none where it never happened, several where some came before it as well.

    Hands back a :class:`Correction` when a later action does not fit any more and the dealer has to choose.
    """
    wanted = _plain(places, cut)

    def plan(found: LiveHand) -> Planned | Refused | Correction:
        made = _try(found, places, cut)
        if isinstance(made, Refused) or made.misfit is not None:
            return made
        return Planned((Written(found.number + 1, "correct", str(wanted)),))

    return store(hand_id, seen, lambda rows: _is(rows, wanted), plan)


def _try(found: LiveHand, places: Places, cut: int | None) -> Correction | Refused:
    for line in (line for lines in places.values() for line in lines):
        if not line.strip() or line.strip() == TAKEN_OUT or len(line) > LONGEST or len(line.splitlines()) > 1:
            return Refused(found, line, "one action takes one line")
    changes = _plain(places, cut)
    if refused := _refused(found, changes):
        return refused
    count = len(found.actions)
    trial = tried(found, changes)
    misfit = trial.misfit
    old = found.state
    if misfit is not None:
        misfit = replace(misfit, number=changes.origins(count)[misfit.number - 1])
        old = found.states[min(misfit.number, len(found.states)) - 1]
    return Correction(found, trial, changes, misfit, _replaced(found, trial, changes), differences(old, trial.state))


def _refused(found: LiveHand, changes: Changes) -> Refused | None:
    count = len(found.actions)
    named = [*changes.places, *([] if changes.cut is None else [changes.cut])]
    for place in named:
        if not 1 <= place <= count:
            return Refused(found, "", f"there is no action {place}")
    if all(lines == (found.actions[place - 1],) for place, lines in changes.places.items()) and changes.cut is None:
        return Refused(found, "", "that is how it was entered")
    if found.misfit is not None and min(named) > found.misfit.number:
        return Refused(found, "", f"action {found.misfit.number} has to be mended first")
    return None


def _plain(places: Places, cut: int | None) -> Changes:
    return Changes({place: tuple(map(plain, lines)) for place, lines in sorted(places.items())}, cut)


def _is(rows: Rows, changes: Changes) -> bool:
    return bool(rows) and rows[0] == ("correct", str(changes))


def _replaced(found: LiveHand, trial: LiveHand, changes: Changes) -> tuple[Replaced, ...]:
    origins = changes.origins(len(found.actions))
    told = []
    for place in sorted(place for place in changes.places if place in changes.kept(len(found.actions))):
        at = [at for at, origin in enumerate(origins) if origin == place]
        before = _words(found, place - 1)
        told.append(Replaced(place, before, tuple(_words(trial, one) for one in at)))
    return tuple(told)


def _words(live: LiveHand, at: int) -> str:
    """An action in words, by its index; beyond a misfit as well as it can be told."""
    return live.lines[at].words if at < len(live.lines) else describe(live.state, live.actions[at])
