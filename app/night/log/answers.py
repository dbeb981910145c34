"""What comes of appending to the log of a hand, as values that the caller tells apart by type."""

from __future__ import annotations

from dataclasses import dataclass

from app.hand.state import State
from app.night.log.entries import LogEntry
from app.night.log.replay import LiveHand, Misfit


@dataclass(frozen=True, slots=True)
class Posted:
    """The entries are stored, and on disk."""

    live: LiveHand


@dataclass(frozen=True, slots=True)
class Repeated:
    """The same tap has been stored before; nothing is stored now."""

    live: LiveHand


@dataclass(frozen=True, slots=True)
class Stale:
    """Something else has been entered since the screen was shown; nothing is stored."""

    live: LiveHand


@dataclass(frozen=True, slots=True)
class Answered:
    """Players at these seats have answered under the seal since the screen was shown; nothing is stored."""

    live: LiveHand
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules or the state of the hand forbid it; nothing is stored.

    ``line`` is the action refused, empty when the refusal is about the whole.
    """

    live: LiveHand
    line: str
    reason: str
    overrulable: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """A stored hand that this version of the app cannot replay to its end.

    ``misfit`` is the action that fails and why. Its number is 0, and ``live`` None, if the hand cannot even be dealt.
    """

    hand_id: int
    game_name: str
    misfit: Misfit
    live: LiveHand | None = None


Answer = Posted | Repeated | Stale | Refused | Broken


@dataclass(frozen=True, slots=True)
class Plan:
    """The entries to append, with the states that they lead to if those are known already."""

    entries: tuple[LogEntry, ...]
    states: tuple[State, ...] = ()
