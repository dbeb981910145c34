"""Faults of the machine that stores the nights, as opposed to bugs: what happened and how to fix it."""

from __future__ import annotations

import sqlite3
from typing import Literal

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm.exc import StaleDataError

from app.dataclass import dataclass

Kind = Literal["full", "read-only", "locked", "gone", "damaged", "disk", "unreachable", "schema"]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that makes the database unusable, and how to fix it.

    ``retry`` is the number of seconds until the next try; None if the server must be stopped first.
    """

    kind: Kind
    title: str
    happened: str
    do: str
    retry: int | None = 5


class GoneError(Exception):
    """A database file that is no longer where it was."""


class SchemaError(Exception):
    """A database schema of another version."""


_FAULTS = (
    Fault(
        "full",
        "The disk is full",
        "The computer that runs Upcard has no space left to store anything.",
        "Free some space on that computer.",
    ),
    Fault(
        "read-only",
        "Nothing can be stored",
        "The database is read-only: its file, its directory or its disk is write-protected.",
        "Let the user that runs Upcard write there.",
    ),
    Fault(
        "locked",
        "The database is busy",
        "Another program has kept the database locked for longer than Upcard waits.",
        "If this goes on, close whatever else has the database open.",
    ),
    Fault(
        "gone",
        "The database is gone",
        "The database file has been moved or deleted, or its disk was removed.",
        'Put it back where it was; or stop Upcard and use "upcard restore" with the last copy.',
    ),
    Fault(
        "damaged",
        "The database is damaged",
        "The stored data can no longer be read.",
        "Stop Upcard and start it again: it then says which copy is good, and how to restore it.",
        None,
    ),
    Fault(
        "disk",
        "The disk is not working",
        "The computer that runs Upcard could not read or write its disk.",
        "Check that the disk is connected and working.",
    ),
    Fault(
        "unreachable",
        "The database does not answer",
        "Upcard cannot reach its database server, which may have been stopped.",
        "Start the database server again, or correct its address in DATABASE_URL.",
    ),
    Fault(
        "schema",
        "The database is not of this version",
        "It has no tables yet, or those of another version of Upcard.",
        'Bring it up to date: "upcard serve" does so when it starts, "flask --app app db upgrade" for other servers. '
        "If a newer Upcard has used it, update this one.",
    ),
)
FAULTS: dict[Kind, Fault] = {fault.kind: fault for fault in _FAULTS}

#: The primary result codes of SQLite that indicate a fault rather than a bug.
_SQLITE: dict[int, Kind] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CANTOPEN: "gone",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_IOERR: "disk",
}
#: SQLSTATE codes of PostgreSQL, or their first two letters.
_POSTGRESQL: dict[str, Kind] = {
    "53100": "full",
    "53": "locked",
    "25006": "read-only",
    "25P03": "unreachable",
    "40": "locked",
    "55P03": "locked",
    "57": "unreachable",
    "58": "disk",
    "08": "unreachable",
    "XX001": "damaged",
    "XX002": "damaged",
}

#: SQLSTATE codes of a transaction that lost to another one: a serialization failure, a deadlock, a unique key already
#: taken, and a missing foreign row. The retry checks everything again.
_CONFLICTS = ("40001", "40P01", "23505", "23503")


def is_conflict(error: BaseException) -> bool:
    """Return whether a transaction was rolled back because of another one, so that it can be retried.

    A row that it changes may have been deleted. A broken connection is not a conflict: the commit may have succeeded.
    """
    lost = isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in _CONFLICTS
    return lost or isinstance(error, StaleDataError)


def fault_of(error: BaseException) -> Fault | None:
    """Return the machine fault behind an error; None for a bug."""
    if isinstance(error, PoolTimeoutError):
        return FAULTS["locked"]
    kind: Kind | None = None
    original = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(original, GoneError):
        kind = "gone"
    elif isinstance(original, SchemaError):
        kind = "schema"
    elif isinstance(original, sqlite3.Error):
        kind = _SQLITE.get(getattr(original, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF)
        # Older versions of Python set no code, and neither do errors raised by Python itself.
        if kind is None and "unable to open database file" in str(original):
            kind = "gone"
    elif isinstance(error, DBAPIError):
        state = getattr(original, "sqlstate", None)
        if state:
            kind = _POSTGRESQL.get(state) or _POSTGRESQL.get(state[:2])
        elif isinstance(error, OperationalError) or error.connection_invalidated:
            kind = "unreachable"
    return FAULTS[kind] if kind is not None else None
