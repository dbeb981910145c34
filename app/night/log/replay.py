"""A hand replayed from its log, one entry at a time, keeping what was worked out on the way. Pure, but for types.

Every state on the way is kept, so that undo costs nothing and a tap costs the playing of one action.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.hand.describe import describe
from app.hand.play import play
from app.hand.refusal import Refusal
from app.hand.state import Setup, State
from app.night.log.entries import Line, Log, Written, step


@dataclass(frozen=True, slots=True)
class HandInfo:
    """What a hand was dealt under: it never changes. Seat n of the hand is ``seat_ids[n]`` of the night."""

    id: int
    night_id: int
    number: int
    game_id: str
    game_name: str
    setup: Setup
    seat_ids: tuple[int, ...]
    player_ids: tuple[int, ...]
    dealer_place: int
    options: dict[str, Any]
    modifiers: list[Any]
    started_at: datetime


@dataclass(frozen=True, slots=True)
class LogLine:
    """An action in words, with what it made the table hear. ``number`` is its place among the live actions, or was.

    ``live`` is false for what was taken back, replaced or cut.
    """

    number: int
    entry: int
    text: str
    words: str
    announcements: tuple[str, ...] = ()
    live: bool = True


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first live action that cannot be replayed, by its place from 1, and why."""

    number: int
    text: str
    reason: str
    overrulable: bool = False


@dataclass(frozen=True, slots=True)
class LiveHand:
    """A hand as its log makes it.

    ``number`` counts the entries stored: what a screen says it has seen. ``misfit`` is None unless the log holds an
    action that can no longer be replayed; ``state`` is then the one before that action.
    """

    hand: HandInfo
    log: Log
    states: tuple[State, ...]
    lines: tuple[LogLine, ...] = ()
    taken_back: tuple[LogLine, ...] = ()
    shown: tuple[LogLine, ...] = ()
    misfit: Misfit | None = None

    @property
    def number(self) -> int:
        """How many entries are stored."""
        return self.log.number

    @property
    def actions(self) -> tuple[str, ...]:
        """The live actions."""
        return self.log.actions

    @property
    def state(self) -> State:
        """The hand after its live actions."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the hand has come to its end."""
        return self.state.result is not None

    @property
    def can_undo(self) -> bool:
        """Whether something can be taken back."""
        return bool(self.log.before)

    @property
    def can_redo(self) -> bool:
        """Whether something taken back can be brought back."""
        return bool(self.log.undone)


def opened(hand: HandInfo, first: State) -> LiveHand:
    """A hand before its first action."""
    return LiveHand(hand, Log(), (first,))


def add(live: LiveHand, entry: Written, known: State | None = None) -> LiveHand:
    """The hand with one entry more; ``known`` is the state that an act leads to, where it was played already."""
    log = step(live.log, entry)
    if entry.kind in ("act", "more") and live.misfit is None:
        after = play(live.state, entry.text) if known is None else known
        if isinstance(after, Refusal):
            misfit = Misfit(len(log.live), entry.text, after.reason, after.overrulable)
            return LiveHand(live.hand, log, live.states, live.lines, live.taken_back, live.shown, misfit)
        line = _line(live.state, after, log.live[-1], len(log.live))
        lines, shown = (*live.lines, line), (*live.shown, line)
        return LiveHand(live.hand, log, (*live.states, after), lines, live.taken_back, shown)
    return _again(live, log)


def try_lines(start: State, lines: Sequence[str]) -> tuple[tuple[State, ...], Refusal | None]:
    """The states that the lines lead to, up to the first that is refused, and that refusal."""
    states: list[State] = []
    state = start
    for line in lines:
        after = play(state, line)
        if isinstance(after, Refusal):
            return tuple(states), after
        state = after
        states.append(state)
    return tuple(states), None


def _again(live: LiveHand, log: Log) -> LiveHand:
    """The hand with another list of live actions: what both lists begin with is not played again."""
    same = 0
    for old, new in zip(live.log.live[: len(live.lines)], log.live, strict=False):
        if old != new:
            break
        same += 1
    lines, states = list(live.lines[:same]), list(live.states[: same + 1])
    misfit = None
    for number, line in enumerate(log.live[same:], start=same + 1):
        after = play(states[-1], line.text)
        if isinstance(after, Refusal):
            misfit = Misfit(number, line.text, after.reason, after.overrulable)
            break
        lines.append(_line(states[-1], after, line, number))
        states.append(after)
    taken = _taken_back(live, log)
    order = sorted((*lines, *taken), key=lambda one: (one.number, one.live, one.entry))
    return LiveHand(live.hand, log, tuple(states), tuple(lines), taken, tuple(order), misfit)


def _taken_back(live: LiveHand, log: Log) -> tuple[LogLine, ...]:
    """Everything that was live once and is no more, in the words it had then."""
    still = {(line.entry, line.text) for line in log.live}
    gone = {(one.number, one.entry, one.text): one for one in (*live.taken_back, *live.lines)}
    return tuple(
        LogLine(one.number, one.entry, one.text, one.words, one.announcements, live=False)
        for one in gone.values()
        if (one.entry, one.text) not in still
    )


def _line(before: State, after: State, line: Line, number: int) -> LogLine:
    said = tuple(one.text for one in after.announcements[len(before.announcements) :])
    return LogLine(number, line.entry, line.text, describe(before, line.text), said)
