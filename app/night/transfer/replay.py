"""Playing a hand again, once, from its log alone: what it has come to, and what it has paid. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.games.errors import GameError
from app.hand.ask import Refusal
from app.hand.notation import ActionError
from app.hand.play import SetupError, play, start
from app.hand.state import Setup, State
from app.hand.view import sealed
from app.night.log.entries import HandLog, LogEntry, apply_entry
from app.words import Speaker, refusal_text


@dataclass(frozen=True, slots=True)
class Played:
    """How a log plays: the ``state`` it leads to, or ``misfit``, why it cannot be played.

    ``asked_sealed``: somebody was asked for an answer under a seal on the way.
    """

    log: HandLog
    state: State | None
    misfit: str = ""
    asked_sealed: bool = False

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.state is not None and self.state.result is not None


def fold(entries: Iterable[LogEntry]) -> HandLog:
    """Return what entries fold to. Raises ValueError for a correction that is none."""
    log = HandLog()
    for entry in entries:
        log = apply_entry(log, entry)
    return log


def replay(setup: Setup, log: HandLog) -> Played:
    """Play the current actions of a log."""
    try:
        state = start(setup)
    except (GameError, SetupError, ValueError) as problem:
        return Played(log, None, str(problem))
    asked_sealed = False
    for number, line in enumerate(log.actions, start=1):
        asked_sealed = asked_sealed or sealed(state)
        try:
            after = play(state, line)
        except ActionError as problem:
            return Played(log, None, f"action {number}: {problem}", asked_sealed)
        if isinstance(after, Refusal):
            words = refusal_text(after, Speaker(setup.names))
            return Played(log, None, f"action {number} {line!r}: {words}", asked_sealed)
        state = after
    return Played(log, state, asked_sealed=asked_sealed or sealed(state))
