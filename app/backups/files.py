"""The files beside a database: its copies, by name and kind, and the lock file.

The lock file marks a database as in use, and records when it was last fully checked and its state after a clean stop.
"""

from __future__ import annotations

import fcntl
import glob
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, get_args

from app.dataclass import dataclass

CopyKind = Literal["day", "night", "update", "hand", "replaced"]

#: The number of copies to keep, by kind.
COPIES_TO_KEEP: dict[CopyKind, int] = {"day": 10, "night": 10, "update": 5, "hand": 20, "replaced": 5}

#: The name of each kind of copy on the page Backups.
KIND_LABELS: dict[CopyKind, str] = {
    "day": "Daily",
    "night": "After a night",
    "update": "Before an update",
    "hand": "Made by hand",
    "replaced": "Replaced by a restore",
}

_NAME = re.compile(rf"upcard-(\d{{4,9}})-(\d{{8}}-\d{{6}})-({'|'.join(get_args(CopyKind))})\.sqlite3", re.ASCII)
_DRAFT = re.compile(r"\.(\d+)\.draft")

#: Descriptors of this process's locks. The system releases them when it ends.
_held: list[int] = []


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of the database. ``number`` orders the copies, even if the clock was wrong."""

    path: Path
    number: int
    made: datetime
    kind: CopyKind
    size: int

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.name


class InUseError(Exception):
    """A database that a server is using, or that is being restored."""


def folder_of(database: Path) -> Path:
    """Return the folder that holds the copies of a database. It may not exist yet."""
    return database.parent / "backups"


def copies(database: Path) -> list[Copy]:
    """List the copies of a database, latest first. Files with other names are ignored."""
    copies_found = []
    try:
        entries = list(os.scandir(folder_of(database)))
    except (FileNotFoundError, NotADirectoryError):
        return []
    for entry in entries:
        match = _NAME.fullmatch(entry.name)
        if match and entry.is_file(follow_symlinks=False):
            try:
                made = datetime.strptime(match[2], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
                size = entry.stat().st_size
            except (ValueError, FileNotFoundError):  # no date, or another process has just deleted the copy
                continue
            kind: CopyKind = match[3]  # type: ignore[assignment]
            copies_found.append(Copy(Path(entry.path), int(match[1]), made, kind, size))
    return sorted(copies_found, key=lambda copy: copy.number, reverse=True)


def latest_copy(database: Path) -> Copy | None:
    """Return the latest copy of the current database, ignoring databases replaced by a restore."""
    return next((copy for copy in copies(database) if copy.kind != "replaced"), None)


def next_path(database: Path, kind: CopyKind) -> Path:
    """Return the path of the next copy, creating the folder, private to its owner."""
    folder = folder_of(database)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    number = max((copy.number for copy in copies(database)), default=0) + 1
    return folder / f"upcard-{number:04}-{datetime.now(UTC):%Y%m%d-%H%M%S}-{kind}.sqlite3"


def delete_old_copies(database: Path) -> None:
    """Delete surplus copies of each kind, and drafts left by killed processes."""
    existing = copies(database)
    for kind, most in COPIES_TO_KEEP.items():
        for copy in [copy for copy in existing if copy.kind == kind][most:]:
            for path in copy.path.parent.glob(f"{copy.name}*"):  # a damaged database was kept with its write-ahead log
                path.unlink(missing_ok=True)
    _delete_drafts(folder_of(database), "*")
    _delete_drafts(database.parent, glob.escape(database.name))


@contextmanager
def draft_for(target: Path) -> Iterator[Path]:
    """Yield an empty file beside ``target``, private to its owner; delete it unless it has been moved.

    Each has a name of its own: two restores may be under way, and processes of two containers have the same numbers.
    """
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.{os.getpid()}.draft")
    _delete_drafts(target.parent, glob.escape(target.name))
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        yield draft
    finally:
        for left in target.parent.glob(f"{glob.escape(draft.name)}*"):  # including SQLite's files beside it
            left.unlink(missing_ok=True)


def move_into_place(draft: Path, target: Path) -> None:
    """Move a finished file into place atomically, replacing any file there, and flush it to disk."""
    _sync(draft)
    draft.replace(target)
    _sync(target.parent)


def mark_in_use(database: Path) -> None:
    """Mark a database as in use until this process and its children end. Raises :class:`InUseError`."""
    _held.append(_lock(database, fcntl.LOCK_SH))


def record_check(database: Path, at: datetime) -> None:
    """Record in the lock file when a database in use was last fully checked."""
    _lock_file(database).write_text(at.isoformat())


def record_clean_stop(database: Path) -> None:
    """Release a database that this process has used, and record its state, unless others still use it.

    The next process to use it can then skip the full check. A killed process records nothing.
    """
    while _held:
        os.close(_held.pop())
    with suppress(InUseError, OSError), exclusive_use(database), _lock_file(database).open("a") as note:
        note.write(f"\n{_fingerprint(database)}")


def checked_since_stop(database: Path) -> datetime | None:
    """Return when a database was last fully checked; None if it was not stopped cleanly since, or was replaced."""
    at, _, left = _lock_file(database).read_text(errors="replace").partition("\n")
    with suppress(ValueError):
        return datetime.fromisoformat(at).astimezone(UTC) if left == _fingerprint(database) else None
    return None


def _lock_file(database: Path) -> Path:
    return database.with_name(f"{database.name}.lock")


def _fingerprint(database: Path) -> str:
    """Return a fingerprint that distinguishes a database from another file put in its place."""
    status = database.stat()
    return f"{status.st_ino} {status.st_size} {status.st_mtime_ns}"


@contextmanager
def exclusive_use(database: Path) -> Iterator[None]:
    """Keep every server off a database while the block runs. Raises :class:`InUseError`."""
    descriptor = _lock(database, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(descriptor)


def is_in_use(database: Path) -> bool:
    """Return whether a server is using a database. Nothing needs to be writable."""
    try:
        os.close(_lock(database, fcntl.LOCK_EX, os.O_RDONLY))
    except InUseError:
        return True
    except OSError:
        return False
    return False


def _lock(database: Path, kind: int, access: int = os.O_RDWR | os.O_CREAT) -> int:
    descriptor = os.open(_lock_file(database), access, 0o600)
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise InUseError(str(database)) from None
    return descriptor


def _delete_drafts(folder: Path, name: str) -> None:
    """Delete drafts whose process has ended."""
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
