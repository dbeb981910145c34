"""The values on the pages of the copies."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.backups.checking import CheckResult
from app.backups.files import COPIES_TO_KEEP, KIND_LABELS, Copy, copies
from app.text import count_word


@dataclass(frozen=True, slots=True)
class CopyRow:
    """A copy in the list: ``name`` is that of its file, ``kind`` why it was made."""

    name: str
    kind: str
    made: datetime
    size: str

    @property
    def called(self) -> str:
        """The copy in a few words: ``the copy of 22 November 2026, 18:09``."""
        return f"the copy of {self.made:%-d %B %Y, %H:%M}"


@dataclass(frozen=True, slots=True)
class BackupsPage:
    """The list of the copies, the latest first. ``server``: the nights are in a server that has its own way of copying.

    ``kept`` says how many copies stay.
    """

    rows: tuple[CopyRow, ...]
    server: bool
    kept: str
    message: str
    problem: str


@dataclass(frozen=True, slots=True)
class RestorePage:
    """The question before a restore: what the copy holds and what it replaces. ``problem``: why it cannot be used."""

    copy: CopyRow
    holds: str
    replaces: str
    problem: str


def backups_page(database: Path | None, message: str, problem: str = "") -> BackupsPage:
    """Return the list of the copies."""
    night, day, update = (count_word(COPIES_TO_KEEP[why]) for why in ("night", "day", "update"))
    kept = f"The last {night} copies of nights stay, {day} of days, and {update} from before updates."
    rows = tuple(map(copy_row, copies(database))) if database is not None else ()
    return BackupsPage(rows, database is None, kept, message, problem)


def restore_page(copy: Copy, checked: CheckResult, now: CheckResult, problem: str = "") -> RestorePage:
    """Return the question whether to put a copy in the place of the database."""
    return RestorePage(
        copy_row(copy), _content(checked), _content(now), problem or ("" if checked.usable else checked.text)
    )


def copy_row(copy: Copy) -> CopyRow:
    """Return a copy as it is listed."""
    return CopyRow(copy.name, KIND_LABELS[copy.kind], copy.made.astimezone(), _size(copy.size))


def _content(checked: CheckResult) -> str:
    """Return what is in a database: ``3 nights, 41 hands``."""
    nights = "1 night" if checked.nights == 1 else f"{checked.nights} nights"
    return f"{nights} with {'1 hand' if checked.hands == 1 else f'{checked.hands} hands'}"


def _size(size: int) -> str:
    """Return a size that people can compare: ``212 kB``, ``3.4 MB``."""
    if size < 1_000_000:
        return f"{max(1, round(size / 1000))} kB"
    return f"{size / 1_000_000:.1f} MB" if size < 1_000_000_000 else f"{size / 1_000_000_000:.1f} GB"
