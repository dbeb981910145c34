"""A hand replayed from its log, entry by entry. Pure: no database and no clock.

Every state along the way is kept, so an undo replays nothing and a tap plays only its own actions.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.dataclass import dataclass, replace
from app.hand.ask import Refusal
from app.hand.notation import parse_action
from app.hand.play import play, prompt, start
from app.hand.state import State
from app.hand.steps import kind_of
from app.hand.view import sealed
from app.night.log.entries import HandInfo, HandLog, LogEntry, LoggedAction, apply_entry, with_call
from app.words.actions import describe
from app.words.announcements import announcements
from app.words.prompts import sealed_text
from app.words.refusals import refusal_text
from app.words.speaker import Speaker


@dataclass(frozen=True, slots=True)
class LogLine:
    """An action in words, with the announcements that it caused. ``number`` is its number among the current actions.

    ``live`` is false for an action that was taken back, replaced or cut; ``number`` is then its former one. ``sealed``
    is the wording of a sealed answer while it is secret; empty for any other action.
    """

    number: int
    entry: int
    text: str
    words: str
    announcements: tuple[str, ...] = ()
    live: bool = True
    sealed: str = ""


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first action that cannot be replayed: its number from 1, and why."""

    number: int
    text: str
    reason: str
    overrulable: bool = False


@dataclass(frozen=True, slots=True)
class LiveHand:
    """A hand with its log replayed.

    ``dealt`` is the hand as dealt if a correction has changed the game since; None otherwise. ``states`` has the first
    state and the one after each action. ``lines`` are the current actions in words, ``taken_back`` the former ones,
    ``shown`` both in the order of play. ``misfit`` is set if the log holds an action that can no longer be replayed;
    ``state`` is then the one before that action.
    """

    hand: HandInfo
    log: HandLog
    states: tuple[State, ...]
    lines: tuple[LogLine, ...] = ()
    taken_back: tuple[LogLine, ...] = ()
    shown: tuple[LogLine, ...] = ()
    misfit: Misfit | None = None
    dealt: HandInfo | None = None

    @property
    def as_dealt(self) -> HandInfo:
        """The hand as it was dealt, before any correction."""
        return self.dealt or self.hand

    @property
    def number(self) -> int:
        """The number of stored entries, which a screen reports as seen."""
        return self.log.number

    @property
    def actions(self) -> tuple[str, ...]:
        """The current actions."""
        return self.log.actions

    @property
    def state(self) -> State:
        """The state after the current actions."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.state.result is not None

    @property
    def can_undo(self) -> bool:
        """Whether anything can be undone."""
        return bool(self.log.undo_stack)

    @property
    def can_redo(self) -> bool:
        """Whether anything can be redone."""
        return bool(self.log.redo_stack)


def new_hand(hand: HandInfo, first: State) -> LiveHand:
    """Return a hand before its first action."""
    return LiveHand(hand, HandLog(), (first,))


def append_entry(live: LiveHand, entry: LogEntry, played: State | None = None) -> LiveHand:
    """Return the hand with one more entry. Pass ``played``, the state after an act, if already known."""
    log = apply_entry(live.log, entry)
    if entry.kind not in ("act", "more") or live.misfit is not None:
        return _replay_changed(live, log)
    after = play(live.state, entry.text) if played is None else played
    if isinstance(after, Refusal):
        return replace(live, log=log, misfit=_misfit(live.hand, log, len(log.current) - 1, after))
    line = _log_line(live.state, after, log.current[-1], len(log.current))
    lines, shown = (*live.lines, line), (*live.shown, line)
    return replace(live, log=log, states=(*live.states, after), lines=lines, shown=shown)


def play_lines(start: State, lines: Sequence[str]) -> tuple[tuple[State, ...], Refusal | None]:
    """Play actions in order. Return the states up to the first refusal, and that refusal."""
    states: list[State] = []
    state = start
    for line in lines:
        after = play(state, line)
        if isinstance(after, Refusal):
            return tuple(states), after
        state = after
        states.append(state)
    return tuple(states), None


def play_once(hand: HandInfo, log: HandLog) -> LiveHand:
    """Return a hand with its current actions played, without lines in words, for checks."""
    first = start(hand.setup)
    states, refusal = play_lines(first, log.actions)
    return LiveHand(hand, log, (first, *states), misfit=_misfit(hand, log, len(states), refusal))


def _replay_changed(live: LiveHand, log: HandLog) -> LiveHand:
    """Replay a changed list of actions, from the first one that differs, or all of them after a change of game."""
    before, unchanged = live, 0
    if log.called != live.log.called:
        hand = live.as_dealt if log.called is None else with_call(live.as_dealt, log.called)
        live = replace(live, hand=hand, states=(start(hand.setup),), lines=(), dealt=live.as_dealt)
    for old, new in zip(live.log.current[: len(live.lines)], log.current, strict=False):
        if old != new:
            break
        unchanged += 1
    played, refusal = play_lines(live.states[unchanged], log.actions[unchanged:])
    states = (*live.states[: unchanged + 1], *played)
    new_lines = (
        _log_line(states[at], states[at + 1], log.current[at], at + 1) for at in range(unchanged, len(states) - 1)
    )
    lines, taken_back = (*live.lines[:unchanged], *new_lines), _taken_back(before, log)
    shown = sorted((*lines, *taken_back), key=lambda line: (line.number, line.live, line.entry))
    return replace(
        live,
        log=log,
        states=states,
        lines=lines,
        taken_back=taken_back,
        shown=tuple(shown),
        misfit=_misfit(live.hand, log, len(states) - 1, refusal),
    )


def _taken_back(live: LiveHand, log: HandLog) -> tuple[LogLine, ...]:
    """Return every action that was undone, replaced or cut, in its original words."""
    current = {(action.entry, action.text) for action in log.current}
    known = {(line.number, line.entry, line.text): line for line in (*live.taken_back, *live.lines)}
    return tuple(replace(line, live=False) for line in known.values() if (line.entry, line.text) not in current)


def _log_line(before: State, after: State, action: LoggedAction, number: int) -> LogLine:
    new = after.announcements[len(before.announcements) :]
    speaker, words = Speaker(after.setup.names), describe(before, action.text)
    announced = announcements((announcement.event for announcement in new), speaker)
    secret = sealed_text(prompt(before), speaker).answer if is_sealed_answer(before, action.text) else ""
    return LogLine(number, action.entry, action.text, words, announced, sealed=secret)


def is_sealed_answer(before: State, text: str) -> bool:
    """Return whether an action answers a sealed question."""
    return sealed(before) and parse_action(text).verb in kind_of(before.frame).verbs


def _misfit(hand: HandInfo, log: HandLog, index: int, refusal: Refusal | None) -> Misfit | None:
    if refusal is None:
        return None
    reason = refusal_text(refusal, Speaker(hand.setup.names))
    return Misfit(index + 1, log.actions[index], reason, refusal.overrulable)


@dataclass(frozen=True, slots=True)
class Posted:
    """Entries stored on disk."""

    live: LiveHand


@dataclass(frozen=True, slots=True)
class Repeated:
    """A tap that was stored before; nothing is stored now."""

    live: LiveHand


@dataclass(frozen=True, slots=True)
class Stale:
    """A tap on an outdated screen: something else was entered since. Nothing is stored."""

    live: LiveHand


@dataclass(frozen=True, slots=True)
class AlreadyAnswered:
    """Sealed answers given by these seats since the screen was shown; nothing is stored."""

    live: LiveHand
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """A refusal by the rules or the state of the hand; nothing is stored.

    ``line`` is the action refused, empty if the refusal is about the whole.
    """

    live: LiveHand
    reason: str
    line: str = ""
    overrulable: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """A stored hand that this version of the app cannot replay to its end.

    ``misfit`` is the action that fails and why. Its number is 0, and ``live`` None, if the hand cannot even be dealt.
    """

    game_name: str
    misfit: Misfit
    live: LiveHand | None = None


TapResult = Posted | Repeated | Stale | Refused | Broken


@dataclass(frozen=True, slots=True)
class Plan:
    """The entries to append, with the states that follow if already known."""

    entries: tuple[LogEntry, ...]
    states: tuple[State, ...] = ()
