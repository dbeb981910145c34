"""The data directory: whose it is, who may read it, how much room it has, and what kind of disk it lies on."""

from __future__ import annotations

import os
import pwd
import shutil
from collections.abc import Iterator
from pathlib import Path

from app import settings
from app.doctor.finding import Finding, good, look, wrong

MEGABYTE = 1_000_000
#: With less than this a night may not end; with less than that it soon will not.
LEAST_ROOM, LITTLE_ROOM = 50 * MEGABYTE, 500 * MEGABYTE

#: File systems that other machines keep: SQLite's log of changes needs memory that its users share.
_REMOTE = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "fuse.sshfs", "fuse.rclone", "vboxsf"})
_MOST_NAMED = 3


def directory() -> Iterator[Finding]:
    """Look at the directory and at the rights of what lies in it."""
    path = settings.data_path()
    if not path.exists():
        above = next(parent for parent in path.parents if parent.exists())
        if os.access(above, os.W_OK | os.X_OK):
            yield good("directory", f"{path} does not exist yet: the first start makes it.")
        else:
            yield wrong(
                "directory", f"{path} does not exist and cannot be made.", f"Give yourself {above}, or set UPCARD_DATA."
            )
        return
    if not path.is_dir():
        yield wrong("directory", f"{path} is not a directory.", "Move it away, or set UPCARD_DATA to another one.")
        return
    yield from _rights(path)


def room() -> Iterator[Finding]:
    """Look at the room on the disk."""
    path = next(path for path in (settings.data_path(), *settings.data_path().parents) if path.exists())
    free = shutil.disk_usage(path).free
    text = f"{free / MEGABYTE:,.0f} MB are free where the nights are kept."
    if free < LEAST_ROOM:
        yield wrong("room", text, "Make room: taps are refused once the disk is full.")
    elif free < LITTLE_ROOM:
        yield look("room", text, "Make room soon: copies of the database need some too.")
    else:
        yield good("room", text)


def disk() -> Iterator[Finding]:
    """Look whether the directory lies on a disk of this machine."""
    kind = _file_system(settings.data_path(), Path("/proc/self/mounts"))
    if kind in _REMOTE:
        do = "Keep the nights on a disk of this machine: SQLite loses data on a shared one. Or use PostgreSQL."
        yield wrong("disk", f"The data directory lies on a network file system ({kind}).", do)


def _rights(path: Path) -> Iterator[Finding]:
    mine, owner = os.geteuid(), path.stat().st_uid
    if mine == 0 and owner != 0:
        yield look(
            "rights",
            f"You are root, and {path} belongs to {_name(owner)}.",
            f"Ask as {_name(owner)}: rights are not looked at.",
        )
        return
    entries = [path, *path.iterdir(), *(path / "backups").glob("*")]
    foreign = [entry for entry in entries if entry.lstat().st_uid != mine]
    shut = [entry for entry in entries if not os.access(entry, os.R_OK | os.W_OK | (os.X_OK if entry.is_dir() else 0))]
    open_ = [entry for entry in entries if entry.lstat().st_mode & settings.OWNER_ALONE and not entry.is_symlink()]
    if shut:
        do = f"As root: chown -R {_name(mine)} {path}"
        yield wrong("rights", f"{_named(shut)} cannot be read and written by {_name(mine)}.", do)
    elif foreign:
        do = f"As root: chown -R {_name(mine)} {path}"
        yield look("rights", f"{_named(foreign)} belongs to somebody else, not to {_name(mine)}.", do)
    elif open_:
        do = "The next start closes what lies there; or: chmod -R go= " + str(path)
        yield look("rights", f"{_named(open_)} can be read by others on this machine.", do)
    else:
        yield good("rights", f"{path} can be read and written by {_name(mine)} alone.")


def _named(paths: list[Path]) -> str:
    more = len(paths) - _MOST_NAMED
    return ", ".join(map(str, paths[:_MOST_NAMED])) + (f" and {more} more" if more > 0 else "")


def _name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"user {user}"


def _file_system(path: Path, mounts: Path) -> str:
    """Return the kind of the file system that a path lies on; empty where the machine does not say."""
    try:
        lines = mounts.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    found = ("", "")
    for line in lines:
        _, where, kind, *_ = line.split(" ")
        where = where.replace("\\040", " ")
        if path.is_relative_to(where) and len(where) >= len(found[0]):
            found = (where, kind)
    return found[1]
