"""The files beside a database: its copies, by name and kind, and the lock by which servers say that they use it."""

from __future__ import annotations

import fcntl
import glob
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, get_args

Why = Literal["day", "night", "update", "hand", "replaced"]

#: How many copies stay of each kind; the oldest go first.
KEPT: dict[Why, int] = {"day": 10, "night": 10, "update": 5, "hand": 20, "replaced": 5}

#: What each kind of copy is, for people.
WORDS: dict[Why, str] = {
    "day": "Daily",
    "night": "After a night",
    "update": "Before an update",
    "hand": "Made by hand",
    "replaced": "Replaced by a restore",
}

_NAME = re.compile(rf"upcard-(\d{{4,9}})-(\d{{8}}-\d{{6}})-({'|'.join(get_args(Why))})\.sqlite3", re.ASCII)
_DRAFT = re.compile(r"\.(\d+)\.draft")

#: The locks of this process. The system takes them back when it ends.
_held: list[int] = []


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of the database. ``number`` counts them, so that a clock that was wrong does not change their order."""

    path: Path
    number: int
    made: datetime
    why: Why
    size: int

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.name


class InUseError(Exception):
    """A server uses the database, or somebody is restoring it."""


def folder_of(database: Path) -> Path:
    """Return the folder that holds the copies of a database. It may not exist yet."""
    return database.parent / "backups"


def copies(database: Path) -> list[Copy]:
    """List the copies of a database, the latest first. Files of other names are left alone."""
    found = []
    try:
        entries = list(os.scandir(folder_of(database)))
    except FileNotFoundError:
        return []
    for entry in entries:
        match = _NAME.fullmatch(entry.name)
        if match and entry.is_file(follow_symlinks=False):
            try:
                made = datetime.strptime(match[2], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
            except ValueError:
                continue
            why: Why = match[3]  # type: ignore[assignment]
            found.append(Copy(Path(entry.path), int(match[1]), made, why, entry.stat().st_size))
    return sorted(found, key=lambda copy: copy.number, reverse=True)


def latest_copy(database: Path) -> Copy | None:
    """Return the last copy of a database as it is now: what a restore replaced is none of it."""
    return next((copy for copy in copies(database) if copy.why != "replaced"), None)


def next_path(database: Path, why: Why) -> Path:
    """Return where the next copy goes. Make the folder, open to its owner alone."""
    folder = folder_of(database)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    number = max((copy.number for copy in copies(database)), default=0) + 1
    return folder / f"upcard-{number:04}-{datetime.now(UTC):%Y%m%d-%H%M%S}-{why}.sqlite3"


def drop_old(database: Path) -> None:
    """Delete the copies beyond those that are kept of each kind, and what killed copies and restores have left."""
    found = copies(database)
    for why, most in KEPT.items():
        for copy in [copy for copy in found if copy.why == why][most:]:
            copy.path.unlink(missing_ok=True)
    _drop_drafts(folder_of(database), "*")
    _drop_drafts(database.parent, glob.escape(database.name))


@contextmanager
def drafted(target: Path) -> Iterator[Path]:
    """Yield an empty file beside ``target``, readable by its owner alone, that is deleted unless it has been moved."""
    draft = target.with_name(f".{target.name}.{os.getpid()}.draft")
    _drop_drafts(target.parent, glob.escape(target.name))
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        yield draft
    finally:
        for left in target.parent.glob(f"{glob.escape(draft.name)}*"):  # with what SQLite writes beside it
            left.unlink(missing_ok=True)


def put_in_place(draft: Path, target: Path) -> None:
    """Move a finished file to its place, whole and on disk; a file that was there is replaced."""
    _sync(draft)
    draft.replace(target)
    _sync(target.parent)


def hold(database: Path) -> None:
    """Say that this process, and those that it starts, use a database, until they end. Raises :class:`InUseError`."""
    _held.append(_locked(database, fcntl.LOCK_SH))


@contextmanager
def alone(database: Path) -> Iterator[None]:
    """Keep every server off a database for as long as the block runs. Raises :class:`InUseError`."""
    descriptor = _locked(database, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(descriptor)


def is_held(database: Path) -> bool:
    """Return whether a server uses a database now."""
    if not database.with_name(f"{database.name}.lock").exists():
        return False
    try:
        with alone(database):
            return False
    except InUseError:
        return True


def _locked(database: Path, kind: int) -> int:
    path = database.with_name(f"{database.name}.lock")
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise InUseError(str(database)) from None
    return descriptor


def _drop_drafts(folder: Path, name: str) -> None:
    """Delete the drafts of files of this name that nobody works on any more."""
    for path in folder.glob(f".{name}.*.draft*"):
        match = _DRAFT.search(path.name)
        if match and not _is_alive(int(match[1])):
            path.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
