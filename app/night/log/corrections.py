"""What a correction comes to: the hand replayed with other actions in place of some, and what that changes.

A correction is one entry of the log, so that one undo takes it back as a whole. If a later action no longer fits, the
dealer is asked about it first. Nothing here is stored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.hand.notation import LONGEST_LINE
from app.night.log.answers import Refused
from app.night.log.correcting import Replacements, try_changes, without_secrets
from app.night.log.differences import Difference, differences
from app.night.log.entries import REMOVED, Changes, normal_changes
from app.night.log.replay import LiveHand, Misfit
from app.night.log.sealing import secret_places
from app.words import describe


@dataclass(frozen=True, slots=True)
class ReplacedAction:
    """An action in words and what replaces it: nothing, one action or several."""

    number: int
    before: str
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction would come to; nothing is stored yet.

    ``trial`` is the hand as it would be. ``misfit`` is the first action that does not fit in it, by its number in the
    hand as it is; None if all fit. The differences are those at the end of the hand, or at the misfit.
    """

    live: LiveHand
    trial: LiveHand
    changes: Changes
    misfit: Misfit | None
    replaced: tuple[ReplacedAction, ...]
    differences: tuple[Difference, ...]

    @property
    def dropped(self) -> int:
        """How many actions are cut off the end."""
        count = len(self.live.actions)
        return count - len(self.changes.kept(count))


def try_correction(live: LiveHand, replacements: Replacements, cut: int | None = None) -> Correction | Refused:
    """Work out a correction, or say why it is refused: actions replaced by others, and the rest cut from ``cut`` on."""
    for line in (line for lines in replacements.values() for line in lines):
        if not _is_one_line(line):
            return Refused(live, line, "one action takes one line")
    changes = normal_changes(replacements, cut)
    if refused := _refuse(live, changes):
        return refused
    changes = normal_changes(without_secrets(live, changes.replacements), cut)
    trial = try_changes(live, changes)
    misfit = trial.misfit
    old = live.state
    if misfit is not None:
        misfit = replace(misfit, number=changes.origins(len(live.actions))[misfit.number - 1])
        old = live.states[min(misfit.number, len(live.states)) - 1]
    return Correction(live, trial, changes, misfit, _replaced(live, trial, changes), differences(old, trial.state))


def _is_one_line(line: str) -> bool:
    return line.strip() not in ("", REMOVED) and len(line) <= LONGEST_LINE and len(line.splitlines()) == 1


def _refuse(live: LiveHand, changes: Changes) -> Refused | None:
    count = len(live.actions)
    numbers = [*changes.replacements, *([] if changes.cut is None else [changes.cut])]
    for number in numbers:
        if not 1 <= number <= count:
            return Refused(live, "", f"there is no action {number}")
    secret = secret_places(live)
    if any(lines for number, lines in changes.replacements.items() if number in secret):
        return Refused(live, "", "that answer is sealed: enter it at the table, or take it out")
    unchanged = all(lines == (live.actions[number - 1],) for number, lines in changes.replacements.items())
    if unchanged and changes.cut is None:
        return Refused(live, "", "that is how it was entered")
    if live.misfit is not None and min(numbers) > live.misfit.number:
        return Refused(live, "", f"action {live.misfit.number} has to be mended first")
    return None


def _replaced(live: LiveHand, trial: LiveHand, changes: Changes) -> tuple[ReplacedAction, ...]:
    count = len(live.actions)
    origins, kept = changes.origins(count), changes.kept(count)
    replaced = []
    for number in sorted(number for number in changes.replacements if number in kept):
        after = tuple(_words(trial, index) for index, origin in enumerate(origins) if origin == number)
        replaced.append(ReplacedAction(number, _words(live, number - 1), after))
    return tuple(replaced)


def _words(live: LiveHand, index: int) -> str:
    """Put an action in words; one beyond a misfit is described as well as the last known state allows."""
    return live.lines[index].words if index < len(live.lines) else describe(live.state, live.actions[index])
