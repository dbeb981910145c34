"""Trying a correction: the hand replayed with some actions replaced, and the resulting differences.

A correction is one entry of the log, so one undo takes it back as a whole. If a later action no longer fits, the dealer
is asked about it first. Nothing here is stored.
"""

from __future__ import annotations

from app.dataclass import dataclass, replace
from app.games.errors import GameError
from app.hand.event import Ruled
from app.hand.notation import MAX_LINE_LENGTH, parse_action, write_action
from app.hand.play import SetupError, prompt
from app.hand.settlement.pots import pots_of
from app.hand.state import State
from app.night.log.entries import REMOVED, CallChange, Changes, GameCall, call_of, normal_changes
from app.night.log.pending_correction import Replacements, add_ruling, try_changes, without_secrets
from app.night.log.replay import LiveHand, Misfit, Refused
from app.night.log.sealing import answers_left, secret_numbers, secret_text
from app.words.actions import describe
from app.words.announcements import announcements
from app.words.prompts import prompt_text
from app.words.speaker import Speaker
from app.words.table import moved_chips, wild_line

#: Only the table knows where the chips moved by a correction are.
MOVE_TOO = "Move the chips too, unless they are already right"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that a correction changes: its name, and lines describing it before and after."""

    what: str
    before: tuple[str, ...]
    after: tuple[str, ...]


def differences(old: State, new: State) -> tuple[Difference, ...]:
    """List the differences between two states, in the order the table should hear them."""
    speaker = Speaker(old.setup.names)
    both_open = old.opener is not None and new.opener is not None  # nobody opens between rounds
    candidates = (
        Difference("Game", (old.game.name,), (new.game.name,)),
        Difference("Wild cards", (_wild(old, speaker),), (_wild(new, speaker),)),
        Difference("Opens", _opener(old) if both_open else (), _opener(new) if both_open else ()),
        Difference("Pot", _pots(old), _pots(new)),
        Difference("Chips to push", _pushes(old), _pushes(new)),
        Difference("Upcard moves", (), _moves(old, new)),
        Difference("Chips", _chips(old, new), _chips(new, old)),
        Difference("Next", (prompt_text(prompt(old), speaker),), (prompt_text(prompt(new), speaker),)),
        Difference("Announced", _announced_only_in(old, new, speaker), _announced_only_in(new, old, speaker)),
    )
    return tuple(difference for difference in candidates if difference.before != difference.after)


def _opener(state: State) -> tuple[str, ...]:
    return () if state.opener is None else (state.name(state.opener),)


def _pots(state: State) -> tuple[str, ...]:
    """Return the pot and side pots in words; after the hand, the pots that were awarded."""
    if state.result is not None:
        pots = state.result.pots
        return (str(sum(pots)), *(map(str, pots) if len(pots) > 1 else ()))
    side_pots = [f"{pot.amount}: {', '.join(map(state.name, sorted(pot.seats)))}" for pot in pots_of(state)]
    return (str(state.pot), *(side_pots if len(side_pots) > 1 else ()))


def _pushes(state: State) -> tuple[str, ...]:
    if state.result is None:
        return ()
    largest_first = sorted(state.result.totals().items(), key=lambda item: -item[1])
    lines = [f"Push {amount} to {state.name(seat)}" for seat, amount in largest_first]
    if state.result.carried:
        lines.append(f"{state.result.carried} stays in the pot")
    return tuple(lines)


def _moves(old: State, new: State) -> tuple[str, ...]:
    """Return the chips that the correction of a finished hand moves, from whom to whom.

    The chips on the table may already be right, if only the entries were wrong.
    """
    if old.result is None or new.result is None:
        return ()
    before, after = gains(old), gains(new)
    changes = {new.name(seat): after[seat] - before[seat] for seat in new.setup.seats}
    return (moved_chips(changes), MOVE_TOO) if any(changes.values()) else ()


def gains(state: State) -> list[int]:
    """Return by seat the chips won in a finished hand, below 0 if lost; only awards where the stack is not tracked."""
    won = state.result.totals() if state.result is not None else {}
    return [
        player.stack - had if player.stack is not None and had is not None else won.get(seat, 0)
        for seat, (had, player) in enumerate(zip(state.setup.stacks, state.players, strict=True))
    ]


def _chips(state: State, other: State) -> tuple[str, ...]:
    """List the players whose chips differ between the states, unless both hands are over."""
    if state.result is not None and other.result is not None:
        return ()
    lines = []
    for seat in state.setup.seats:
        player, there = state.players[seat], other.players[seat]
        if player.stack != there.stack:
            lines.append(f"{player.name} {player.stack}")
        elif player.stack is None and player.paid_in != there.paid_in:
            lines.append(f"{player.name} has put in {player.paid_in}")
    return tuple(lines)


def _announced_only_in(state: State, other: State, speaker: Speaker) -> tuple[str, ...]:
    events = (announcement.event for announcement in state.announcements)
    others = {announcement.event for announcement in other.announcements}
    return announcements((event for event in events if event not in others), speaker)


def _wild(state: State, speaker: Speaker) -> str:
    return wild_line(state.wild.says, state.wild.next_up, speaker)


@dataclass(frozen=True, slots=True)
class Correction:
    """The result that a correction would have; nothing is stored yet.

    ``trial`` is the corrected hand. ``misfit`` is the first action that does not fit in it, by its number in the hand
    as it is; None if all fit. ``replaced`` are the actions replaced, each as its number, its words, and those of the
    actions in its place; sealed answers are not revealed. The differences are those at the end of the hand, or at the
    misfit.
    """

    live: LiveHand
    trial: LiveHand
    changes: Changes
    misfit: Misfit | None
    replaced: tuple[tuple[int, str, tuple[str, ...]], ...]
    differences: tuple[Difference, ...]

    @property
    def dropped(self) -> int:
        """The number of actions cut off the end."""
        count = len(self.live.actions)
        return count - len(self.changes.kept(count))


def try_correction(
    live: LiveHand, replacements: Replacements, cut: int | None, game: GameCall | None
) -> Correction | Refused:
    """Try a correction, or return why it is refused. The arguments are those of ``taps.correct``."""
    for line in (line for lines in replacements.values() for line in lines):
        if line.strip() in ("", REMOVED) or len(line) > MAX_LINE_LENGTH or len(line.splitlines()) > 1:
            return Refused(live, "one action takes one line", line)
    call = None if game is None else CallChange(call_of(live.as_dealt), game)
    changes = replace(normal_changes(replacements, cut), call=call)
    if refused := _refuse(live, changes):
        return refused
    replacements = without_secrets(live, changes.replacements, game=call is not None)
    changes = replace(normal_changes(replacements, cut), call=call)
    try:
        trial = try_changes(live, changes)
        if again := answers_left(live, trial):
            origins = changes.origins(len(live.actions))
            gone = {origins[place - 1]: () for place in again}
            changes = replace(normal_changes({**changes.replacements, **gone}, cut), call=call)
            trial = try_changes(live, changes)
        if needless := _needless_rulings(live, trial, changes):
            changes = replace(changes, replacements={**changes.replacements, **needless})
            trial = try_changes(live, changes)
    except (GameError, SetupError) as problem:
        return Refused(live, str(problem))
    misfit = trial.misfit
    old = live.state
    if misfit is not None:
        misfit = replace(misfit, number=changes.origins(len(live.actions))[misfit.number - 1])
        old = live.states[min(misfit.number, len(live.states)) - 1]
    return Correction(live, trial, changes, misfit, _replaced(live, trial, changes), differences(old, trial.state))


def kept_by_ruling(live: LiveHand, game: GameCall, cut: int | None) -> dict[int, tuple[str, ...]]:
    """Return, by number, the actions that fit into another game only by the dealer's ruling, with that ruling added."""
    kept: dict[int, tuple[str, ...]] = {}
    while isinstance(tried := try_correction(live, kept, cut, game), Correction):
        misfit = tried.misfit
        if misfit is None or not misfit.overrulable or misfit.number in kept:
            break
        kept[misfit.number] = (add_ruling(misfit.text),)
    return kept


def _refuse(live: LiveHand, changes: Changes) -> Refused | None:
    count = len(live.actions)
    numbers = [*changes.replacements, *([] if changes.cut is None else [changes.cut])]
    for number in numbers:
        if not 1 <= number <= count:
            return Refused(live, f"there is no action {number}")
    secret = secret_numbers(live)
    if any(lines for number, lines in changes.replacements.items() if number in secret):
        return Refused(live, "that answer is sealed: enter it at the table, or take it out")
    if changes.call is not None and changes.call.now == call_of(live.hand):
        return Refused(live, "that is how it was called")
    unchanged = all(lines == (live.actions[number - 1],) for number, lines in changes.replacements.items())
    if unchanged and changes.cut is None and changes.call is None:
        return Refused(live, "that is how it was entered")
    if live.misfit is not None and min(numbers, default=0) > live.misfit.number:
        return Refused(live, f"action {live.misfit.number} has to be fixed first")
    return None


def _needless_rulings(live: LiveHand, trial: LiveHand, changes: Changes) -> dict[int, tuple[str, ...]]:
    """Return, by number, the actions that only the mistake put against the rules, without the dealer's ruling."""
    before, after, righted = _ruled(live), _ruled(trial), dict[int, tuple[str, ...]]()
    for place, number in enumerate(changes.origins(len(live.actions))[: len(trial.states) - 1], start=1):
        text = live.actions[number - 1]
        if number in before and place not in after and trial.actions[place - 1] == text:
            allowed = write_action(replace(parse_action(text), ruling=False))
            lines = changes.replacements.get(number, (text,))
            righted[number] = tuple(allowed if line == text else line for line in lines)
    return righted


def _ruled(live: LiveHand) -> set[int]:
    """Return the numbers of the actions that stand only by the dealer's ruling."""
    return {announced.after for announced in live.state.announcements if isinstance(announced.event, Ruled)}


def _replaced(live: LiveHand, trial: LiveHand, changes: Changes) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    count = len(live.actions)
    origins, kept = changes.origins(count), changes.kept(count)
    replaced = []
    for number in sorted(number for number in changes.replacements if number in kept):
        secret = secret_text(live, number)
        after = tuple(secret or action_text(trial, index) for index, origin in enumerate(origins) if origin == number)
        replaced.append((number, secret or action_text(live, number - 1), after))
    return tuple(replaced)


def action_text(live: LiveHand, index: int) -> str:
    """Return an action in words; beyond a misfit, as well as the last known state allows."""
    return live.lines[index].words if index < len(live.lines) else describe(live.state, live.actions[index])
