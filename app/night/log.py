"""The log of a hand, pure: entries are only ever added, and the live actions are what they come to.

``act`` adds an action, ``more`` another one of the same tap. ``correct`` holds lines ``K action`` (the Kth live action
becomes this one) and may end with a bare ``K`` (the live actions from the Kth on are dropped); ``cut`` is such a bare
``K`` alone. ``undo`` takes back the last tap, or the last correct or cut as a whole; ``redo`` brings that back, until
something new is entered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

EntryKind = Literal["act", "more", "undo", "redo", "correct", "cut"]


@dataclass(frozen=True, slots=True)
class Written:
    """One entry as it is stored."""

    number: int
    kind: EntryKind
    text: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """An action and where it was written: the entry, and which line of it."""

    entry: int
    part: int
    text: str


Lines = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Log:
    """What some entries come to. ``before`` and ``undone`` are the lists that undo and redo go to, the nearest last."""

    live: Lines = ()
    before: tuple[Lines, ...] = ()
    undone: tuple[Lines, ...] = ()
    number: int = 0

    @property
    def actions(self) -> tuple[str, ...]:
        """The live actions, as text."""
        return tuple(line.text for line in self.live)


@dataclass(frozen=True, slots=True)
class Changes:
    """What one correction does: the actions replaced, by their place from 1, and where the rest is cut, if it is."""

    lines: tuple[tuple[int, str], ...] = ()
    cut: int | None = None

    def __str__(self) -> str:
        rows = [f"{place} {text}" for place, text in self.lines]
        return "\n".join(rows if self.cut is None else [*rows, str(self.cut)])


def fold(entries: Iterable[Written]) -> Log:
    """What the entries come to, from the first on."""
    log = Log()
    for entry in entries:
        log = step(log, entry)
    return log


def step(log: Log, entry: Written) -> Log:
    """What the log comes to with one entry more. Nothing to undo or redo changes nothing."""
    if entry.kind == "undo":
        if not log.before:
            return Log(log.live, log.before, log.undone, entry.number)
        return Log(log.before[-1], log.before[:-1], (*log.undone, log.live), entry.number)
    if entry.kind == "redo":
        if not log.undone:
            return Log(log.live, log.before, log.undone, entry.number)
        return Log(log.undone[-1], (*log.before, log.live), log.undone[:-1], entry.number)
    if entry.kind == "more":
        return Log((*log.live, Line(entry.number, 0, entry.text)), log.before, (), entry.number)
    if entry.kind == "act":
        live = (*log.live, Line(entry.number, 0, entry.text))
    else:
        live = changed(log.live, read_changes(entry.text), entry.number)
    return Log(live, (*log.before, log.live), (), entry.number)


def read_changes(text: str) -> Changes:
    """A correction as it is stored."""
    lines: list[tuple[int, str]] = []
    cut = None
    for row in text.splitlines():
        place, _, line = row.partition(" ")
        if line:
            lines.append((int(place), line))
        else:
            cut = int(place)
    return Changes(tuple(lines), cut)


def changed(live: Lines, changes: Changes, entry: int) -> Lines:
    """The live actions after a correction."""
    result = list(live)
    for part, (place, text) in enumerate(changes.lines):
        if 0 < place <= len(result):
            result[place - 1] = Line(entry, part, text)
    return tuple(result if changes.cut is None else result[: max(0, changes.cut - 1)])
