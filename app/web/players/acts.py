"""The lines of acts on the players page: what phones ask for, what waits, what failed, and the night's log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from app.night.acts import activity
from app.night.acts.activity import ActLine
from app.night.models import Night
from app.text import sentence
from app.web.http.lookup import coins_of
from app.words import act_coming, act_line

#: How many lines of the log the page shows before it is asked for all.
SHORT_LOG = 12

#: What has become of an act, beside its line in the log.
STATUS = {
    "asked": "asked for",
    "waiting": "from the next hand",
    "undone": "taken back",
    "dropped": "removed before it was done",
    "failed": "not done",
}


@dataclass(frozen=True, slots=True)
class ActRow:
    """An act in words. ``status`` says what has become of it where it was not simply done, ``note`` why it failed.

    ``seat`` is the seat that it is about, if it is about one. ``by`` and ``at`` tell who entered it and when.
    """

    id: int
    words: str
    seat: int | None
    by: str
    at: str
    status: str
    note: str
    can_undo: bool
    can_remove: bool


@dataclass(frozen=True, slots=True)
class NightLog:
    """The latest lines of the night's log, or all; ``more`` tells that there are others."""

    rows: tuple[ActRow, ...]
    more: bool


def act_rows(lines: Iterable[ActLine], words: Callable[[ActLine], str]) -> tuple[ActRow, ...]:
    """Return lines as they are shown; ``words`` says each act."""
    return tuple(
        ActRow(
            id=line.id,
            words=words(line),
            seat=getattr(line.act, "seat", None),
            by=line.by,
            at=f"{line.at.astimezone():%H:%M}",
            status=STATUS.get(line.status, ""),
            note=line.note,
            can_undo=line.can_undo,
            can_remove=line.status == "waiting",
        )
        for line in lines
    )


def coming_rows(night: Night, lines: Iterable[ActLine]) -> tuple[ActRow, ...]:
    """Return what is still to come."""
    coins = coins_of(night)
    return act_rows(lines, lambda line: sentence(act_coming(line.act, coins)))


def night_log(night: Night, *, whole: bool) -> NightLog:
    """Return the night's log, the latest line first."""
    coins = coins_of(night)
    lines = activity.night_log(night.id, None if whole else SHORT_LOG + 1)
    shown = lines if whole else lines[:SHORT_LOG]
    return NightLog(act_rows(shown, lambda line: act_line(line.act, coins)), len(shown) < len(lines))
