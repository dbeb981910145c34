"""Who uses a database: servers say so by a lock on a file beside it, which the system takes from them when they end."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_held: list[int] = []


class InUseError(Exception):
    """A server uses the database, or somebody is restoring it."""


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
