"""The log of a hand, pure: entries are only ever added, and the live actions are what they come to.

``act`` adds an action, ``more`` another one of the same tap. ``correct`` holds lines ``K action``: this stands in place
of the Kth live action, several lines of one ``K`` stand there one after the other, and ``K -`` leaves nothing of it. A
bare ``K`` at the end drops the live actions from the Kth on. ``undo`` takes back the last tap, or the last correction
as a whole; ``redo`` brings that back, until something new is entered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

EntryKind = Literal["act", "more", "undo", "redo", "correct"]

#: What a correction holds for an action that never happened.
TAKEN_OUT = "-"


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
    """What one correction does: what stands in place of an action, by its place from 1, and where the rest is cut.

    Nothing stands in place of an action that is taken out; one that another is put before stands there itself, last.
    """

    places: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    cut: int | None = None

    def __str__(self) -> str:
        rows = [f"{place} {line}" for place, lines in sorted(self.places.items()) for line in lines or (TAKEN_OUT,)]
        return "\n".join(rows if self.cut is None else [*rows, str(self.cut)])

    def kept(self, count: int) -> range:
        """The places, of so many, that are not cut."""
        return range(1, count + 1 if self.cut is None else min(max(self.cut, 1), count + 1))

    def origins(self, count: int) -> tuple[int, ...]:
        """For each action after the correction, its place before it; ``count`` actions there were."""
        return tuple(place for place in self.kept(count) for _ in self.places.get(place, ("",)))


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
    places: dict[int, tuple[str, ...]] = {}
    cut = None
    for row in text.splitlines():
        place, _, line = row.partition(" ")
        if line:
            before = places.get(int(place), ())
            places[int(place)] = before if line == TAKEN_OUT else (*before, line)
        else:
            cut = int(place)
    return Changes(places, cut)


def changed(live: Lines, changes: Changes, entry: int) -> Lines:
    """The live actions after a correction. One that stands as it did is the same line, whatever comes beside it."""
    result: list[Line] = []
    part = 0
    for place in changes.kept(len(live)):
        old: Line | None = live[place - 1]
        for text in changes.places.get(place, (live[place - 1].text,)):
            if old is not None and text == old.text:
                result.append(old)
                old = None
            else:
                result.append(Line(entry, part, text))
                part += 1
    return tuple(result)
